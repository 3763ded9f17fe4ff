import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import { createMutationQueue, type MutationQueue } from '../../web/replica/mutation-queue.ts'
import type { Outbox, Pending } from '../../web/replica/outbox.ts'
import { pendingMutation } from './person-replica.ts'
import { buildOutbox } from './test-client.ts'

const CURSOR = 'c1'
const collectionId = '0198c000-0000-7000-8000-000000000001'

let outbox: Outbox
let queue: MutationQueue
const onCount = vi.fn()
beforeEach(() => {
  onCount.mockClear()
  apply.mockClear()
  outbox = buildOutbox()
  queue = createMutationQueue(outbox, onCount)
})

/** Stands for the replica, which gets the changes that then run on top. */
const apply = vi.fn(async (_pending: readonly Pending[]) => {})

const done = ({ id }: Pending) => ({ id, ok: true as const })
const refused = ({ id }: Pending) => ({
  id,
  ok: false as const,
  error: { code: 'collection-closed' as const, message: 'La colecta está cerrada.' },
})

function rename(title: string, version?: number): Pending {
  const args = { id: collectionId, changes: { title } }
  return { ...pendingMutation('update-collection', args), ...(version ? { version } : {}) }
}

it('[S9] returns whether a response refused a change', async () => {
  const [one, other] = [rename('Uno'), rename('Otro')]
  await queue.add(one)
  await queue.add(other)
  expect(await queue.applyAnswer({ cursor: CURSOR, outcomes: [done(one)] })).toBe(false)
  expect(await queue.applyAnswer({ cursor: CURSOR, outcomes: [refused(other)] })).toBe(true)
  expect(await outbox.all()).toMatchObject([
    { id: one.id, refusal: null },
    { id: other.id, refusal: { code: 'collection-closed' } },
  ])
})

it('[S7] sends a change that is made again after it was settled', async () => {
  const change = rename('Uno')
  await queue.add(change)
  await queue.applyAnswer({ cursor: CURSOR, outcomes: [done(change)] })
  expect(await queue.takeUnsent(10)).toEqual([])
  await queue.settle([done(change)], [], apply)
  expect(queue.answered()).toEqual([])
  await queue.add(change)
  expect(await queue.takeUnsent(10)).toMatchObject([{ id: change.id }])
})

it('[S7] sends large changes in several pushes, which arrive in time by a slow network', async () => {
  const large = [100_000, 25_000, 25_000, 25_000].map((length) => rename('a'.repeat(length)))
  for (const change of large) await queue.add(change)
  const taken: string[][] = []
  for (let push = 0; push < 3; push += 1) {
    const changes = await queue.takeUnsent(10)
    taken.push(changes.map(({ id }) => id))
    await queue.applyAnswer({ cursor: CURSOR, outcomes: changes.map(done) })
  }
  const [one, two, three, four] = large.map(({ id }) => id)
  expect(taken).toEqual([[one], [two, three], [four]])
})

it('[S7] names exactly the changes that a later one superseded', async () => {
  const [one, two, three] = [rename('Uno'), rename('Dos'), rename('Tres')]
  await queue.add(one)
  await queue.add(two)
  await queue.removeSuperseded(two)
  await queue.add(three)
  await queue.removeSuperseded(three)
  expect(await outbox.all()).toMatchObject([{ id: three.id, supersededIds: [two.id, one.id] }])
})

it('[S11] supersedes no later change when the call for an earlier one is repeated', async () => {
  const [one, two] = [rename('Uno'), rename('Dos')]
  await queue.add(two)
  await queue.add(one)
  await queue.removeSuperseded(one)
  expect(await outbox.all()).toMatchObject([{ id: two.id }, { id: one.id }])
})

it('[S7] supersedes no change whose arguments another release wrote', async () => {
  const [before, after] = [rename('Uno', 1), rename('Dos', 2)]
  await queue.add(before)
  await queue.add(after)
  await queue.removeSuperseded(after)
  expect(await outbox.all()).toMatchObject([{ id: before.id }, { id: after.id }])
})

it('[S7] supersedes no change of a kind unknown to this release', async () => {
  const [one, two] = [
    pendingMutation('fold-collection', {}),
    pendingMutation('fold-collection', {}),
  ]
  await queue.add(one)
  await queue.add(two)
  await queue.removeSuperseded(two)
  expect(await outbox.all()).toMatchObject([{ id: one.id }, { id: two.id }])
})

/** Three changes of one field, all of them sent. */
async function addThree(): Promise<[Pending, Pending, Pending]> {
  const changes: [Pending, Pending, Pending] = [rename('Uno'), rename('Dos'), rename('Tres')]
  for (const change of changes) await queue.add(change)
  return changes
}

const idsOf = (changes: readonly Pending[]) => changes.map(({ id }) => id)

it('[S8] does not run changes on top that precede a settled one', async () => {
  const [one, two, three] = await addThree()
  await queue.settle([done(two)], [], apply)
  expect(idsOf(await queue.pending())).toEqual([three.id])
  expect(idsOf(await queue.takeUnsent(10))).toEqual([one.id, three.id])
  expect(onCount).toHaveBeenLastCalledWith({ pending: 2, refused: 0 })
})

it('[S8] keeps what it settles until the replica has the rows', async () => {
  const [one, two, three] = await addThree()
  apply.mockRejectedValueOnce(new Error('The engine fails'))
  await expect(queue.settle([done(two)], [], apply)).rejects.toThrow('The engine fails')
  expect(idsOf(await queue.pending())).toEqual([one.id, two.id, three.id])

  apply.mockImplementationOnce(async (pending) => {
    expect(idsOf(pending)).toEqual([three.id])
    expect(await outbox.all()).toHaveLength(3)
  })
  await queue.settle([done(two)], [], apply)
  expect(apply).toHaveBeenCalledTimes(2)
  expect(idsOf(await queue.pending())).toEqual([three.id])
})

it('[S8] settles what was answered before the stream began', async () => {
  const [one, two, three] = await addThree()
  await queue.settle([], [one.id, two.id], apply)
  expect(idsOf(apply.mock.lastCall?.[0] ?? [])).toEqual([three.id])
  expect(idsOf(await queue.takeUnsent(10))).toEqual([three.id])
})

it('[S8] concludes the same from a refusal', async () => {
  const [one, two, three] = await addThree()
  await queue.settle([refused(two)], [], apply)
  expect(idsOf(await queue.pending())).toEqual([three.id])
  expect(onCount).toHaveBeenLastCalledWith({ pending: 2, refused: 1 })
  expect(await outbox.all()).toMatchObject([
    { id: one.id, isInRows: true, refusal: null },
    { id: two.id, refusal: { code: 'collection-closed' } },
    { id: three.id, refusal: null },
  ])
})

it('[S8] ignores the outcomes of another device', async () => {
  const [one, two, three] = await addThree()
  await queue.settle([done(rename('Otro')), refused(rename('Otro'))], [], apply)
  expect(idsOf(await queue.pending())).toEqual([one.id, two.id, three.id])
})

it('[S8] writes nothing for a change that is settled itself, or noted already', async () => {
  const [one, two, three] = await addThree()
  const put = vi.spyOn(outbox, 'put')
  await queue.settle([done(one), done(two)], [], apply)
  expect(put).not.toHaveBeenCalled()
  const [four, five] = [rename('Cuatro'), rename('Cinco')]
  await queue.add(four)
  await queue.add(five)
  put.mockClear()
  await queue.settle([refused(four)], [], apply)
  await queue.settle([refused(five)], [], apply)
  expect(put.mock.calls.map(([entry]) => entry.id)).toEqual([three.id, four.id, five.id])
})

it('[S5] runs all on top again when the server has another history', async () => {
  const [one, two, three] = await addThree()
  await queue.settle([done(two)], [], apply)
  const put = vi.spyOn(outbox, 'put')
  await queue.forgetInRows()
  expect(idsOf(await queue.pending())).toEqual([one.id, three.id])
  expect(put).toHaveBeenCalledTimes(1)
})

it('settles changes although the disk has no room to note those before them', async () => {
  const [one, two, three] = await addThree()
  vi.spyOn(outbox, 'put').mockRejectedValueOnce(new AppError('unavailable', 'Sin lugar.'))
  await queue.settle([done(two)], [], apply)
  expect(idsOf(await queue.pending())).toEqual([one.id, three.id])
})

it('does not settle changes when the outbox fails in another way', async () => {
  const [, two] = await addThree()
  vi.spyOn(outbox, 'put').mockRejectedValueOnce(new Error('broken'))
  await expect(queue.settle([done(two)], [], apply)).rejects.toThrow('broken')
  expect(await outbox.all()).toHaveLength(3)
})
