import { describe, expect, it, onTestFinished } from 'vitest'
import { startServer } from '../../scripts/start-server.ts'
import { openDatabase } from '../../server/data/open.ts'
import { newId } from '../../shared/id.ts'
import { configsOf } from '../support/database.ts'
import { buildCollection, buildMember, buildPerson } from '../support/people.ts'
import { buildApp } from '../support/test-app.ts'
import { byTier, eachEngineWhenHard, isHard } from '../support/tier.ts'
import { visitor } from '../support/visitor.ts'

/* A2: the time of a sign-in does not reveal whether an account exists, and argon2id does not delay other requests. */

const PASSWORD = 'un mate por favor'
const ROUNDS = byTier({ test: 12, hard: 40 })
/** Without the hash a response would take a tenth of the time. Kinds of accounts differ by a row or two. */
const LARGEST_RATIO = 1.5

const CROWD = 200
/** While the crowd signs in, others get at least this many responses, and wait at most these parts of its time. */
const LEAST_ANSWERS = 5
const USUAL_WAIT = 1 / 4
const LONGEST_WAIT = 1 / 2

let addresses = 0
/** Headers of a proxy. Each request has another address, so that no limit per address is reached. */
const fromElsewhere = () => ({
  'x-forwarded-for': `100.64.${++addresses >> 8}.${addresses & 255}`,
})

eachEngineWhenHard((open, engine) => {
  it('[A2] a wrong password takes as long as an unknown e-mail', async () => {
    const app = await buildApp(await open(), { env: { TRUSTED_PROXY: '1' } })
    const unconfirmed = await buildMember(app, PASSWORD)
    await app.database.query('update users set email_confirmed_at = null where id = $1', [
      unconfirmed.id,
    ])
    const emails = {
      known: (await buildMember(app, PASSWORD)).email,
      unknown: `${newId()}@example.com`,
      unconfirmed: unconfirmed.email,
      'without a password': (await buildPerson(app)).email,
    }
    // Processor time and its least value: how long one waits also depends on what else the machine does.
    const least = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const [kind, email] of Object.entries(emails)) {
        const guest = visitor(app, fromElsewhere())
        const before = process.cpuUsage()
        const { status } = await guest.post('/api/login', { email, password: 'otra cosa' })
        const { user, system } = process.cpuUsage(before)
        least.set(kind, Math.min(least.get(kind) ?? Infinity, (user + system) / 1000))
        expect(status).toBe(401)
      }
    }
    console.log(engine, Object.fromEntries(least))
    const all = [...least.values()]
    expect(Math.max(...all) / Math.min(...all)).toBeLessThan(LARGEST_RATIO)
  })

  describe.runIf(isHard)('[A2] a crowd that signs in at once', () => {
    const configs = configsOf(engine)

    it('is signed in, and does not delay other requests', async () => {
      // 1. Half of them have the right password; one person is signed in already.
      const config = await configs()
      const app = await buildApp(await openDatabase(config))
      const lucia = await buildPerson(app)
      const collectionId = await buildCollection(app, lucia)
      const members = await Promise.all(
        Array.from({ length: CROWD / 2 }, () => buildMember(app, PASSWORD)),
      )
      const token = await app.context.sessions.create(lucia.id, 'Prueba')
      await app.context.close()

      const { databaseUrl: DATABASE_URL } = config
      const server = await startServer({
        dataDir: config.dataDir,
        env: { TRUSTED_PROXY: '1', ...(DATABASE_URL ? { DATABASE_URL } : {}) },
      })
      onTestFinished(() => server.kill())
      const front = {
        fetch: (path: string, init?: RequestInit) => fetch(server.origin + path, init),
      }

      const signIn = async (email: string, password: string) => {
        const answer = await visitor(front, fromElsewhere()).post('/api/login', { email, password })
        return answer.status
      }
      const insider = visitor(front, { authorization: `Bearer ${token}` })
      const others = {
        health: () => insider.get('/api/health'),
        'a collection': () => visitor(front).get(`/api/collections/${collectionId}`),
        'a query': () => insider.query('my-collections'),
      }
      // A server that has just started is slow at what it does for the first time.
      for (let n = 0; n < 20; n += 1) for (const ask of Object.values(others)) await ask()

      // 2. All sign in at once.
      const start = performance.now()
      let underWay = CROWD
      const crowd = members.flatMap(({ email }, index) => [
        [email, PASSWORD, 200] as const,
        [index % 2 ? email : `${newId()}@example.com`, 'otra cosa', 401] as const,
      ])
      const signIns = crowd.map(async ([email, password]) => {
        const status = await signIn(email, password)
        underWay -= 1
        return status
      })

      // 3. Others send requests until the last sign-in has ended.
      const askAgain = async (ask: () => Promise<{ status: number }>) => {
        const waits: number[] = []
        while (underWay > 0) {
          const asked = performance.now()
          expect((await ask()).status).toBe(200)
          waits.push(performance.now() - asked)
        }
        return waits
      }
      const waits = await Promise.all(Object.values(others).map(askAgain))

      expect(await Promise.all(signIns)).toEqual(crowd.map(([, , status]) => status))
      const whole = performance.now() - start
      for (const [index, name] of Object.keys(others).entries()) {
        const all = waits[index] ?? []
        const [longest, middle] = [Math.max(...all), quantile(all, 1 / 2)]
        console.log(
          `${engine}, ${name} beside ${CROWD} sign-ins of ${whole.toFixed(0)} ms: ` +
            `${all.length} times, median ${middle.toFixed(0)} ms, longest ${longest.toFixed(0)} ms`,
        )
        expect(all.length).toBeGreaterThan(LEAST_ANSWERS)
        expect(middle).toBeLessThan(whole * USUAL_WAIT)
        expect(longest).toBeLessThan(whole * LONGEST_WAIT)
      }
    })
  })
})

function quantile(all: readonly number[], share: number): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length * share)] ?? Number.NaN
}
