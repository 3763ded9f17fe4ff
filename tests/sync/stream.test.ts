import { getEventListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { DatabaseError } from '../../server/data/database-error.ts'
import { setTimer } from '../../server/domain/set-timer.ts'
import { currentCursor } from '../../server/domain/sync/changes.ts'
import { createSharedChanges, type FeedEvent } from '../../server/domain/sync/shared-changes.ts'
import type { Batch } from '../../shared/sync.ts'
import { DAY, SECOND } from '../../shared/time.ts'
import { eachEngine } from '../support/database.ts'
import { buildCollection, buildPerson, buildReport, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { readStream, type StreamReader } from './stream-reader.ts'

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
    stream = await listen(tokenOf(lucia), cursor)
    await buildReport(app, collectionId, { contributorName: 'Antes' })
    await until(() => expect(stream.text()).toContain('Antes'))
  })
  afterEach(() => stream.hangUp())

  const tokenOf = ({ cookies }: Person) => cookies.get('session') ?? ''

  async function listen(token: string, cursor: string, to = app): Promise<StreamReader> {
    const headers = { cookie: `session=${token}` }
    return readStream(await to.fetch(`/api/sync?cursor=${cursor}`, { headers }), cursor)
  }

  /** Opens more streams of Lucía's session, from the cursor of the first one. */
  const listenTimes = (times: number) =>
    Promise.all(Array.from({ length: times }, () => listen(tokenOf(lucia), stream.cursor())))

  /** A person with a cursor for each stream. */
  const buildStreams = (count: number) =>
    Promise.all(
      Array.from({ length: count }, async () => {
        const { id } = await buildPerson(app)
        return { id, cursor: await currentCursor(app.database, id) }
      }),
    )

  const report = (contributorName: string) => buildReport(app, collectionId, { contributorName })

  /** Expects the stream to end without any change that is made from now on. */
  async function expectNoMore(): Promise<void> {
    await Promise.all(['Uno', 'Dos', 'Tres'].map((name) => report(`Después ${name}`)))
    await until(() => expect(stream.ended()).toBe(true))
    expect(stream.heard.at(-1)).toBe('signed-out')
    expect(stream.text()).not.toContain('Después')
  }

  it('[S6] sends a busy stream nothing more after a sign-out', async () => {
    await lucia.post('/api/logout')
    await expectNoMore()
  })

  it('[S6] sends a busy stream nothing more after all sessions were ended elsewhere', async () => {
    await app.database.query('delete from sessions where user_id = $1', [lucia.id])
    await expectNoMore()
  })

  it('[S6] sends a busy stream nothing more after its session has expired', async () => {
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

  describe('when there are too many', () => {
    const open = (streams: StreamReader[]) => streams.filter((one) => !one.ended())

    it('[S6] ends the oldest stream of a session, with a pause before it may reconnect', async () => {
      const others = await listenTimes(8)
      await until(() => expect(stream.ended()).toBe(true))
      expect(stream.text()).toMatch(/event: too-many-streams\ndata: {"retryAfter":60}\n\n$/)
      await report('Después')
      await until(() => {
        for (const other of others) expect(other.text()).toContain('Después')
      })
      expect(stream.text()).not.toContain('Después')
      for (const other of others) other.hangUp()
    })

    it('[S6] ends the oldest stream of a person, and none of another person', async () => {
      const bruno = await buildPerson(app)
      const brunosCursor = await currentCursor(app.database, bruno.id)
      const brunos = await listen(tokenOf(bruno), brunosCursor)
      const tokens = await Promise.all(
        Array.from({ length: 20 }, () => app.context.sessions.create(lucia.id)),
      )
      const others = await Promise.all(tokens.map((token) => listen(token, stream.cursor())))
      await until(() => expect(stream.ended()).toBe(true))
      expect(open(others)).toHaveLength(20)
      expect(brunos.ended()).toBe(false)
      for (const other of [...others, brunos]) other.hangUp()
    })

    it('[S6] makes room for a stream that has ended', async () => {
      const [first] = await listenTimes(1)
      first?.hangUp()
      const others = await listenTimes(7)
      await report('Después')
      await until(() => expect(stream.text()).toContain('Después'))
      for (const other of others) other.hangUp()
    })
  })

  it('[S6] confirms at once to a replica that it is up to date', async () => {
    const other = await listen(tokenOf(lucia), stream.cursor())
    await until(() => expect(other.heard).toEqual(['beat']))
    other.hangUp()
  })

  describe('without a change', () => {
    /** An app whose heartbeats are due after this time, in ms, instead of 15 s. Its streams are silent. */
    async function listenTo(heartbeat: number) {
      const quiet = await buildApp(await open(), {
        overrides: {
          setTimer: (ms, happen) => setTimer(ms === 15 * SECOND ? heartbeat : ms, happen),
        },
      })
      const bruno = await buildPerson(quiet)
      const cursor = await currentCursor(quiet.database, bruno.id)
      const listenAgain = () => listen(tokenOf(bruno), cursor, quiet)
      return { quiet, bruno, listenAgain, silent: await listenAgain() }
    }

    it('[S6] sends a heartbeat each 15 s, while its session lasts', async () => {
      const { bruno, silent } = await listenTo(50)
      await until(() => expect(silent.heard.slice(0, 3)).toEqual(['beat', 'beat', 'beat']))
      await bruno.post('/api/logout')
      await until(() => expect(silent.ended()).toBe(true))
      expect(silent.heard.at(-1)).toBe('signed-out')
    })

    it('[S6] ends with its client, and leaves no listener and no read of the feed', async () => {
      const { quiet, silent, listenAgain } = await listenTo(DAY)
      const listeners = () => getEventListeners(quiet.context.stopping.signal, 'abort').length
      await until(() => expect(silent.heard).toEqual(['beat']))
      const early = await listenAgain()
      expect(listeners()).toBe(2)
      early.hangUp() // during its first read
      await until(() => expect(listeners()).toBe(1))
      silent.hangUp()
      await until(() => expect(listeners()).toBe(0))
      const queries = vi.spyOn(quiet.database, 'query')
      await until(async () => {
        queries.mockClear()
        await sleep(200) // five reads of an open stream
        expect(queries.mock.calls.filter(([sql]) => sql.includes('from feed f'))).toEqual([])
      })
    })
  })

  it('[S6] reads a change once for all streams of a person', async () => {
    const others = await listenTimes(7)
    const expectAllToHear = (name: string) =>
      until(() => {
        for (const one of [stream, ...others]) expect(one.text()).toContain(name)
      })
    // They were opened at different moments, and reach the same cursor by the first common batch.
    for (const name of ['Primero', 'Segundo']) {
      await report(name)
      await expectAllToHear(name)
    }
    const readings = vi.spyOn(app.database, 'inSnapshotAsMember')
    onTestFinished(() => readings.mockRestore())
    await report('Después')
    await expectAllToHear('Después')
    // The feed may be read twice for one change, before and after its commit.
    expect(readings.mock.calls.length).toBeLessThan(4)
    for (const other of others) other.hangUp()
  })

  it('[S6] ends with a restart when its cursor is of another person', async () => {
    const bruno = await buildPerson(app)
    const brunos = await listen(tokenOf(bruno), stream.cursor())
    await until(() => expect(brunos.ended()).toBe(true))
    expect(brunos.text()).toBe('event: restart\ndata: {"restart":"other-person"}\n\n')
  })

  it('[S6] reads the changes of two people at the same moment, each with their own rows', async () => {
    const bruno = await buildPerson(app)
    const luciasCursor = await currentCursor(app.database, lucia.id)
    const brunosCursor = await currentCursor(app.database, bruno.id)
    const brunosCollection = await buildCollection(app, bruno)
    await report('Para Lucía')
    await buildReport(app, brunosCollection, { contributorName: 'Para Bruno' })
    const changesSince = createSharedChanges(app.database)
    const [lucias, brunos] = await Promise.all([
      changesSince(lucia.id, luciasCursor, { isFirst: false }),
      changesSince(bruno.id, brunosCursor, { isFirst: false }),
    ])
    expect(namesIn(lucias)).toEqual(['Para Lucía'])
    expect(namesIn(brunos)).toEqual(['Para Bruno'])
  })

  it('[S6] leaves half of the connections to other requests', async () => {
    const { connections } = app.database
    const streams = await buildStreams(connections + 1)
    const read = app.database.inSnapshotAsMember
    let running = 0
    let most = 0
    const readings = vi.spyOn(app.database, 'inSnapshotAsMember')
    onTestFinished(() => readings.mockRestore())
    readings.mockImplementation(async (...args) => {
      most = Math.max(most, ++running)
      return read(...args).finally(() => running--)
    })
    const changesSince = createSharedChanges(app.database)
    await Promise.all(
      streams.map(({ id, cursor }, i) => changesSince(id, cursor, { isFirst: i % 2 === 0 })),
    )
    expect(readings).toHaveBeenCalledTimes(streams.length)
    expect(most).toBe(Math.ceil(connections / 2))
  })

  it('[S6] reads a change before the first reads of a crowd of streams', async () => {
    const changesSince = createSharedChanges(app.database)
    const waiting = 100
    const crowd = await buildStreams(app.database.connections + waiting)
    const cursor = await currentCursor(app.database, lucia.id)
    await report('Mientras llegan')
    let firstReads = 0
    const crowdsReads = crowd.map((one) =>
      changesSince(one.id, one.cursor, { isFirst: true }).then(() => firstReads++),
    )
    const change = await changesSince(lucia.id, cursor, { isFirst: false })
    expect(namesIn(change)).toEqual(['Mientras llegan'])
    expect(firstReads).toBeLessThan(waiting) // in one queue, so many would end before the change's read begins
    await Promise.all(crowdsReads)
    expect(firstReads).toBe(crowd.length)
  })

  it.each([
    ['once for each, after an error', '42P01', 8],
    ['never while the database is away, of which the feed writes one line', '08006', 0],
  ])('[S6] logs that streams broke off %s', async (_, code, lines) => {
    const others = await listenTimes(7)
    await report('Antes de todo')
    for (const one of [stream, ...others])
      await until(() => expect(one.text()).toContain('Antes de todo'))
    const logged = app.logged.length
    const readings = vi.spyOn(app.database, 'inSnapshotAsMember')
    onTestFinished(() => readings.mockRestore())
    readings.mockRejectedValue(new DatabaseError('refused', code))
    await report('Después')
    await until(() => expect([stream, ...others].every((one) => one.ended())).toBe(true))
    const brokenOff = app.logged.slice(logged).filter((line) => line.includes('stream broke off'))
    expect(brokenOff).toHaveLength(lines)
  })

  it('[S6] continues when another session of the person ends', async () => {
    const other = await app.context.sessions.create(lucia.id)
    await app.context.sessions.end(other)
    await report('Después')
    await until(() => expect(stream.text()).toContain('Después'))
  })
})

/** The contributors of a batch. */
function namesIn(event: FeedEvent | null): string[] {
  const batch: Batch = JSON.parse(event?.json ?? '{}')
  return (
    batch.tables.contributions?.rows.map(({ contributor_name }) => String(contributor_name)) ?? []
  )
}
