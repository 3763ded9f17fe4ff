import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { keepPrefetched } from '../../../web/api/keep-prefetched.ts'
import { announceChange } from '../../../web/api/query-cache.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

describe('keepPrefetched', () => {
  it('asks after the pause, for one at a time', async () => {
    const { asked, prefetch, answer } = openAsk()
    keepPrefetched(['a', 'b'], prefetch, 30)
    await vi.advanceTimersByTimeAsync(29)
    expect(asked).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    expect(asked).toEqual(['a'])
    await answer()
    expect(asked).toEqual(['a', 'b'])
  })

  it('asks for no more once it is stopped', async () => {
    const { asked, prefetch, answer } = openAsk()
    const stop = keepPrefetched(['a', 'b'], prefetch, 30)
    keepPrefetched(['c'], prefetch, 60)()
    await vi.advanceTimersByTimeAsync(30)
    stop()
    await answer()
    announceChange()
    await vi.advanceTimersByTimeAsync(60_000)
    expect(asked).toEqual(['a'])
  })

  it('asks for all again when a burst of changes is over', async () => {
    const { asked, prefetch, answer } = openAsk()
    const stop = keepPrefetched(['a', 'b'], prefetch, 30)
    await vi.advanceTimersByTimeAsync(30)
    for (let change = 0; change < 10; change++) {
      announceChange()
      await vi.advanceTimersByTimeAsync(500)
    }
    await answer()
    expect(asked).toEqual(['a'])
    await vi.advanceTimersByTimeAsync(500)
    await answer()
    expect(asked).toEqual(['a', 'a', 'b'])
    stop()
  })
})

function openAsk() {
  const asked: string[] = []
  const waiting: (() => void)[] = []
  return {
    asked,
    prefetch(args: string): Promise<void> {
      asked.push(args)
      return new Promise((resolve) => waiting.push(resolve))
    },
    async answer(): Promise<void> {
      waiting.shift()?.()
      await vi.advanceTimersByTimeAsync(0)
    },
  }
}
