import { beforeAll, beforeEach, expect, it } from 'vitest'
import type { Message } from '../../server/mail/mail.ts'
import { newId } from '../../shared/id.ts'
import { DAY, HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import { buildCollection, buildPerson, buildReport, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { engineOfTier } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

engineOfTier((open) => {
  let app: TestApp
  let lucia: Person
  let collection: string
  let email: string

  beforeAll(async () => {
    app = await buildApp(await open(), { env: { RATE_LIMITS: 'on' } })
    lucia = await buildPerson(app)
    collection = await buildCollection(app, lucia, { title: 'Regalo para la seño' })
  })
  beforeEach(() => {
    email = `${newId()}@example.com`
  })

  const report = (changes: object = {}) =>
    buildReport(app, collection, {
      contributorEmail: email,
      amount: 15_100_00,
      notifyContributor: true,
      ...changes,
    })
  const decide = (state: string, ...ids: string[]) =>
    lucia.mutate('set-contributions-state', { ids, state })
  /** The messages to this guest, once the server has looked and `ms` have passed. */
  const sentAfter = async (ms: number): Promise<readonly Message[]> => {
    await app.context.notices.wake()
    app.clock.forward(ms)
    await app.context.notices.wake()
    return (await app.sent()).filter(({ to }) => to === email)
  }

  it('a guest who asked gets one e-mail when the contribution is verified', async () => {
    const id = await report()
    expect(await sentAfter(HOUR)).toEqual([])
    await decide('verified', id)
    const [message, ...more] = await sentAfter(2 * MINUTE)
    expect(more).toEqual([])
    expect(message?.subject).toBe('Tu aporte a «Regalo para la seño» fue acreditado')
    expect(message?.text).toContain('confirmó que recibió tu aporte de $\u00a015.100.')
    const link = new URL(message?.link ?? '')
    expect(link.pathname).toBe(`/mi-aporte/${id}`)
    const own = await visitor(app).post('/api/reports/own', { id, key: link.hash.slice(1) })
    expect(own.body).toMatchObject({ state: 'verified', collectionTitle: 'Regalo para la seño' })

    await decide('confirmed', id)
    await decide('verified', id)
    expect(await sentAfter(DAY)).toHaveLength(1)
  })

  it('a guest who asked gets an e-mail about a rejection, and about a later one', async () => {
    const id = await report()
    await decide('rejected', id)
    const [message] = await sentAfter(2 * MINUTE)
    expect(message?.subject).toBe('Tu aporte a «Regalo para la seño» fue rechazado')
    expect(message?.text).toContain('rechazó tu aporte de $\u00a015.100.')
    await decide('verified', id)
    await sentAfter(2 * MINUTE)
    await decide('rejected', id)
    const subjects = (await sentAfter(2 * MINUTE)).map(({ subject }) => subject.split(' ').at(-1))
    expect(subjects).toEqual(['rechazado', 'acreditado', 'rechazado'])
  })

  it('a guest who corrects a rejected contribution gets an e-mail about the next rejection, too', async () => {
    const id = await report()
    await decide('rejected', id)
    const [message] = await sentAfter(2 * MINUTE)
    const key = new URL(message?.link ?? '').hash.slice(1)
    const changes = { amount: 15_000_00 }
    await visitor(app).post('/api/reports/own/correction', { id, key, changes })
    expect(await sentAfter(2 * MINUTE)).toHaveLength(1)
    await decide('rejected', id)
    expect((await sentAfter(2 * MINUTE)).map(({ subject }) => subject)).toEqual(
      Array(2).fill('Tu aporte a «Regalo para la seño» fue rechazado'),
    )
  })

  it('no e-mail is sent about a decision that is undone within a minute', async () => {
    const id = await report()
    await decide('rejected', id)
    expect(await sentAfter(50 * SECOND)).toEqual([])
    await decide('confirmed', id)
    expect(await sentAfter(DAY)).toEqual([])
    await decide('rejected', id)
    expect(await sentAfter(50 * SECOND)).toEqual([])
    await decide('verified', id)
    const subjects = (await sentAfter(2 * MINUTE)).map(({ subject }) => subject.split(' ').at(-1))
    expect(subjects).toEqual(['acreditado'])
  })

  it('no e-mail is sent to a guest who did not ask', async () => {
    const ids = [
      await report({ notifyContributor: false }),
      await report({ notifyContributor: undefined }),
    ]
    await decide('verified', ...ids)
    expect(await sentAfter(DAY)).toEqual([])
  })

  it('no e-mail is sent about a hidden contribution', async () => {
    const id = await report()
    await decide('verified', id)
    await lucia.mutate('hide-contributions', { ids: [id] })
    expect(await sentAfter(DAY)).toEqual([])
  })

  it('turning it off by one POST ends it, without signing in', async () => {
    const [first, second] = [await report(), await report()]
    await decide('rejected', first)
    const [message] = await sentAfter(2 * MINUTE)
    const { pathname } = new URL(message?.unsubscribe?.oneClick ?? '')
    expect((await visitor(app).post(pathname)).status).toBe(204)
    await decide('verified', first)
    expect(await sentAfter(2 * MINUTE)).toHaveLength(1)
    // Of this contribution alone.
    await decide('verified', second)
    expect(await sentAfter(2 * MINUTE)).toHaveLength(2)
    expect((await lucia.query('collection', { id: collection })).body.notify).toBe('never')
  })

  it('an address gets at most ten of these e-mails a day', async () => {
    const ids: string[] = []
    for (let n = 0; n < 12; n++) ids.push(await report({ amount: 1_000_00 + n }))
    await decide('verified', ...ids)
    expect(await sentAfter(2 * MINUTE)).toHaveLength(10)
    expect(await sentAfter(2 * DAY)).toHaveLength(10)
  })

  it('an organiser causes at most a thousand of these e-mails a day', async () => {
    const ana = await buildPerson(app)
    const own = await buildCollection(app, ana)
    await app.context.limits.countTimes('decisions told by organiser', 999, ana.id)
    const asked = { contributorEmail: email, notifyContributor: true }
    const ids = [await buildReport(app, own, asked), await buildReport(app, own, asked)]
    await ana.mutate('set-contributions-state', { ids, state: 'verified' })
    expect(await sentAfter(2 * MINUTE)).toHaveLength(1)
  })

  it('the organiser’s replica gets no line for it', async () => {
    const lines = async () =>
      app.database.query<{ table: string }>(
        `select distinct table_name as "table" from feed order by 1`,
      )
    await decide('verified', await report())
    await sentAfter(2 * MINUTE)
    expect((await lines()).map(({ table }) => table)).not.toContain('guest_notices')
  })
})
