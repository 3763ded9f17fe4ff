import type { z } from 'zod/mini'
import { createApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { createContext } from '../../server/context.ts'
import { collectionContributions } from '../../shared/queries/collection-contributions.ts'
import { fillDatabase, SEED_PASSWORD } from '../seed/fill-database.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { percentile, timeEach } from './measure.ts'

const CONTRIBUTIONS = 100_000
const RUNS = 25

type Args = Omit<z.input<typeof collectionContributions.args>, 'collectionId'>

/** The queries of an organiser in the table of a collection, measured from request to response. */
const QUERIES: [key: string, what: string, args: Args][] = [
  ['server.page_p95_ms', 'first page by date', {}],
  ['server.page_name_p95_ms', 'by name', { sort: 'name', direction: 'asc' }],
  ['server.page_amount_p95_ms', 'by amount', { sort: 'amount' }],
  ['server.page_method_p95_ms', 'by method', { sort: 'method' }],
  ['server.page_message_p95_ms', 'by message', { sort: 'message' }],
  ['server.page_middle_p95_ms', 'page 5,000 of 10,000', { page: 5_000 }],
  ['server.page_last_p95_ms', 'the last page', { page: 10_000 }],
  ['server.filter_p95_ms', 'pending ones by amount', { state: 'pending', sort: 'amount' }],
  ['server.method_p95_ms', 'by hand alone', { method: 'Manual' }],
  ['server.method_common_p95_ms', 'transfers alone', { method: 'Transferencia' }],
  ['server.search_common_p95_ms', 'search "a"', { search: 'a' }],
  ['server.search_p95_ms', 'search "nuñez"', { search: 'nuñez', sort: 'name' }],
  ['server.search_none_p95_ms', 'search that finds nothing', { search: 'xyzxyz' }],
]

/** Measures pages and searches of the server with 100,000 contributions, on the engine that the environment selects. */
export async function measureServerLists(): Promise<Record<string, number>> {
  const dataDir = makeTemporaryFolder()
  const config = readConfig({ ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  const context = await createContext(config)
  try {
    const started = performance.now()
    const { largest, people } = await fillDatabase(context.database, {
      contributions: CONTRIBUTIONS,
      seed: 1,
      now: new Date(),
    })
    const results: Record<string, number> = { 'server.seed_ms': performance.now() - started }
    console.log(`${CONTRIBUTIONS} contributions, ${context.database.engine}`)

    const app = createApp(context)
    const cookie = await signIn(app, config.origin, people[0]?.email ?? '')
    for (const [key, what, args] of QUERIES) {
      const query = JSON.stringify({ collectionId: largest.id, ...args })
      const path = `/api/query/${collectionContributions.name}?args=${encodeURIComponent(query)}`
      const durations = await timeEach(RUNS, async () => {
        const response = await app.request(path, { headers: { cookie } })
        if (!response.ok) throw new Error(await response.text())
        await response.arrayBuffer()
      })
      results[key] = percentile(durations, 0.95)
      console.log(`  ${what}: p50 ${percentile(durations, 0.5).toFixed(1)} ms`)
    }
    return results
  } finally {
    await context.close()
    removeTemporaryFolder(dataDir)
  }
}

async function signIn(
  app: ReturnType<typeof createApp>,
  origin: string,
  email: string,
): Promise<string> {
  const response = await app.request('/api/login', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Origin: origin },
    body: JSON.stringify({ email, password: SEED_PASSWORD }),
  })
  const cookie = response.headers.get('set-cookie')?.split(';')[0]
  if (!cookie) throw new Error(await response.text())
  return cookie
}
