import { cpSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { backUp } from '../../server/backup/back-up.ts'
import { restore } from '../../server/backup/restore.ts'
import type { Database } from '../../server/data/database.ts'
import { localReceiptFiles } from '../../server/data/local-receipt-files.ts'
import { openDatabase, openWithoutMigrating } from '../../server/data/open.ts'
import { configsOf } from '../support/database.ts'
import { buildCollection, buildPerson, buildReport, manualInput } from '../support/people.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { byTier, enginesOfTier } from '../support/tier.ts'
import { until } from '../support/until.ts'
import { buildReplica, openEngine } from './person-replica.ts'
import { buildClient, buildOutbox } from './test-client.ts'

/* [S5, S10] After the server's data were restored, a browser recovers by itself. */

describe.each(enginesOfTier())('a browser whose server, on %s,', (kind) => {
  const configs = configsOf(kind)

  it('was restored from yesterday’s backup, adopts its data, and sends an unsent change once', async () => {
    const config = await configs()
    const folder = mkdtempSync(join(tmpdir(), 'entre-todos-restored-'))
    const { dataDir } = config
    const start = async () => buildApp(await openDatabase(config), { env: { DATA_DIR: dataDir } })
    const files = localReceiptFiles(dataDir)
    const installation = (database: Database) => ({ database, files, dataDir, hasOwnSecret: false })

    let app = await start()
    const front = { ...app, fetch: (...args: Parameters<TestApp['fetch']>) => app.fetch(...args) }
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const engine = await openEngine()
    const replica = await buildReplica(app, lucia, engine)
    const client = buildClient(front, lucia, replica, buildOutbox())
    const total = async () =>
      ((await replica.runQuery('collection', { id: collectionId })) as { confirmedCount: number })
        .confirmedCount
    const add = () => client.mutate('add-manual-contribution', manualInput(collectionId))

    client.start()
    await add()
    await until(() => expect(client.status()).toMatchObject({ connection: 'live', pending: 0 }))
    await backUp(installation(app.database), join(folder, 'yesterday'))

    // The restore loses rows that were stored since the backup, but not unsent changes.
    await buildReport(app, collectionId)
    await until(async () => expect(await total()).toBe(2))
    client.network.goAway()
    await add()
    const sent = client.network.pushes.length
    await app.context.close()
    const database = await openWithoutMigrating(config)
    await restore(installation(database), join(folder, 'yesterday'), { replace: true })
    await database.close()
    app = await start()
    client.network.isAway = false

    await until(() => expect(client.status()).toMatchObject({ connection: 'live', pending: 0 }))
    await until(async () => expect(await total()).toBe(2))
    const rows = await app.database.query(
      'select payment_method as method from contributions where collection_id = $1',
      [collectionId],
    )
    expect(rows).toEqual([{ method: 'Manual' }, { method: 'Manual' }])
    // A response is valid for one connection (S8), so the change may be sent again; it is applied once (S7).
    expect(new Set(client.network.pushes.slice(sent).flat()).size).toBe(1)

    // The stream still works.
    await buildReport(app, collectionId)
    await until(async () => expect(await total()).toBe(3))
    expect(client.faults).toEqual([])
    await client.stop()
    await engine.close()
    await app.context.close()
    rmSync(folder, { recursive: true, force: true })
  })
})

describe('a browser whose server’s folder was copied back', () => {
  const configs = configsOf('embedded')

  const [when, meanwhile] = byTier<[string, number]>({
    test: ['adopts the copy when it reconnects after transaction ids were used again', 40],
    hard: ['adopts the copy when it reconnects before transaction ids were used again', 0],
  })
  it(when, async () => {
    const config = await configs()
    const { dataDir } = config
    const copyDir = `${dataDir}-yesterday`
    const start = async () => buildApp(await openDatabase(config), { env: { DATA_DIR: dataDir } })
    let app = await start()
    const front = { ...app, fetch: (...args: Parameters<TestApp['fetch']>) => app.fetch(...args) }
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const engine = await openEngine()
    const replica = await buildReplica(app, lucia, engine)
    const client = buildClient(front, lucia, replica, buildOutbox())
    client.start()
    await until(() =>
      expect(client.status()).toMatchObject({ connection: 'live', replica: 'ready' }),
    )

    client.network.goAway()
    await app.context.close()
    cpSync(dataDir, copyDir, { recursive: true })
    app = await start()
    client.network.isAway = false
    for (let n = 0; n < 20; n += 1) await buildReport(app, collectionId)
    const total = async () =>
      ((await replica.runQuery('collection', { id: collectionId })) as { confirmedCount: number })
        .confirmedCount
    await until(async () => expect(await total()).toBe(20))

    client.network.goAway()
    await app.context.close()
    rmSync(dataDir, { recursive: true })
    renameSync(copyDir, dataDir)
    app = await start()
    for (let n = 0; n < meanwhile; n += 1) await buildReport(app, collectionId)
    client.network.isAway = false
    await until(async () => expect(await total()).toBe(meanwhile))

    await buildReport(app, collectionId)
    await until(async () => expect(await total()).toBe(meanwhile + 1))
    const otherEngine = await openEngine()
    const fresh = await buildReplica(app, lucia, otherEngine)
    await fresh.fillFromServer()
    expect(await replica.contents()).toEqual(await fresh.contents())
    expect(client.faults).toEqual([])
    await client.stop()
    await engine.close()
    await otherEngine.close()
    await app.context.close()
  })
})
