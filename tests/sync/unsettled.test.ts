import { beforeEach, expect, it, vi } from 'vitest'
import { AppError } from '../../shared/errors.ts'
import type { Outbox } from '../../web/replica/outbox.ts'
import type { Pending } from '../../web/replica/pending.ts'
import { createUnsettled, type Unsettled } from '../../web/replica/unsettled.ts'
import { buildOutbox } from './client-world.ts'
import { pendingMutation } from './person-copy.ts'

const CURSOR = 'c1'
const collectionId = '0198c000-0000-7000-8000-000000000001'

let outbox: Outbox
let unsettled: Unsettled
const onCount = vi.fn()
beforeEach(() => {
  onCount.mockClear()
  outbox = buildOutbox()
  unsettled = createUnsettled(outbox, onCount)
})

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

it('[S9] says whether an answer refused something', async () => {
  const [one, other] = [rename('Uno'), rename('Otro')]
  await unsettled.add(one)
  await unsettled.add(other)
  expect(await unsettled.answer({ cursor: CURSOR, outcomes: [done(one)] })).toBe(false)
  expect(await unsettled.answer({ cursor: CURSOR, outcomes: [refused(other)] })).toBe(true)
  expect(await outbox.all()).toMatchObject([
    { id: one.id, refusal: null },
    { id: other.id, refusal: { code: 'collection-closed' } },
  ])
})

it('[S7] sends a change again that is made again after it was settled', async () => {
  const change = rename('Uno')
  await unsettled.add(change)
  await unsettled.answer({ cursor: CURSOR, outcomes: [done(change)] })
  expect(await unsettled.takeUnsent(10)).toEqual([])
  await unsettled.settle([done(change)])
  expect(unsettled.answered()).toEqual([])
  await unsettled.add(change)
  expect(await unsettled.takeUnsent(10)).toMatchObject([{ id: change.id }])
})

it('[S7] names exactly the changes that a later one superseded', async () => {
  const [one, two, three] = [rename('Uno'), rename('Dos'), rename('Tres')]
  await unsettled.add(one)
  await unsettled.add(two)
  await unsettled.collapse(two)
  await unsettled.add(three)
  await unsettled.collapse(three)
  expect(await outbox.all()).toMatchObject([{ id: three.id, supersededIds: [two.id, one.id] }])
})

it('[S7] supersedes no change whose arguments another release wrote', async () => {
  const [before, after] = [rename('Uno', 1), rename('Dos', 2)]
  await unsettled.add(before)
  await unsettled.add(after)
  await unsettled.collapse(after)
  expect(await outbox.all()).toMatchObject([{ id: before.id }, { id: after.id }])
})

it('[S7] supersedes no change that this release does not know', async () => {
  const [one, two] = [
    pendingMutation('fold-collection', {}),
    pendingMutation('fold-collection', {}),
  ]
  await unsettled.add(one)
  await unsettled.add(two)
  await unsettled.collapse(two)
  expect(await outbox.all()).toMatchObject([{ id: one.id }, { id: two.id }])
})

/** Three changes of one field, all of them sent. */
async function addThree(): Promise<[Pending, Pending, Pending]> {
  const changes: [Pending, Pending, Pending] = [rename('Uno'), rename('Dos'), rename('Tres')]
  for (const change of changes) await unsettled.add(change)
  return changes
}

const idsOf = (changes: readonly Pending[]) => changes.map(({ id }) => id)

it('[S8] runs nothing on top that the server did before a change that it has settled', async () => {
  const [one, two, three] = await addThree()
  await unsettled.settle([done(two)])
  expect(idsOf(await unsettled.pending())).toEqual([three.id])
  expect(idsOf(await unsettled.takeUnsent(10))).toEqual([one.id, three.id])
  expect(onCount).toHaveBeenLastCalledWith({ pending: 2, refused: 0 })
})

it('[S8] takes a refusal for a sign of that too', async () => {
  const [one, two, three] = await addThree()
  await unsettled.settle([refused(two)])
  expect(idsOf(await unsettled.pending())).toEqual([three.id])
  expect(onCount).toHaveBeenLastCalledWith({ pending: 2, refused: 1 })
  expect(await outbox.all()).toMatchObject([
    { id: one.id, isInRows: true, refusal: null },
    { id: two.id, refusal: { code: 'collection-closed' } },
    { id: three.id, refusal: null },
  ])
})

it('[S8] learns nothing from the outcomes of another device', async () => {
  const [one, two, three] = await addThree()
  await unsettled.settle([done(rename('Otro')), refused(rename('Otro'))])
  expect(idsOf(await unsettled.pending())).toEqual([one.id, two.id, three.id])
})

it('[S8] writes nothing for a change that is settled itself, or noted already', async () => {
  const [one, two, three] = await addThree()
  const put = vi.spyOn(outbox, 'put')
  await unsettled.settle([done(one), done(two)])
  expect(put).not.toHaveBeenCalled()
  const [four, five] = [rename('Cuatro'), rename('Cinco')]
  await unsettled.add(four)
  await unsettled.add(five)
  put.mockClear()
  await unsettled.settle([refused(four)])
  await unsettled.settle([refused(five)])
  expect(put.mock.calls.map(([entry]) => entry.id)).toEqual([three.id, four.id, five.id])
})

it('[S5] runs all on top again when the server has another history', async () => {
  const [one, two, three] = await addThree()
  await unsettled.settle([done(two)])
  const put = vi.spyOn(outbox, 'put')
  await unsettled.doubtRows()
  expect(idsOf(await unsettled.pending())).toEqual([one.id, three.id])
  expect(put).toHaveBeenCalledTimes(1)
})

it('settles changes although the disk has no room to note those before them', async () => {
  const [one, two, three] = await addThree()
  vi.spyOn(outbox, 'put').mockRejectedValueOnce(new AppError('unavailable', 'Sin lugar.'))
  await unsettled.settle([done(two)])
  expect(idsOf(await unsettled.pending())).toEqual([one.id, three.id])
})

it('does not settle changes when the outbox fails in another way', async () => {
  const [, two] = await addThree()
  vi.spyOn(outbox, 'put').mockRejectedValueOnce(new Error('broken'))
  await expect(unsettled.settle([done(two)])).rejects.toThrow('broken')
  expect(await outbox.all()).toHaveLength(3)
})
