import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Quiet, whenQuiet } from '../../web/replica/when-quiet.ts'

let done: number
let quiet: Quiet

beforeEach(() => {
  vi.useFakeTimers()
  done = 0
  const work = async () => {
    done += 1
  }
  quiet = whenQuiet(work, { quietMs: 2_000, longestMs: 10_000 })
})

afterEach(() => vi.useRealTimers())

it('does nothing while nothing happens', async () => {
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toBe(0)
})

it('works once, when it has become quiet', async () => {
  for (let stirs = 0; stirs < 3; stirs++) {
    quiet.stir()
    await vi.advanceTimersByTimeAsync(1_900)
  }
  expect(done).toBe(0)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toBe(1)
})

it('does not wait for ever where it never is quiet', async () => {
  for (let stirs = 0; stirs < 21; stirs++) {
    quiet.stir()
    await vi.advanceTimersByTimeAsync(1_000)
  }
  expect(done).toBe(2)
})

it('leaves the work undone when it is stopped', async () => {
  quiet.stir()
  await quiet.stop()
  await vi.advanceTimersByTimeAsync(60_000)
  expect(done).toBe(0)
})
