import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { Upload } from '@tus/server'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { metadataOf, picture } from '../../scripts/receipt-upload.ts'
import { type DatabaseConfig, openDatabase } from '../../server/data/open.ts'
import { deleteDoomedFiles } from '../../server/domain/account-deletion.ts'
import { reconcilePayments } from '../../server/domain/payments/reconcile-payments.ts'
import { admitUpload } from '../../server/domain/receipts/receipt-uploads.ts'
import { sweepUploads } from '../../server/domain/receipts/sweep-uploads.ts'
import { changesSince, currentCursor } from '../../server/domain/sync/changes.ts'
import { FEED_KEPT, trimFeed } from '../../server/domain/sync/trim-feed.ts'
import { configsOf } from '../support/database.ts'
import { untilFeedIsPast } from '../support/held-transaction.ts'
import { type MercadoPago, startMercadoPago } from '../support/mercado-pago.ts'
import { buildCollection, buildPerson, type Person, reportInput } from '../support/people.ts'
import { announce } from '../support/receipts.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { visitor } from '../support/visitor.ts'

/*
 * Concurrent work of several processes on one PostgreSQL and one data folder, each with its own connections.
 * Limits: limits.test.ts; streams: sync/several-servers.test.ts; uploads:
 * uploads-on-several-processes.test.ts.
 */

const PROCESSES = 3
const SIZE = 20_000 // bytes of a receipt

describe('several processes on one PostgreSQL', () => {
  const configs = configsOf('postgres')
  let config: DatabaseConfig
  let provider: MercadoPago
  let apps: TestApp[]
  let near: TestApp
  let lucia: Person
  let collectionId: string

  beforeAll(async () => {
    config = await configs()
    provider = await startMercadoPago()
    const env = { DATA_DIR: config.dataDir, RATE_LIMITS: 'off', ...provider.env }
    apps = []
    for (let n = 0; n < PROCESSES; n++) {
      apps.push(await buildApp(await openDatabase(config), { env }))
    }
    ;[near] = apps as [TestApp]
    lucia = await buildPerson(near)
    collectionId = await buildCollection(near, lucia)
  })
  afterAll(async () => {
    for (const { context } of apps) await context.close()
    await provider.stop()
  })

  const allAtOnce = <T>(work: (app: TestApp) => Promise<T>) => Promise.all(apps.map(work))

  it('[A1] share sessions: a person signed in at one is signed in at all, until they sign out at another', async () => {
    const cookie = { cookie: `session=${lucia.cookies.get('session')}` }
    const emails = () =>
      allAtOnce(async (app) => {
        const { body } = await visitor(app).send('GET', '/api/session', undefined, cookie)
        return body.user?.email ?? null
      })
    expect(await emails()).toEqual([lucia.email, lucia.email, lucia.email])

    const beto = await buildPerson(near)
    cookie.cookie = `session=${beto.cookies.get('session')}`
    expect(await emails()).toEqual([beto.email, beto.email, beto.email])
    await visitor(apps[1] as TestApp).send('POST', '/api/logout', {}, cookie)
    expect(await emails()).toEqual([null, null, null])
  })

  it('send each letter once', async () => {
    const people = await Promise.all(Array.from({ length: 60 }, () => buildPerson(near)))
    for (const { email } of people) {
      await near.context.mailQueue.add(near.database, 'recovery', email)
    }
    const sent = await allAtOnce((app) => app.sent())
    expect(
      sent
        .flat()
        .map(({ to }) => to)
        .sort(),
    ).toEqual(people.map(({ email }) => email).sort())
    expect(await near.database.query('select from mail_queue')).toEqual([])
  })

  it('ask the provider once for each payment that is due', async () => {
    await provider.connect(lucia)
    const references: string[] = []
    for (let n = 0; n < 20; n++) {
      const input = reportInput({ paymentMethod: 'MercadoPago' })
      const { body } = await visitor(near).post(`/api/collections/${collectionId}/checkout`, input)
      references.push(body.reference)
      provider.pay(body.reference, 'approved')
    }
    provider.calm()
    const inAMoment = new Date(Date.now() + 5 * 60_000)
    await allAtOnce(({ context }) => reconcilePayments({ ...context, now: () => inAMoment }))
    expect(provider.asked).toEqual(references.map(() => 'GET /v1/payments/search'))
    for (const reference of references) {
      const { body } = await visitor(near).get(`/api/payments/${reference}`)
      expect(body.state).toBe('confirmed')
    }
  })

  it('[S5] trim the feed together, and a recent cursor stays valid', async () => {
    const { database, clock } = near
    await database.query(
      `insert into feed (person_id, table_name, row_id, changed_at)
       select $1, 'contributions', gen_random_uuid(), $2
       from generate_series(1, 5000)`,
      [lucia.id, new Date(clock.now().getTime() - FEED_KEPT - 60_000).toISOString()],
    )
    await untilFeedIsPast(database)
    const cursor = await currentCursor(database, lucia.id)
    const reported = reportInput()
    await visitor(near).post(`/api/collections/${collectionId}/contributions`, reported)
    await untilFeedIsPast(database)
    await allAtOnce((app) => trimFeed(app.database, { now: clock.now() }))
    const [left] = await database.query(
      'select count(*) as lines from feed where changed_at < $1',
      [new Date(clock.now().getTime() - FEED_KEPT).toISOString()],
    )
    expect(left).toEqual({ lines: 0 })
    expect(await changesSince(database, lucia.id, cursor)).toMatchObject({
      tables: { contributions: { rows: [{ id: reported.id }] } },
    })
  })

  describe('[R6] sweep together', () => {
    let uploads: string
    beforeAll(() => {
      uploads = join(config.dataDir, 'uploads')
    })

    /** An upload of yesterday with this many bytes, whose sender never returned. */
    async function abandoned(bytes: number) {
      const { files } = near.context
      const receipt = picture(SIZE)
      const report = await announce(near, collectionId)
      const metadata = metadataOf(receipt, report.capability)
      const { id } = await admitUpload(near.context, metadata, SIZE)
      await files.uploads.create(new Upload({ id, size: SIZE, offset: 0 }))
      await files.uploads.write(Readable.from([receipt.subarray(0, bytes)]), id, 0)
      return { id, contributionId: report.id, rest: receipt.subarray(bytes) }
    }

    /** Which of them became receipts. */
    async function attached(uploads: { contributionId: string }[]): Promise<boolean[]> {
      const rows = await near.database.query<{ id: string }>(
        'select contribution_id as id from receipts',
      )
      return uploads.map(({ contributionId }) => rows.some(({ id }) => id === contributionId))
    }

    it('unfinished uploads, and finish complete ones: each once', async () => {
      const whole = await Promise.all(Array.from({ length: 8 }, () => abandoned(SIZE)))
      const half = await Promise.all(Array.from({ length: 8 }, () => abandoned(SIZE / 2)))
      await near.database.query(`update uploads set created_at = created_at - interval '25 hours'`)
      const young = await abandoned(SIZE / 2)

      const swept = await allAtOnce(({ context }) => sweepUploads(context))
      expect(swept.reduce((sum, own) => sum + own)).toBe(half.length)
      expect(await attached(whole)).toEqual(whole.map(() => true))
      expect(await attached([...half, young])).not.toContain(true)
      expect(readdirSync(uploads).sort()).toEqual([young.id, `${young.id}.json`])
      expect(await near.database.query('select id from uploads')).toEqual([{ id: young.id }])
      expect(await near.database.query('select from upload_locks')).toEqual([])

      const paths = await near.database.query<{ path: string }>('select path from receipts')
      const kept = readdirSync(join(config.dataDir, 'receipts', collectionId))
      expect(kept.map((name) => `${collectionId}/${name}`).sort()).toEqual(
        paths.map(({ path }) => path).sort(),
      )
    })

    it('leave an upload in progress alone until it is complete', async () => {
      const { uploadLocks, files } = near.context
      const late = await abandoned(SIZE / 2)
      await near.database.query(
        `update uploads set created_at = created_at - interval '25 hours' where id = $1`,
        [late.id],
      )
      let swept: Promise<unknown> = Promise.resolve()
      await uploadLocks.withLock(late.id, async () => {
        swept = allAtOnce(({ context }) => sweepUploads(context))
        await expect
          .poll(() => near.database.query('select from upload_locks where is_wanted'))
          .toHaveLength(1)
        await files.uploads.write(Readable.from([late.rest]), late.id, SIZE / 2)
      })
      await swept
      expect(await attached([late])).toEqual([true])
    })

    it('files without a row', async () => {
      const strays = Array.from({ length: 5 }, (_, n) => join(uploads, `stray-${n}`))
      for (const stray of strays) {
        writeFileSync(stray, 'left by a crash')
        utimesSync(stray, 0, 0)
      }
      await allAtOnce(({ context }) => sweepUploads(context))
      expect(strays.filter((stray) => existsSync(stray))).toEqual([])
    })

    it('files whose rows were deleted', async () => {
      const { files } = near.context
      const paths = Array.from({ length: 20 }, (_, n) => `${collectionId}/gone-${n}.png`)
      for (const path of paths) {
        await files.put(path, new Uint8Array(picture(100)))
        await near.database.query('insert into doomed_files (path) values ($1)', [path])
      }
      await allAtOnce(({ context }) => deleteDoomedFiles(context))
      expect(await near.database.query('select from doomed_files')).toEqual([])
      const kept = readdirSync(join(config.dataDir, 'receipts', collectionId))
      expect(kept.filter((name) => name.startsWith('gone'))).toEqual([])
    })
  })
})
