import { beforeEach, expect, it } from 'vitest'
import type { Outbox } from '../../web/replica/outbox.ts'
import type { Pending } from '../../web/replica/pending.ts'
import { createUnsettled, type Unsettled } from '../../web/replica/unsettled.ts'
import { buildOutbox } from './client-world.ts'
import { pendingMutation } from './person-copy.ts'

const EPOCH = 'a'
const collectionId = '0198c000-0000-7000-8000-000000000001'

let outbox: Outbox
let unsettled: Unsettled
beforeEach(() => {
  outbox = buildOutbox()
  unsettled = createUnsettled(outbox, () => {})
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
  expect(await unsettled.answer({ epoch: EPOCH, outcomes: [done(one)] })).toBe(false)
  expect(await unsettled.answer({ epoch: EPOCH, outcomes: [refused(other)] })).toBe(true)
  expect(await outbox.all()).toMatchObject([
    { id: one.id, refusal: null },
    { id: other.id, refusal: { code: 'collection-closed' } },
  ])
})

it('[S7] sends a change again that is made again after it was settled', async () => {
  const change = rename('Uno')
  await unsettled.add(change)
  await unsettled.answer({ epoch: EPOCH, outcomes: [done(change)] })
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
