import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import {
  type LocalReplica,
  notifyLocalReplica,
  setLocalReplica,
  untilOpen,
} from '../../../web/api/local-replica.ts'

let isOpening: boolean
let isOpen: boolean
let leaving: AbortController

beforeEach(() => {
  vi.useFakeTimers()
  isOpening = true
  isOpen = false
  leaving = new AbortController()
})
afterEach(() => {
  setLocalReplica(null)
  vi.useRealTimers()
})

it('untilOpen waits for the replica’s code, and then until it is open', async () => {
  wait()
  setLocalReplica({ isOpening: () => isOpening } as LocalReplica)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isOpen).toBe(false)
  isOpening = false
  notifyLocalReplica()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOpen).toBe(true)
})

it('untilOpen returns at once when no replica is opening', async () => {
  isOpening = false
  setLocalReplica({ isOpening: () => isOpening } as LocalReplica)
  wait()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOpen).toBe(true)
})

it('untilOpen returns after 10 s, or when its signal aborts', async () => {
  wait()
  await vi.advanceTimersByTimeAsync(10_000)
  expect(isOpen).toBe(true)

  isOpen = false
  wait()
  leaving.abort()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOpen).toBe(true)
})

function wait(): void {
  void untilOpen(leaving.signal).then(() => {
    isOpen = true
  })
}
