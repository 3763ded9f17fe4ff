import { chmodSync } from 'node:fs'
import { join } from 'node:path'
import type { DatabaseConfig } from '../../server/data/open.ts'
import { newId } from '../../shared/id.ts'
import { fillDatabase } from '../seed/fill-database.ts'
import { startPostgres } from '../start-postgres.ts'
import { startUnlimitedServer } from '../start-server.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { withDatabase } from '../with-database.ts'
import { rawInserts } from './raw-inserts.ts'
import { type ReportRate, sendReports } from './send-reports.ts'

const CONTRIBUTIONS = 100_000
const COLECTAS = 100
/** So many that none reaches its rate limit. */
const ADDRESSES = 1_000_000
/** Limit of the 99th percentile. */
const MAX_P99_MS = 150
const GUESTS = [8, 16, 32, 64, 128, 256]
const SECONDS = { warmUp: 2, trial: 2, measurement: 6 }

/**
 * Returns the reports per second on either engine while 99 in 100 responses take at most MAX_P99_MS: with and without
 * rate limits, and compared with the driver alone.
 */
export async function measureServerReports(): Promise<Record<string, number>> {
  return { ...(await measureOn('embedded')), ...(await measureOn('postgres')) }
}

async function measureOn(engine: 'embedded' | 'postgres'): Promise<Record<string, number>> {
  const folder = makeTemporaryFolder()
  chmodSync(folder, 0o711) // PostgreSQL runs as another user, who must be able to enter
  const postgres = engine === 'postgres' ? await startPostgres(folder) : undefined
  // A folder of its own: the server closes it to other users.
  const config: DatabaseConfig = { dataDir: join(folder, 'data'), databaseUrl: postgres?.url }
  try {
    const collectionIds = await fill(config)
    console.log(`${CONTRIBUTIONS} contributions, ${COLECTAS} colectas to report to, ${engine}`)
    const raw = await rawInserts(config, collectionIds)
    const unlimited = await measureMost(config, collectionIds)
    const limited = await measureMost(config, collectionIds, ADDRESSES)
    return {
      [`server.reports_per_s_${engine}`]: unlimited.perSecond,
      [`server.reports_p99_ms_${engine}`]: unlimited.p99,
      [`server.reports_limited_per_s_${engine}`]: limited.perSecond,
      [`server.reports_limited_p99_ms_${engine}`]: limited.p99,
      [`server.raw_inserts_per_s_${engine}`]: raw,
      [`server.reports_of_raw_percent_${engine}`]: (100 * unlimited.perSecond) / raw,
    }
  } finally {
    await postgres?.stop()
    removeTemporaryFolder(folder)
  }
}

/** Adds open collections; returns their ids. */
function fill(config: DatabaseConfig): Promise<string[]> {
  return withDatabase(config, async (database) => {
    const size = { contributions: CONTRIBUTIONS, seed: 1, now: new Date() }
    const { largest } = await fillDatabase(database, size)
    const ids = Array.from({ length: COLECTAS }, newId)
    await database.query(
      `insert into collections (
         id, creator_id, creator_email, title, title_folded, suggested_amount, total_amount, deadline,
         bank_account
       )
       select id, $2, 'lucia@example.com', 'Regalo', 'regalo', 15000, 900000, current_date + 14,
              'patio.baldosa.sol'
       from unnest($1::uuid[]) id`,
      [ids, largest.organiserId],
    )
    return ids
  })
}

/** With `addresses`, rate limits are on, and guests come through a proxy from that many addresses. */
async function measureMost(
  { dataDir, databaseUrl }: DatabaseConfig,
  collectionIds: readonly string[],
  addresses?: number,
): Promise<ReportRate> {
  const server = await startUnlimitedServer(dataDir, {
    ...(databaseUrl ? { DATABASE_URL: databaseUrl } : {}),
    ...(addresses ? { RATE_LIMITS: 'on', TRUSTED_PROXY: '1' } : {}),
  })
  const run = (guests: number, seconds: number) =>
    sendReports(server.origin, { collectionIds, guests, seconds, addresses })
  try {
    await run(16, SECONDS.warmUp)
    return await findMost(run, addresses ? 'limits on' : 'limits off')
  } finally {
    await server.stop()
  }
}

/** Tries larger and larger crowds; returns the one with the most reports within MAX_P99_MS. */
async function findMost(
  run: (guests: number, seconds: number) => Promise<ReportRate>,
  how: string,
): Promise<ReportRate> {
  const tried: { guests: number; crowd: ReportRate }[] = []
  for (const guests of GUESTS) {
    const crowd = await run(guests, SECONDS.trial)
    if (tried.length > 0 && crowd.p99 > MAX_P99_MS) break
    tried.push({ guests, crowd })
  }
  tried.sort((one, other) => one.crowd.perSecond - other.crowd.perSecond)
  for (let best = tried.pop(); best; best = tried.pop()) {
    const crowd = await run(best.guests, SECONDS.measurement)
    console.log(
      `  ${how}, ${best.guests} guests at once: ${crowd.perSecond.toFixed(0)} reports a second, ` +
        `p99 ${crowd.p99.toFixed(0)} ms`,
    )
    if (crowd.p99 <= MAX_P99_MS || tried.length === 0) return crowd
  }
  throw new Error('Nothing was tried')
}
