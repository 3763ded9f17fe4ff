import { setTimeout as sleep } from 'node:timers/promises'
import { brotliDecompressSync, unzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { metadataOf, picture } from '../../scripts/receipt-upload.ts'
import { issueEmailToken } from '../../server/domain/email-tokens.ts'
import { hashPassword } from '../../server/domain/passwords.ts'
import { currentCursor } from '../../server/domain/sync/changes.ts'
import { readCursors, writeCursor } from '../../server/domain/sync/cursor.ts'
import {
  type ArbitraryRequest,
  arbitraryRequest,
  inWorld,
  type World,
} from '../support/arbitrary-requests.ts'
import { makePages } from '../support/make-pages.ts'
import {
  buildCollection,
  buildManualContribution,
  buildPerson,
  type Person,
} from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { byTier, eachEngineWhenHard } from '../support/tier.ts'

/*
 * A9: invalid requests to every route. A response that refuses has a sentence and a code, and none shows an internal
 * error.
 */

const REQUESTS = byTier({ test: 300, hard: 5_000 })
/** Five thousand requests take minutes. */
const timeout = byTier({ test: 30_000, hard: 300_000 }) // ms
/** Requests between two fresh sets of data: a request may end a session or delete a row. */
const IN_ONE_WORLD = 50

/** Texts of internal errors of an engine, a library or Node. */
const INSIDES =
  /\n\s+at .+:\d+|node_modules|syntax error at|violates|relation "|column "|invalid input syntax|unterminated|out of range for|duplicate key|Invalid input|TypeError|is not a function/i

const printed = vi.spyOn(console, 'error')
afterAll(() => printed.mockRestore())

eachEngineWhenHard((open) => {
  let app: TestApp
  let stranger: Person
  let foreignCollection: string
  let passwordHash: string

  beforeAll(async () => {
    const env = {
      GOOGLE_CLIENT_ID: 'x',
      GOOGLE_CLIENT_SECRET: 'x',
      WALLET_REDIRECT_URL: 'https://billetera.example/',
      WALLET_WEBHOOK_SECRET: 'x'.repeat(32),
    }
    app = await buildApp(await open(), { env, pagesFolder: makePages() })
    passwordHash = await hashPassword('un mate por favor')
    stranger = await buildPerson(app)
    foreignCollection = await buildCollection(app, stranger)
  })

  it(`[A9] responds to ${REQUESTS} generated requests without an internal error, a stack or SQL`, {
    timeout,
  }, async () => {
    const statuses: Record<number, number> = {}
    const routes = app.routes.filter(({ method }) => method !== 'ALL')
    let world = await buildWorld()
    let asked = 0
    await fc.assert(
      fc.asyncProperty(arbitraryRequest(routes), async (request) => {
        if (++asked % IN_ONE_WORLD === 0) world = await buildWorld()
        const status = await checkAnswer(inWorld(request, world))
        statuses[status] = (statuses[status] ?? 0) + 1
      }),
      { numRuns: REQUESTS },
    )
    console.log(app.database.engine, statuses)
  })

  /** Adds a new person with one row of each kind. */
  async function buildWorld(): Promise<World> {
    const person = await buildPerson(app)
    await app.database.query('insert into passwords (user_id, hash) values ($1, $2)', [
      person.id,
      passwordHash,
    ])
    const collection = await buildCollection(app, person)
    const announced = await announce(app, collection)
    const metadata = metadataFor(picture(100), announced.capability)
    const upload = await createUpload({ 'upload-length': '100', 'upload-metadata': metadata })
    const receipt = await attachReceipt(collection)
    const { body } = await person.get(`/api/receipts/${receipt}/url`)
    const { database, clock } = app
    return {
      person: person.id,
      stranger: stranger.id,
      email: person.email,
      strangersEmail: stranger.email,
      session: person.cookies.get('session') ?? '',
      collection,
      foreignCollection,
      contribution: await buildManualContribution(person, collection),
      receipt,
      receiptAddress: body.url,
      upload: upload.headers.get('location')?.split('/').at(-1) ?? '',
      metadata,
      cursor: await currentCursor(database, person.id),
      oddCursor: oddCursor(await currentCursor(database, person.id)),
      token: (await issueEmailToken(database, person, 'recover', clock.now())) ?? '',
    }
  }

  async function attachReceipt(collection: string): Promise<string> {
    const bytes = picture(100)
    const { id, capability } = await announce(app, collection)
    const headers = {
      'upload-length': String(bytes.length),
      'upload-metadata': metadataFor(bytes, capability),
      'content-type': 'application/offset+octet-stream',
    }
    expect((await createUpload(headers, bytes)).status).toBe(201)
    return id
  }

  async function createUpload(headers: Record<string, string>, bytes?: Buffer) {
    return app.fetch('/api/uploads', {
      method: 'POST',
      headers: { 'tus-resumable': '1.0.0', ...headers },
      ...(bytes ? { body: new Uint8Array(bytes) } : {}),
    })
  }

  async function checkAnswer(request: ArbitraryRequest): Promise<number> {
    const { path, ...init } = request
    const url = `http://localhost:3000${path}`
    const logged = app.logged.length
    const answer = await app.fetch(url, init)
    const text = await textOf(answer)
    const told = { request, status: answer.status, text: text.slice(0, 500) }
    const faults = [
      ...app.logged.slice(logged).filter((line) => JSON.parse(line).level >= 50),
      ...printed.mock.calls.splice(0),
    ]

    expect(answer.status, JSON.stringify([told, faults])).toBeLessThan(500)
    expect(faults, JSON.stringify(told)).toEqual([])
    expect(text, JSON.stringify(told)).not.toMatch(INSIDES)
    if (answer.status >= 400 && text !== '' && new URL(url).pathname.startsWith('/api/')) {
      const { error, code, field, ...more } = JSON.parse(text)
      expect([typeof error, code, field ?? '', more], JSON.stringify(told)).toEqual([
        'string',
        expect.stringMatching(/^[a-z-]+$/),
        expect.any(String),
        {},
      ])
    }
    return answer.status
  }
})

/** A stream has no end, so its first bytes are enough. */
async function textOf(answer: Response): Promise<string> {
  if (!answer.headers.get('content-type')?.startsWith('text/event-stream')) {
    return decoded(answer.headers.get('content-encoding'), await answer.arrayBuffer())
  }
  const reader = answer.body?.getReader()
  const first = await Promise.race([reader?.read(), sleep(20, undefined)])
  await reader?.cancel()
  return Buffer.from(first?.value ?? []).toString()
}

function decoded(encoding: string | null, bytes: ArrayBuffer): string {
  const buffer = Buffer.from(bytes)
  if (encoding === null || buffer.length === 0) return buffer.toString()
  return (encoding === 'br' ? brotliDecompressSync(buffer) : unzipSync(buffer)).toString()
}

function metadataFor(bytes: Buffer, capability: string): string {
  const pairs = Object.entries(metadataOf(bytes, capability))
  return pairs.map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`).join(',')
}

const ODD_SNAPSHOTS = ['5:1:', '1:9:7,3', '99999999999999999999:99999999999999999999:', '0:0:']
let turn = 0

/** Returns a cursor with the right person and database, at a position that never existed. */
function oddCursor(cursor: string): string {
  const [parts] = readCursors(cursor) ?? []
  if (!parts) throw new Error('No cursor')
  return writeCursor({ ...parts, snapshot: ODD_SNAPSHOTS[++turn % ODD_SNAPSHOTS.length] ?? '' })
}
