/* In an outage of the database or of a provider, requests log one line, not one a click. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/free-port.ts'
import type { Database } from '../../server/data/database.ts'
import { DatabaseError } from '../../server/data/database-error.ts'
import { openDatabase } from '../../server/data/open.ts'
import type { SetTimer } from '../../server/domain/set-timer.ts'
import { newId } from '../../shared/id.ts'
import { MINUTE } from '../../shared/time.ts'
import { configsOf, databasesOf } from '../support/database.ts'
import { type Google, startGoogle } from '../support/google.ts'
import { buildPerson, type Person } from '../support/people.ts'
import { buildApp } from '../support/test-app.ts'
import { until } from '../support/until.ts'
import { visitor } from '../support/visitor.ts'

describe.each([
  ['Google', signInWithGoogle, 'google', 'google not asked'],
  ['Mercado Pago', connectSeller, 'seller not connected', 'seller not connected'],
])('clicks that %s is needed for', (_name, click, ofProvider, ofDatabase) => {
  const open = databasesOf('embedded')
  let google: Google
  beforeAll(async () => {
    google = await startGoogle()
  })
  afterAll(() => google.stop())

  it('log one line while the provider cannot be reached, and then their number each minute', async () => {
    const { lucia, lines, endMinute } = await buildWorld(await open())
    for (let time = 0; time < 3; time++) await click(lucia)
    expect(lines()).toMatchObject([{ msg: ofProvider, level: WARN, error: 'fetch failed' }])
    endMinute()
    expect(lines()).toMatchObject([{ error: 'fetch failed', requests: 2 }])
    endMinute()
    await click(lucia)
    expect(lines()).toMatchObject([{ msg: ofProvider }])
  })

  it('log one line while the database cannot be reached', async () => {
    const database = await open()
    let isAway = false
    const query: Database['query'] = (text, params) =>
      isAway && /(delete from|insert into) \w+_attempts/.test(text)
        ? Promise.reject(new DatabaseError('not now', '08006'))
        : database.query(text, params)
    const { lucia, lines } = await buildWorld({ ...database, query }, google.env)
    const address = await addressOf(lucia)
    isAway = true
    for (let time = 0; time < 3; time++) await click(lucia, address)
    expect(lines()).toMatchObject([{ msg: ofDatabase, error: 'not now', code: '08006' }])
  })
})

describe('a PostgreSQL without a free connection', () => {
  const configs = configsOf('postgres')

  it('makes requests fail with 503, and is logged once', async () => {
    const config = await configs()
    const admin = await openDatabase(config)
    // Of a superuser connections are never limited: the role is one only until the server has started.
    const role = `few_${newId().replaceAll('-', '')}`
    await admin.query(`create role ${role} login superuser password '${role}'`)
    const databaseUrl = Object.assign(new URL(config.databaseUrl ?? ''), {
      username: role,
      password: role,
    }).href
    const database = await openDatabase({ ...config, databaseUrl })
    const app = await buildApp(database)
    await admin.query(`alter role ${role} nosuperuser connection limit 0`)
    await admin.query('select pg_terminate_backend(pid) from pg_stat_activity where usename = $1', [
      role,
    ])
    await until(() => expect(database.query('select 1')).rejects.toThrow('too many connections'))
    app.logged.length = 0
    for (let time = 0; time < 3; time++) {
      const { status, body } = await visitor(app).get('/api/users/exists?email=a@example.com')
      expect([status, body.code]).toEqual([503, 'unavailable'])
    }
    expect(app.logged.map((line) => JSON.parse(line))).toMatchObject([
      { msg: 'unexpected error', code: '53300' },
    ])
    await app.context.close()
    await admin.query(`drop role ${role}`)
    await admin.close()
  })
})

const WARN = 40 // pino's level

/** A server of which no provider can be reached, unless `env` says where. */
async function buildWorld(database: Database, env: Record<string, string> = {}) {
  const nobody = `http://127.0.0.1:${await freePort()}`
  const minutes: (() => void)[] = []
  const setTimer: SetTimer = (ms, happen) => {
    if (ms === MINUTE) minutes.push(happen)
    return () => {}
  }
  const app = await buildApp(database, {
    env: {
      GOOGLE_CLIENT_ID: 'entre-todos',
      GOOGLE_CLIENT_SECRET: 'secreto-de-google',
      GOOGLE_ISSUER: nobody,
      MERCADOPAGO_CLIENT_ID: 'entre-todos',
      MERCADOPAGO_CLIENT_SECRET: 'secreto-de-mercado-pago',
      MERCADOPAGO_WEBHOOK_SECRET: 'secreto-de-los-avisos',
      MERCADOPAGO_API_URL: nobody,
      MERCADOPAGO_AUTH_URL: nobody,
      ...env,
    },
    overrides: { setTimer },
  })
  const lucia = await buildPerson(app)
  minutes.length = 0
  return {
    lucia,
    endMinute: () => {
      for (const end of minutes.splice(0)) end()
    },
    lines: () => app.logged.splice(0).map((line) => JSON.parse(line)),
  }
}

async function addressOf(person: Person): Promise<string> {
  return (await person.post('/api/account/mercado-pago/connect')).body.url
}

async function signInWithGoogle(person: Person) {
  const { headers } = await person.get('/api/login/google')
  expect(headers.get('location')).toBe('/login?error=google')
}

/** Comes back from Mercado Pago's page, `address`. */
async function connectSeller(person: Person, address?: string) {
  const state = new URL(address ?? (await addressOf(person))).searchParams.get('state')
  const { headers } = await person.get(`/api/account/mercado-pago/return?code=x&state=${state}`)
  expect(headers.get('location')).toMatch(/mercado-pago=(failed|unavailable)$/)
}
