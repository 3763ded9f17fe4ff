import { beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest'
import { deleteHidden } from '../../server/domain/hidden-contributions.ts'
import { newId } from '../../shared/id.ts'
import { DAY, MINUTE } from '../../shared/time.ts'
import {
  buildCollection,
  buildOwnReport,
  buildPerson,
  type Person,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  let app: TestApp
  let lucia: Person
  let guest: Visitor
  let gift: string
  let own: { id: string; key: string }

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
    guest = visitor(app)
  })
  beforeEach(async () => {
    gift = await buildCollection(app, lucia, { title: 'Regalo para la seño' })
    own = await file()
  })

  const file = (by: Visitor = guest) => buildOwnReport(by, gift)
  const see = (key: object = own) => guest.post('/api/reports/own', key)
  const ask = (key: object = own) => guest.post('/api/reports/own/removal', key)
  const requests = async (by: Visitor) =>
    (await by.get(`/api/collections/${gift}/removal-requests`)).body.requests
  const mutate = (name: string) => lucia.mutate(name, { ids: [own.id] })

  describe('a guest’s own report', () => {
    it('is repeated, which returns its key, only by the device that sent it', async () => {
      const send = (input: object) => guest.post(`/api/collections/${gift}/contributions`, input)
      const input = reportInput({ hasReceipt: true, repeatKey: newId() })
      const { key } = (await send(input)).body
      expect(await send(input)).toMatchObject({ status: 200, body: { key } })
      // The organiser knows the rest, and could change the report in the guest's name.
      for (const repeatKey of [newId(), undefined]) {
        expect(await send({ ...input, repeatKey })).toMatchObject({
          status: 409,
          body: { code: 'conflict' },
        })
      }
      const older = reportInput()
      await send(older)
      expect((await send({ ...older, repeatKey: newId() })).status).toBe(409)
    })

    it('is shown only with its key', async () => {
      expect((await see()).body).toMatchObject({
        collectionTitle: 'Regalo para la seño',
        contributorName: 'Julieta Romero',
        contributorEmail: 'julieta@example.com',
        receiptName: null,
        removalAskedAt: null,
        isRemoved: false,
      })
      const other = await file()
      for (const wrong of [
        { ...own, key: `${own.key}x` },
        { ...own, key: '' },
        { id: own.id, key: other.key },
      ]) {
        expect((await see(wrong)).status).toBe(404)
        expect((await ask(wrong)).status).toBe(404)
      }
      expect(await requests(lucia)).toEqual([])
    })

    it('gets the same key when it is sent again; one with an account gets none', async () => {
      const input = reportInput()
      const path = `/api/collections/${gift}/contributions`
      const first = await guest.post(path, input)
      const again = await guest.post(path, input)
      expect([again.status, again.body.key]).toEqual([200, first.body.key])
      expect((await file(await buildPerson(app))).key).toBeNull()

      // Without a random key, only for a day: the organiser knows the rest.
      app.clock.forward(DAY - MINUTE)
      onTestFinished(() => app.clock.forward(-DAY))
      expect((await guest.post(path, input)).status).toBe(200)
      app.clock.forward(MINUTE)
      expect(await guest.post(path, input)).toMatchObject({
        status: 409,
        body: { code: 'conflict' },
      })
    })

    it('is opened only by the person who sent it when they had an account', async () => {
      const julieta = await buildPerson(app)
      const { id } = await file(julieta)
      const keyFor = (by: Visitor, id: string) => by.post('/api/reports/own/key', { id })
      const { body } = await keyFor(julieta, id)
      expect((await see({ id, key: body.key })).body.contributorEmail).toBe(julieta.email)
      expect((await keyFor(lucia, id)).status).toBe(404)
      expect((await keyFor(julieta, own.id)).status).toBe(404)
      expect((await keyFor(guest, id)).status).toBe(401)
    })

    it('notifies its organiser once when its removal is requested', async () => {
      expect((await ask()).body.removalAskedAt).not.toBeNull()
      const [before] = await requests(lucia)
      expect(before).toMatchObject({ contributionId: own.id, contributorName: 'Julieta Romero' })
      await ask()
      expect(await requests(lucia)).toEqual([before])
      app.clock.forward(1000)
      const later = await file()
      await ask(later)
      // Those who asked first are first.
      expect(await requests(lucia)).toEqual([
        before,
        expect.objectContaining({ contributionId: later.id }),
      ])
      expect(await requests(await buildPerson(app))).toEqual([])
      expect((await guest.get(`/api/collections/${gift}/removal-requests`)).status).toBe(401)
    })

    it('is deleted permanently a day after its organiser removed it', async () => {
      await ask()
      const kept = await file()
      expect((await mutate('hide-contributions')).ok).toBe(true)
      expect(await requests(lucia)).toEqual([])
      expect((await see()).body.isRemoved).toBe(true)
      expect((await mutate('show-contributions')).ok).toBe(true)
      expect(await requests(lucia)).toHaveLength(1)

      await mutate('hide-contributions')
      await lucia.mutate('hide-contributions', { ids: [kept.id] })
      app.clock.forward(DAY - MINUTE)
      await deleteHidden(app.context)
      expect((await see()).status).toBe(200)
      app.clock.forward(MINUTE + 1000)
      await deleteHidden(app.context)
      expect((await see()).status).toBe(404)
      // Nobody asked for it: the organiser may bring it back for longer.
      expect((await see(kept)).status).toBe(200)
      app.clock.forward(-DAY - 1000)
    })
  })
})
