import type { PGlite } from '@electric-sql/pglite'
import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Pending } from '../../web/replica/outbox.ts'
import { databasesOf } from '../support/database.ts'
import {
  buildCollection,
  buildPerson,
  buildReport,
  matchInput,
  type Person,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { buildReplica, openEngine, type PersonReplica, pendingMutation } from './person-replica.ts'

/* Two devices of an organiser change the same contributions while neither has a network. */

const open = databasesOf('embedded')
let app: TestApp
let engines: PGlite[]
let lucia: Person
let ana: string
let beto: string
let phone: PersonReplica
let laptop: PersonReplica

beforeAll(async () => {
  app = await buildApp(await open())
  engines = [await openEngine(), await openEngine()]
  return () => Promise.all(engines.map((engine) => engine.close()))
})

beforeEach(async () => {
  lucia = await buildPerson(app)
  const collectionId = await buildCollection(app, lucia)
  ana = await buildReport(app, collectionId, { contributorName: 'Ana Paz' })
  beto = await buildReport(app, collectionId, { contributorName: 'Beto Sosa' })
  const replicas = engines.map((engine) => buildReplica(app, lucia, engine))
  ;[phone, laptop] = (await Promise.all(replicas)) as [PersonReplica, PersonReplica]
  await phone.fillFromServer()
  await laptop.fillFromServer()
})

const match = (...matches: object[]) => pendingMutation('match-lines', { matches })
const send = ({ id, name, args }: Pending) => lucia.mutate(name, args, id)

async function follow(replica: PersonReplica, pending: Pending[] = []): Promise<void> {
  const batch = await replica.batch()
  if (batch) await replica.apply(batch, pending)
}

const used = (replica: PersonReplica) =>
  replica.runQuery('statement-matches', { from: '2026-11-01', to: '2026-11-30' })

it('[S12] the first to arrive wins, and the other is refused with the reason', async () => {
  const first = match(matchInput(ana, { line: 'the-line' }))
  const second = match(matchInput(beto, { line: 'the-line' }))
  await phone.run(first)
  await laptop.run(second)
  expect(await send(first)).toMatchObject({ ok: true })
  // The other match arrives while this one waits, so it has no effect any more.
  await follow(laptop, [second])
  expect(await used(laptop)).toMatchObject([{ contributionId: ana }])
  expect(await send(second)).toMatchObject({
    error: {
      code: 'conflict',
      message: 'El ingreso de $\u00a05.000 del 20/11/2026 ya es del aporte de Ana Paz.',
    },
  })
  await follow(laptop)
  await follow(phone)
  expect(await laptop.contents()).toEqual(await phone.contents())
  expect(await used(phone)).toMatchObject([{ contributionId: ana }])
})

it('[S12] the same choice on both is one match, and neither is refused', async () => {
  const first = match(matchInput(ana, { line: 'the-line' }))
  const second = match(matchInput(ana, { line: 'the-line' }))
  await phone.run(first)
  await laptop.run(second)
  expect(await send(first)).toMatchObject({ ok: true })
  expect(await send(second)).toMatchObject({ ok: true })
  await follow(laptop)
  await follow(phone)
  expect(await laptop.contents()).toEqual(await phone.contents())
  expect(await used(phone)).toMatchObject([{ contributionId: ana }])
})

it('refuses a line for two contributions on the device itself', async () => {
  await phone.run(match(matchInput(ana, { line: 'the-line' })))
  const again = match(matchInput(beto, { line: 'the-line' }))
  await expect(phone.run(again)).rejects.toMatchObject({ code: 'conflict' })
})

it('[S12] the reason of a rejection rejects nothing that the other device verified', async () => {
  const set = (args: object) => pendingMutation('set-contribution-state', { id: ana, ...args })
  const state = () => laptop.runQuery('contribution-review', { id: ana })
  const reason = { state: 'rejected', reason: 'El monto es otro', isReasonOnly: true }
  await send(set({ state: 'rejected' }))
  await follow(laptop)
  const explained = set(reason)
  await laptop.run(explained)
  expect(await state()).toMatchObject({ contribution: { rejectionReason: reason.reason } })
  await send(set({ state: 'verified' }))
  await follow(laptop, [explained])
  expect(await state()).toMatchObject({ contribution: { state: 'verified', rejectionReason: '' } })
  await expect(laptop.run(set(reason))).rejects.toMatchObject({ code: 'conflict' })
  expect(await send(explained)).toMatchObject({ error: { code: 'conflict' } })
  await follow(laptop)
  await follow(phone)
  expect(await laptop.contents()).toEqual(await phone.contents())
})

it('[S8] removes a match when the undo that freed its line is discarded', async () => {
  const first = matchInput(ana, { line: 'the-line' })
  await send(match(first))
  await follow(phone)
  const undo = pendingMutation('undo-matches', { ids: [first.id] })
  const second = match(matchInput(beto, { line: 'the-line' }))
  await phone.run(undo)
  await phone.run(second)
  expect(await used(phone)).toMatchObject([{ contributionId: beto }])
  await phone.rebase([second])
  expect(await used(phone)).toMatchObject([{ contributionId: ana }])
})

it('[S12] both know the same lines from their first fill on', async () => {
  const key = await phone.runQuery('statement-key', {})
  expect(key).toMatch(/^[\w-]{43}$/)
  expect(await laptop.runQuery('statement-key', {})).toBe(key)
  // A device of an earlier release may still send a key that it made without a network.
  const own = pendingMutation('keep-statement-key', { key: 'a'.repeat(43) })
  await laptop.run(own)
  await send(own)
  await follow(laptop)
  await follow(phone)
  expect(await laptop.runQuery('statement-key', {})).toBe(key)
  expect(await laptop.contents()).toEqual(await phone.contents())
})
