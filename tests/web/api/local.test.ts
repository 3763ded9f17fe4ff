import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Local, notifyLocal, setLocal, untilOpen } from '../../../web/api/local.ts'

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
  setLocal(null)
  vi.useRealTimers()
})

it('waits for the code of the replica and until it is open', async () => {
  wait()
  setLocal({ isOpening: () => isOpening } as Local)
  await vi.advanceTimersByTimeAsync(5_000)
  expect(isOpen).toBe(false)
  isOpening = false
  notifyLocal()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOpen).toBe(true)
})

it('does not wait for a replica that is open, or cannot be', async () => {
  isOpening = false
  setLocal({ isOpening: () => isOpening } as Local)
  wait()
  await vi.advanceTimersByTimeAsync(0)
  expect(isOpen).toBe(true)
})

it('stops after 10 s, and as soon as nobody waits', async () => {
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
