import { beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { metadataOf, picture } from '../../scripts/receipt-upload.ts'
import { startServer } from '../../scripts/start-server.ts'
import type { Database } from '../../server/data/database.ts'
import { type DatabaseConfig, openDatabase } from '../../server/data/open.ts'
import { today } from '../../shared/dates.ts'
import { DAY } from '../../shared/time.ts'
import { configsOf } from '../support/database.ts'
import { buildCollection, buildPerson, buildReport } from '../support/people.ts'
import { announce, beginUpload } from '../support/receipts.ts'
import { buildApp } from '../support/test-app.ts'

/* main.ts starts every periodic job. The rules of each have tests of their own. */

const SIZE = 20_000 // bytes of a receipt

/** Work that waits, as a query that returns rows until it is done. */
const WORK = {
  'expired session': `select from sessions where expires_at < now()`,
  'expired count': `select from limits where key = 'old'`,
  'expired lease of an upload': `select from upload_locks`,
  'unfinished upload': `select from uploads`,
  'contribution hidden long ago': `select from contributions where deleted_at is not null`,
  'file of a deleted receipt': `select from doomed_files`,
  'payment notice': `select from payment_notices`,
  'reserved amount': `select from reserved_amounts`,
  'old line of the feed': `select from feed where changed_at < now() - interval '31 days'`,
  'overdue colecta': `select from collections where closes_alone`,
  'e-mail that waits': `select from mail_queue where letter = 'confirmation'`,
  'push message that waits': `select from push_arrivals`,
}

describe('a server that starts', () => {
  const configs = configsOf('postgres')
  let config: DatabaseConfig
  let database: Database

  beforeAll(async () => {
    config = await configs()
    const app = await buildApp(await openDatabase(config), { env: { DATA_DIR: config.dataDir } })
    const lucia = await buildPerson(app)
    const collectionId = await buildCollection(app, lucia)
    const { id, capability } = await announce(app, collectionId)
    await beginUpload(app, SIZE, metadataOf(picture(SIZE), capability))
    const hidden = await buildReport(app, collectionId)
    await app.context.close()

    database = await openDatabase(config)
    const age = (statement: string, ...values: string[]) => database.query(statement, values)
    const deadline = today(new Date(Date.now() - 3 * DAY))
    await age(`update sessions set expires_at = now() - interval '1 minute'`)
    await age(`insert into limits values ('old', 1, now() - interval '1 minute')`)
    await age(
      `insert into upload_locks values ($1, gen_random_uuid(), now() - interval '1 minute')`,
      id,
    )
    await age(`update uploads set created_at = now() - interval '2 days'`)
    await age(
      `update contributions set deleted_at = now() - interval '31 days' where id = $1`,
      hidden,
    )
    await age(`insert into doomed_files values ('a/b.png')`)
    await age(`insert into payment_notices values ('1', now() - interval '30 days')`)
    await age(
      `insert into reserved_amounts
       values (gen_random_uuid(), $1, $2, 'a', 1000, 1000.37, now() - interval '1 minute')`,
      ...[collectionId, lucia.id],
    )
    await age(`update feed set changed_at = now() - interval '40 days'`)
    await age(`update collections set closes_alone = true, deadline = $1`, deadline)
    await age('insert into push_arrivals values ($1, $2)', id, collectionId)
    await age(
      `insert into mail_queue (id, letter, email, created_at, next_try_at)
       values (gen_random_uuid(), 'confirmation', $1, now(), now())`,
      lucia.email,
    )
    return () => database.close()
  })

  async function waiting(): Promise<string[]> {
    const found: string[] = []
    for (const [name, query] of Object.entries(WORK)) {
      if ((await database.query(query)).length > 0) found.push(name)
    }
    return found
  }

  it('does all periodic work that waits', async () => {
    expect(await waiting()).toEqual(Object.keys(WORK))

    const { dataDir, databaseUrl } = config
    const server = await startServer({ dataDir, env: { DATABASE_URL: databaseUrl } })
    onTestFinished(async () => void (await server.stop()))
    await expect.poll(waiting).toEqual([])
  })
})
