import { setImmediate as eventLoopTurn } from 'node:timers/promises'
import { expect, it, vi } from 'vitest'
import { DatabaseError } from '../../server/data/database-error.ts'
import { inBatches } from '../../server/domain/in-batches.ts'

/** Work whose batches end when the test resolves or rejects them. */
function batchesByHand() {
  const ends: { resolve(results: readonly string[]): void; reject(error: unknown): void }[] = []
  const work = vi.fn(
    (_items: readonly string[]) =>
      new Promise<readonly string[]>((resolve, reject) => {
        ends.push({ resolve, reject })
      }),
  )
  const batches = () => work.mock.calls.map(([items]) => items)
  return { add: inBatches(work), ends, batches }
}

/** Long enough for every promise that can settle. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await eventLoopTurn()
}

const echo = async (items: readonly string[]) => items.map((item) => `${item} done`)

it('runs items that arrive together as one batch, and returns to each its own result', async () => {
  const work = vi.fn(echo)
  const add = inBatches(work)
  expect(await Promise.all(['a', 'b', 'c'].map((item) => add(0, item)))).toEqual([
    'a done',
    'b done',
    'c done',
  ])
  expect(work.mock.calls).toEqual([[['a', 'b', 'c']]])
})

it('starts again after a partition was empty', async () => {
  const work = vi.fn(echo)
  const add = inBatches(work)
  expect(await add(0, 'a')).toBe('a done')
  await settled()
  expect(await add(0, 'b')).toBe('b done')
  await settled()
  expect(work.mock.calls).toEqual([[['a']], [['b']]])
})

it('puts items that arrive during a batch into the next batch of their partition', async () => {
  const { add, ends, batches } = batchesByHand()
  const first = add(0, 'a')
  await settled()
  const later = [add(0, 'b'), add(0, 'c')]
  await settled()
  expect(batches()).toEqual([['a']])
  ends[0]?.resolve(['A'])
  await settled()
  expect(batches()).toEqual([['a'], ['b', 'c']])
  ends[1]?.resolve(['B', 'C'])
  expect(await Promise.all([first, ...later])).toEqual(['A', 'B', 'C'])
})

it('runs the batches of two partitions side by side', async () => {
  const { add, ends, batches } = batchesByHand()
  const slow = add(0, 'slow')
  const quick = add(1, 'quick')
  await settled()
  expect(batches()).toEqual([['slow'], ['quick']])
  ends[1]?.resolve(['QUICK'])
  expect(await quick).toBe('QUICK')
  ends[0]?.resolve(['SLOW'])
  expect(await slow).toBe('SLOW')
})

it('puts at most a hundred items into a batch', async () => {
  const work = vi.fn(echo)
  const add = inBatches(work)
  await Promise.all(Array.from({ length: 201 }, (_, n) => add(0, String(n))))
  expect(work.mock.calls.map(([items]) => items.length)).toEqual([100, 100, 1])
})

it('puts more items into a batch where one statement takes more', async () => {
  const work = vi.fn(echo)
  const add = inBatches(work, 300)
  await Promise.all(Array.from({ length: 301 }, (_, n) => add(0, String(n))))
  expect(work.mock.calls.map(([items]) => items.length)).toEqual([300, 1])
})

it.each([
  ['22003', 'a number out of range'],
  ['23505', 'a key that exists'],
  ['40P01', 'a deadlock'],
])('tries each item alone after %s, %s', async (code) => {
  const batches: (readonly string[])[] = []
  const bad = new DatabaseError('one of them', code)
  const add = inBatches(async (items: readonly string[]) => {
    batches.push(items)
    if (items.includes('bad')) throw bad
    return echo(items)
  })
  const results = await Promise.allSettled([add(0, 'a'), add(0, 'bad'), add(0, 'c')])
  expect(results).toEqual([
    { status: 'fulfilled', value: 'a done' },
    { status: 'rejected', reason: bad },
    { status: 'fulfilled', value: 'c done' },
  ])
  expect(batches).toEqual([['a', 'bad', 'c'], ['a'], ['bad'], ['c']])
})

it.each([
  ['21000, a statement that is wrong', new DatabaseError('of all', '21000')],
  ['25006, a database that is read only', new DatabaseError('of all', '25006')],
  ['53400, a limit of the server', new DatabaseError('of all', '53400')],
  ['08006, a connection that broke', new DatabaseError('of all', '08006')],
  ['an error that is none of the database', Object.assign(new Error('of all'), { code: '23505' })],
])('rejects the whole batch after %s, and continues with the next', async (_what, error) => {
  const { add, ends, batches } = batchesByHand()
  const failing = [add(0, 'a'), add(0, 'b')].map((one) => one.catch((reason) => reason))
  await settled()
  const next = add(0, 'c')
  ends[0]?.reject(error)
  await settled()
  expect(batches()).toEqual([['a', 'b'], ['c']])
  expect(await Promise.all(failing)).toEqual([error, error])
  ends[1]?.resolve(['C'])
  expect(await next).toBe('C')
})
