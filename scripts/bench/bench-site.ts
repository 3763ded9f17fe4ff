import type { Database } from '../../server/data/database.ts'
import { createSessions } from '../../server/domain/sessions.ts'
import { newId } from '../../shared/id.ts'
import { type Filled, fillDatabase } from '../seed/fill-database.ts'
import { type ServerProcess, startUnlimitedServer } from '../start-server.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { withDatabase } from '../with-database.ts'

/** The site that a benchmark measures: a real server with realistic data, and sessions of its people. */
export interface BenchSite {
  origin: string
  dataDir: string
  server: ServerProcess
  /** The colecta with nearly all contributions, and its organiser. */
  largest: Filled['largest']
  /** Session of the organiser of the largest colecta. */
  token: string
  /** Session of each person without data. */
  otherTokens: string[]
  close(): Promise<void>
}

interface SiteOptions {
  contributions: number
  /** Number of people without data; 0 by default. */
  others?: number
  /** Changes the data before the server starts. */
  prepare?: (database: Database) => Promise<unknown>
}

/** Starts a site, passes it to `use` and closes it. */
export async function withBenchSite<Result>(
  options: SiteOptions,
  use: (site: BenchSite) => Promise<Result>,
): Promise<Result> {
  const site = await openBenchSite(options)
  try {
    return await use(site)
  } finally {
    await site.close()
  }
}

/** Fills a new data folder and starts the server on it. `close` removes everything. */
async function openBenchSite(options: SiteOptions): Promise<BenchSite> {
  const dataDir = makeTemporaryFolder()
  const filled = await fill(dataDir, options)
  const server = await startUnlimitedServer(dataDir)
  return {
    origin: server.origin,
    dataDir,
    server,
    ...filled,
    async close() {
      await server.stop()
      removeTemporaryFolder(dataDir)
    },
  }
}

function fill(
  dataDir: string,
  { contributions, others = 0, prepare }: SiteOptions,
): Promise<Pick<BenchSite, 'largest' | 'token' | 'otherTokens'>> {
  return withDatabase({ dataDir }, async (database) => {
    const now = () => new Date()
    const { largest } = await fillDatabase(database, { contributions, seed: 1, now: now() })
    await prepare?.(database)
    const sessions = createSessions(database, { now })
    const people = Array.from({ length: others }, () => newId())
    await database.query(
      `insert into users (id, email, first_name, last_name, email_confirmed_at)
       select id, id || '@example.com', 'Alguien', 'Más', now() from unnest($1::uuid[]) id`,
      [people],
    )
    const otherTokens: string[] = []
    for (const person of people) otherTokens.push(await sessions.create(person))
    return { largest, token: await sessions.create(largest.organiserId), otherTokens }
  })
}
