import { join } from 'node:path'
import postgres from 'postgres'
import { DurableNodeFS } from '../../server/data/durable-node-fs.ts'
import type { DatabaseConfig } from '../../server/data/open.ts'
import { startPglite } from '../../server/data/start-pglite.ts'
import { insertStatement } from '../../server/domain/reports.ts'
import type { Statement } from '../../shared/sql.ts'
import { fold } from '../../shared/text.ts'
import { guestReport } from './send-reports.ts'

const SECONDS = 5
const CONNECTIONS = 10 // as many as the server has
const CONCURRENT_INSERTS = 40

/**
 * Returns how many reports a second the driver alone inserts, by the server's own statement with one report each and
 * with the server's durability.
 */
export async function rawInserts(
  { databaseUrl, dataDir }: DatabaseConfig,
  collectionIds: readonly string[],
): Promise<number> {
  const driver = databaseUrl ? rawPostgres(databaseUrl) : await rawPglite(dataDir)
  try {
    await insertFor(1, driver.run, collectionIds) // not measured: plans and caches are filled
    return await insertFor(SECONDS, driver.run, collectionIds)
  } finally {
    await driver.close()
  }
}

interface Driver {
  run(statement: Statement): Promise<unknown>
  close(): Promise<void>
}

async function rawPglite(dataDir: string): Promise<Driver> {
  const pglite = await startPglite(new DurableNodeFS(join(dataDir, 'postgres')))
  return {
    run: ({ text, params }) => pglite.query(text, [...params]),
    close: () => pglite.close(),
  }
}

function rawPostgres(url: string): Driver {
  const sql = postgres(url, { max: CONNECTIONS })
  return {
    run: ({ text, params }) => sql.unsafe(text, params as string[], { prepare: true }),
    close: () => sql.end(),
  }
}

async function insertFor(
  seconds: number,
  run: Driver['run'],
  collectionIds: readonly string[],
): Promise<number> {
  const began = performance.now()
  const until = began + seconds * 1000
  let done = 0
  const insert = async () => {
    while (performance.now() < until) {
      await run(insertion(done, collectionIds))
      done += 1
    }
  }
  await Promise.all(Array.from({ length: CONCURRENT_INSERTS }, insert))
  return (done * 1000) / (performance.now() - began)
}

function insertion(turn: number, collectionIds: readonly string[]): Statement {
  const report = guestReport(turn)
  return insertStatement([
    {
      ...report,
      folded: fold(report.contributorName),
      collectionId: collectionIds[turn % collectionIds.length] ?? '',
      contributorId: null,
      reference: null,
      repeatHash: null,
      mayCount: true,
      at: new Date().toISOString(),
    },
  ])
}
