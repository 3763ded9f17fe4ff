import { afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { currentCursor } from '../../server/domain/sync/changes.ts'
import { eachEngine } from '../support/database.ts'
import { buildCollection, buildPerson, buildReport, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { readStream, type StreamReader } from './stream-reader.ts'

const DAY = 24 * 60 * 60 * 1000 // in ms

eachEngine((open) => {
  let app: TestApp
  let lucia: Person
  let collectionId: string
  let stream: StreamReader
  beforeAll(async () => {
    app = await buildApp(await open())
  })

  beforeEach(async () => {
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
    const cursor = await currentCursor(app.database, lucia.id)
    const cookie = `session=${lucia.cookies.get('session')}`
    stream = readStream(
      await app.fetch(`/api/sync?cursor=${cursor}`, { headers: { cookie } }),
      cursor,
    )
    await buildReport(app, collectionId, { contributorName: 'Antes' })
    await until(() => expect(stream.text()).toContain('Antes'))
  })
  afterEach(() => stream.hangUp())

  const report = (contributorName: string) => buildReport(app, collectionId, { contributorName })

  /** The session has ended: not one word more of what happens now. */
  async function expectNoMore(): Promise<void> {
    await Promise.all(['Uno', 'Dos', 'Tres'].map((name) => report(`Después ${name}`)))
    await until(() => expect(stream.ended()).toBe(true))
    expect(stream.heard.at(-1)).toBe('signed-out')
    expect(stream.text()).not.toContain('Después')
  }

  it('[S6] tells a busy stream nothing more after a sign-out', async () => {
    await lucia.post('/api/logout')
    await expectNoMore()
  })

  it('[S6] tells a busy stream nothing more after all sessions were ended elsewhere', async () => {
    await app.database.query('delete from sessions where user_id = $1', [lucia.id])
    await expectNoMore()
  })

  it('[S6] tells a busy stream nothing more after its session has expired', async () => {
    await app.database.query(
      `update sessions set expires_at = now() - interval '1 s' where user_id = $1`,
      [lucia.id],
    )
    await expectNoMore()
  })

  it('[S6] leaves the renewal of its session to a request, whose answer renews the cookie', async () => {
    app.clock.forward(16 * DAY)
    await report('Después')
    await until(() => expect(stream.text()).toContain('Después'))
    const { headers } = await lucia.get('/api/session')
    expect(headers.getSetCookie()[0]).toContain('Max-Age=2592000')
  })

  it('[S6] goes on when another session of the person ends', async () => {
    const other = await app.context.sessions.create(lucia.id)
    await app.context.sessions.end(other)
    await report('Después')
    await until(() => expect(stream.text()).toContain('Después'))
  })
})
