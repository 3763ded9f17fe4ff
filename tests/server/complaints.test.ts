import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../shared/id.ts'
import {
  buildCollection,
  buildPerson,
  buildReport,
  type Person,
  reportInput,
} from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  let app: TestApp
  let lucia: Person
  let administrator: Person

  beforeAll(async () => {
    app = await buildApp(await open(), { env: { RATE_LIMITS: 'on', TRUSTED_PROXY: '1' } })
    lucia = await buildPerson(app)
    administrator = await buildPerson(app)
    await app.database.query('update users set is_admin = true where id = $1', [administrator.id])
  })

  let hosts = 0
  const stranger = () => visitor(app, { 'x-forwarded-for': `100.64.0.${++hosts}` })
  const complain = async (id: string, told: object = {}, by: Visitor = stranger()) => {
    const body = { id: newId(), reason: 'fraud', details: '', ...told }
    return (await by.post(`/api/collections/${id}/complaints`, body)).status
  }
  const suspects = async () => (await administrator.get('/api/admin/complaints')).body.collections
  const reasonTo = async (organiser: Person, id: string) =>
    (await organiser.query('collection', { id })).body.suspensionReason
  const act = async (id: string, what: string, body: object = {}) =>
    (await administrator.post(`/api/admin/collections/${id}/${what}`, body)).status
  const dismissSeen = async (id: string) => {
    const found = (await suspects()).find((suspect: { id: string }) => suspect.id === id)
    return act(id, 'dismiss-complaints', { until: found.complaints[0].createdAt })
  }

  describe('a complaint', () => {
    it('is shown to the administrators once, until they dismiss it', async () => {
      const id = await buildCollection(app, lucia, { title: 'Rifa trucha' })
      const told = { id: newId(), details: '  No existe   ese club ' }
      expect([await complain(id, told), await complain(id, told)]).toEqual([204, 204])
      expect(await complain(id, { reason: 'other' })).toBe(204)
      expect(await suspects()).toEqual([
        {
          id,
          title: 'Rifa trucha',
          organiserEmail: lucia.email,
          suspension: null,
          complaintCount: 2,
          complaints: [
            expect.objectContaining({ reason: 'other', details: '' }),
            expect.objectContaining({ reason: 'fraud', details: expect.stringMatching(/club/) }),
          ],
        },
      ])
      expect(await dismissSeen(id)).toBe(204)
      expect(await suspects()).toEqual([])
    })

    it('stays when the administrators had not seen it before they dismissed others', async () => {
      const older = await buildCollection(app, lucia)
      await complain(older)
      app.clock.forward(1)
      const id = await buildCollection(app, lucia)
      await complain(id)
      const [seen] = await suspects()
      app.clock.forward(1)
      await complain(id, { details: 'Es una estafa' })
      expect(await act(id, 'dismiss-complaints', { until: seen.complaints[0].createdAt })).toBe(204)
      expect(await suspects()).toMatchObject([
        { id, complaintCount: 1, complaints: [{ details: 'Es una estafa' }] },
        { id: older, complaintCount: 1 },
      ])
      for (const one of [id, older]) await dismissSeen(one)
    })

    it.each([
      ['no reason', { reason: '' }, 400],
      ['another reason', { reason: 'envidia' }, 400],
      ['endless words', { details: 'a'.repeat(1_001) }, 400],
      ['no id', { id: 'x' }, 400],
    ])('is refused with %s', async (_what, told, status) => {
      expect(await complain(await buildCollection(app, lucia), told)).toBe(status)
    })

    it('about an unknown collection is refused', async () => {
      expect(await complain(newId())).toBe(404)
    })

    it('is accepted five times an hour from an address, and a hundred times a day for a collection', async () => {
      const id = await buildCollection(app, lucia)
      const one = stranger()
      for (let n = 1; n <= 5; n += 1) expect(await complain(id, {}, one)).toBe(204)
      expect(await complain(id, {}, one)).toBe(429)
      app.clock.forward(1)
      await complain(id, { details: 'La sexta' })
      const { limits } = app.context
      for (let n = 7; n <= 100; n += 1) await limits.tryCount('complaints of collection', id)
      expect(await complain(id)).toBe(204)
      const [{ complaints, ...suspect }] = await suspects()
      expect(suspect).toMatchObject({ id, complaintCount: 6 })
      // The latest five are shown.
      expect(complaints).toHaveLength(5)
      expect(complaints[0]).toMatchObject({ details: 'La sexta' })
      await dismissSeen(id)
    })
  })

  describe('a suspended collection', () => {
    const REASON = 'El club dice que no la conoce'

    it('shows that it is suspended, hides the account, rejects reports, gives its organiser the reason, and can be restored', async () => {
      const id = await buildCollection(app, lucia)
      const early = reportInput()
      const path = `/api/collections/${id}`
      await stranger().post(`${path}/contributions`, early)
      const before = (await stranger().get(path)).body
      expect(await act(id, 'suspend', { reason: REASON })).toBe(204)

      const { body } = await stranger().get(path)
      expect(body).toMatchObject({
        isSuspended: true,
        status: 'cerrada',
        bankAccount: '',
        accountIdentifier: '',
      })
      expect(JSON.stringify(body)).not.toContain(REASON)
      const refused = await stranger().post(`${path}/contributions`, reportInput())
      expect([refused.status, refused.body.code]).toEqual([409, 'collection-closed'])
      expect(refused.body.error).toBe(
        'Esta colecta no está disponible para contribuciones en este momento.',
      )
      expect((await stranger().post(`${path}/contributions`, early)).status).toBe(200)

      expect(await reasonTo(lucia, id)).toBe(REASON)
      expect((await suspects())[0]).toMatchObject({ id, suspension: { reason: REASON } })

      // The organiser cannot lift the suspension.
      await lucia.mutate('set-collection-status', { id, status: 'abierta' })
      expect((await stranger().get(path)).body.isSuspended).toBe(true)

      expect(await act(id, 'lift')).toBe(204)
      const after = (await stranger().get(path)).body
      expect({ ...after, formToken: '' }).toEqual({ ...before, formToken: '' })
      expect(await reasonTo(lucia, id)).toBeNull()
      await buildReport(app, id, {}, stranger())
    })

    it('needs a reason, and a collection', async () => {
      const id = await buildCollection(app, lucia)
      expect(await act(id, 'suspend', { reason: ' ' })).toBe(400)
      expect(await act(newId(), 'suspend', { reason: REASON })).toBe(404)
    })
  })
})
