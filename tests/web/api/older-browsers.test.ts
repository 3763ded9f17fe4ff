import { afterEach, expect, it, vi } from 'vitest'

const OWNERS = [Array.prototype, AbortSignal]
const NAMES = ['findLast', 'toReversed', 'toSorted', 'with', 'timeout']
const natives = OWNERS.map((owner) =>
  NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(owner, name)] as const),
)

afterEach(() => {
  for (const [at, owner] of OWNERS.entries()) {
    for (const [name, native] of natives[at] ?? [])
      if (native) Object.defineProperty(owner, name, native)
  }
})

it('adds the missing methods, which return what the browser’s own do', async () => {
  const results = () => [
    [1, 5, 2].findLast((number, at) => number > 1 && at < 2),
    [1].findLast((number) => number > 1),
    [1, 5, 2].toReversed(),
    [10, 9, 1].toSorted(),
    [10, 9, 1].toSorted((a, b) => a - b),
    [1, 5, 2].with(1, 7),
    [1, 5, 2].with(-1, 7),
    Object.keys([]),
  ]
  const expected = results()
  for (const owner of OWNERS) for (const name of NAMES) Reflect.deleteProperty(owner, name)
  expect(results).toThrow(TypeError)
  vi.resetModules()
  await import('../../../web/api/older-browsers.ts')
  expect(results()).toEqual(expected)

  const signal = AbortSignal.timeout(1)
  expect(signal.aborted).toBe(false)
  await expect.poll(() => signal.aborted).toBe(true)
})
