import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { withoutIdleReads } from '../../scripts/simulate/server.ts'
import type { Database } from '../../server/data/database.ts'
import { setTimer } from '../../server/domain/set-timer.ts'
import { createFeedTail, type FeedTail } from '../../server/domain/sync/feed-tail.ts'
import { eachEngine } from '../support/database.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'

const SOON = 20 // ms
const NEVER = 60 * 60 * 1000 // ms: only `wake` reads

eachEngine((open) => {
  let app: TestApp
  let lucia: Person
  let julieta: Person
  let tail: FeedTail
  /** Number of the tail's queries. */
  let asked: number
  const onFault = vi.fn()
  const onRecovery = vi.fn()
  const onLag = vi.fn()

  beforeAll(async () => {
    app = await buildApp(await open())
    lucia = await buildPerson(app)
    julieta = await buildPerson(app)
  })
  afterEach(async () => {
    await tail.close()
    vi.clearAllMocks()
  })

  function start(everyMs: number, query = app.database.query.bind(app.database)): void {
    asked = 0
    const counted: Database['query'] = (...question) => {
      asked++
      return query(...question)
    }
    tail = createFeedTail(
      { ...app.database, query: counted },
      { setTimer, onFault, onRecovery, onLag, everyMs },
    )
  }

  /** A database whose queries wait while the test holds it. */
  function holdableLine() {
    let held = Promise.resolve()
    let release = () => {}
    return {
      hold() {
        held = new Promise((resolve) => {
          release = resolve
        })
      },
      release: () => release(),
      query: (async (...question) => {
        await held
        return app.database.query(...question)
      }) as Database['query'],
    }
  }

  /** A listener after the first read, which notifies every listener. */
  async function listener(person: Person) {
    const changed = vi.fn()
    const stop = tail.listen(person.id, changed)
    await expect.poll(() => changed.mock.calls.length).toBe(1)
    changed.mockClear()
    return { changed, stop }
  }

  it('notifies the people whose rows changed, and measures the lag', async () => {
    start(SOON)
    const [hers, others] = [await listener(lucia), vi.fn()]
    tail.listen(julieta.id, others)
    expect(onLag).not.toHaveBeenCalled()
    await buildCollection(app, lucia)
    await expect.poll(() => hers.changed.mock.calls.length).toBeGreaterThan(0)
    expect(others).not.toHaveBeenCalled()
    const [lag] = onLag.mock.calls[0] ?? []
    expect(lag).toBeGreaterThan(0)
    expect(lag).toBeLessThan(20) // seconds
    await buildCollection(app, julieta)
    await expect.poll(() => others.mock.calls.length).toBeGreaterThan(0)
    expect(onFault).not.toHaveBeenCalled()
  })

  it('ignores the changes of people who do not listen', async () => {
    start(SOON)
    const { changed } = await listener(lucia)
    await buildCollection(app, await buildPerson(app))
    const before = asked
    await expect.poll(() => asked).toBeGreaterThan(before + 3)
    expect(changed).not.toHaveBeenCalled()
    expect(onFault).not.toHaveBeenCalled()
  })

  it('reads the feed without a measurement of the lag', async () => {
    tail = createFeedTail(app.database, { setTimer, onFault, everyMs: SOON })
    const { changed } = await listener(lucia)
    await buildCollection(app, lucia)
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0)
    expect(onFault).not.toHaveBeenCalled()
  })

  it('notifies again only of new changes', async () => {
    start(SOON)
    const { changed } = await listener(lucia)
    await buildCollection(app, lucia)
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0)
    const [told, before] = [changed.mock.calls.length, asked]
    await expect.poll(() => asked).toBeGreaterThan(before + 3)
    expect(changed).toHaveBeenCalledTimes(told)
  })

  it('reads nothing without listeners, and notifies the first one at once', async () => {
    start(SOON)
    tail.wake()
    expect(asked).toBe(0)
    const { stop } = await listener(lucia)
    stop()
    await expect.poll(() => soonSilent()).toBe(true)
    await buildCollection(app, lucia)
    const before = asked
    tail.wake()
    expect(asked).toBe(before)
    await listener(lucia)
    expect(onLag).not.toHaveBeenCalled()
  })

  /** Returns whether no query ran during the time of some reads. */
  async function soonSilent(): Promise<boolean> {
    const before = asked
    await new Promise((resolve) => setTimeout(resolve, 5 * SOON))
    return asked === before
  }

  it('notifies each listener of a person until it stops', async () => {
    start(SOON)
    const first = await listener(lucia)
    const second = vi.fn()
    const stopSecond = tail.listen(lucia.id, second)
    first.stop()
    await buildCollection(app, lucia)
    await expect.poll(() => second.mock.calls.length).toBeGreaterThan(0)
    expect(first.changed).not.toHaveBeenCalled()
    stopSecond()
    stopSecond() // once is enough, twice does no harm
    const third = vi.fn()
    tail.listen(lucia.id, third)
    first.stop()
    await expect.poll(() => third.mock.calls.length).toBeGreaterThan(0)
    third.mockClear()
    await buildCollection(app, lucia)
    await expect.poll(() => third.mock.calls.length).toBeGreaterThan(0)
  })

  it('reads at once when woken, and again when woken while it reads', async () => {
    const line = holdableLine()
    start(NEVER, line.query)
    const { changed } = await listener(lucia)
    await buildCollection(app, lucia)
    tail.wake()
    await expect.poll(() => changed.mock.calls.length).toBe(1)

    line.hold()
    const before = asked
    tail.wake()
    await expect.poll(() => asked).toBe(before + 1)
    tail.wake()
    tail.wake()
    line.release()
    await expect.poll(() => asked).toBe(before + 2)
  })

  /** Lucía listens, and then readings fail until the database comes back. */
  async function listenToFailing() {
    let isAway = false
    start(SOON, (...question) =>
      isAway ? Promise.reject(new Error('away')) : app.database.query(...question),
    )
    const { changed } = await listener(lucia)
    const goAway = async () => {
      isAway = true
      const before = asked
      await expect.poll(() => asked).toBeGreaterThan(before + 3)
    }
    await goAway()
    const comeBack = () => {
      isAway = false
    }
    return { changed, goAway, comeBack }
  }

  it('continues after failed readings, and reports an outage and its end once each', async () => {
    const { changed, goAway, comeBack } = await listenToFailing()
    await buildCollection(app, lucia)
    expect(onFault).toHaveBeenCalledOnce()
    expect(onRecovery).not.toHaveBeenCalled()
    comeBack()
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(0)
    const before = asked
    await expect.poll(() => asked).toBeGreaterThan(before + 3)
    expect(onRecovery).toHaveBeenCalledOnce()
    await goAway()
    expect(onFault).toHaveBeenCalledTimes(2)
  })

  it('notifies everyone after a failed reading, because the database may have been restored', async () => {
    const { changed, comeBack } = await listenToFailing()
    const before = changed.mock.calls.length
    comeBack()
    await expect.poll(() => changed.mock.calls.length).toBeGreaterThan(before)
  })

  it('stops after the current read', async () => {
    const line = holdableLine()
    start(NEVER, line.query)
    await listener(lucia)
    line.hold()
    tail.wake()
    tail.wake() // to be read again, were it not closed
    let hasEnded = false
    const ended = tail.close().then(() => {
      hasEnded = true
    })
    await app.database.query('select 1')
    expect(hasEnded).toBe(false)
    const before = asked
    line.release()
    await ended
    tail.wake()
    tail.listen(lucia.id, vi.fn())
    expect(await soonSilent()).toBe(true)
    expect(asked).toBe(before)
  })

  it('is read by the simulation once while nobody writes', async () => {
    const query = vi.fn(app.database.query.bind(app.database))
    const changed = vi.fn()
    const idle = withoutIdleReads({ ...app.database, query } as Database)
    tail = createFeedTail(idle, { setTimer, onFault, everyMs: SOON })
    tail.listen(lucia.id, changed)
    await vi.waitFor(() => expect(changed).toHaveBeenCalled())
    await new Promise((resolve) => setTimeout(resolve, 10 * SOON))
    expect(query).toHaveBeenCalledOnce()
  })
})
