/*
 * `npm run bench -- --only peers`: runs the queries of the list of contributions on the replica, and on other stores that
 * could hold 100,000 rows in a browser, each in its own page (peers/*.mjs). Compares their results, and prints the times.
 */
import { existsSync } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { freemem, loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { BrowserContext, Page } from '@playwright/test'
import type { Database } from '../../server/data/database.ts'
import { MINUTE } from '../../shared/time.ts'
import { root, runChild } from '../child.mjs'
import { printTable } from '../print-table.ts'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { percentile } from './measure.ts'
import { IS_MAINTAINED, withBrowser, withProfile } from './open-device.ts'
import {
  bundlePeer,
  exportRows,
  PEERS_FOLDER,
  PEERS_PACKAGES,
  type PeerServer,
  type Rows,
  servePeers,
} from './peers-server.ts'
import { pageQueries, SEARCHES } from './replica-lists.ts'
import { watchTabMemory } from './tab-memory.ts'

const FULL = 100_000

/** ms for one store. With 1,000,000 rows Dexie takes 9 minutes, and TanStack DB never finishes its first load. */
const LIMIT = 20 * MINUTE

/** In the order of the printed table. The results of the first are the expected results of all. */
const PEERS = {
  replica: 'the replica',
  arrays: 'arrays, IndexedDB',
  dexie: 'Dexie',
  sqlite: 'SQLite WASM, OPFS',
  pglite: 'PGlite, its worker, OPFS',
  tanstack: 'TanStack DB, IndexedDB',
  duckdb: 'DuckDB WASM, OPFS',
}
type Peer = keyof typeof PEERS

const COLUMNS = {
  first: 'first load',
  reopen: 'reopen',
  page: 'page',
  pageP95: 'p95',
  search: 'search',
  searchP95: 'p95',
  filter: 'filter',
  live: 'live',
  csv: 'CSV',
  peakMemory: 'MB, filling',
  memory: 'MB, open',
}
/** In ms and MB. */
type Figures = Record<keyof typeof COLUMNS, number>

interface Timed {
  /** ms */
  took: number
  /** The ids of the rows, to compare with those of other stores. */
  result: string
}

/** The functions that peers/peer-page.mjs adds to each page. */
interface PeerPage {
  /** Returns the ms from the page's start to its first rows. */
  opened(): Promise<number>
  /** Resolves when everything is indexed and on the disk. */
  settle(): Promise<void>
  findRows(views: readonly object[]): Promise<Timed[]>
  /** Applies each change, and times it until a query returns it. */
  live(changes: readonly object[]): Promise<Timed[]>
  csv(): Promise<{ took: number; lines: number }>
}

declare global {
  interface Window {
    peer: PeerPage
  }
}

export function comparePeers(size = FULL): Promise<Record<string, number>> {
  return withBrowser('peers', async () => {
    await installPeers()
    let rows: Rows | undefined
    const prepare = async (database: Database) => {
      rows = await exportRows(database)
    }
    return withBenchSite({ contributions: size, prepare }, async (site) => {
      if (!rows) throw new Error('There are no rows')
      const server = await servePeers(rows)
      try {
        return await compare(site, server, rows.count)
      } finally {
        await server.close()
      }
    })
  })
}

/** The peers' packages are in a folder of their own, so that `npm ci` of the product does not install them. */
async function installPeers(): Promise<void> {
  const wanted = await readFile(join(PEERS_FOLDER, 'package-lock.json'), 'utf8')
  const installed = join(PEERS_PACKAGES, 'installed-lock.json')
  if (existsSync(installed) && (await readFile(installed, 'utf8')) === wanted) return
  console.log('peers: installs their packages, once')
  await mkdir(PEERS_PACKAGES, { recursive: true })
  for (const name of ['package.json', 'package-lock.json', '.npmrc'])
    await copyFile(join(PEERS_FOLDER, name), join(PEERS_PACKAGES, name))
  const code = await runChild('npm', ['ci', '--prefix', PEERS_PACKAGES, '--no-progress'])
  if (code !== 0) throw new Error('The packages of scripts/bench/peers were not installed.')
  await writeFile(installed, wanted)
}

async function compare(site: BenchSite, server: PeerServer, count: number) {
  const results: Record<string, number> = {}
  const lines: string[][] = []
  let expected: string[] | undefined
  for (const peer of Object.keys(PEERS) as Peer[]) {
    try {
      console.log(`${PEERS[peer]}…`)
      const { figures, found } = await measure(peer, site, server, count)
      expected ??= found
      const wrong = found.findIndex((result, index) => result !== expected?.[index])
      if (wrong >= 0) throw new Error(`returned ${found[wrong]}\n  not ${expected[wrong]}`)
      lines.push([PEERS[peer], ...Object.values(figures).map(show)])
      for (const [name, value] of Object.entries(figures)) results[`peers.${peer}_${name}`] = value
    } catch (error) {
      console.log(`${PEERS[peer]}: not timed, ${error instanceof Error ? error.message : error}`)
    }
  }
  const [load = 0] = loadavg()
  console.log(
    `\n${count.toLocaleString('en')} contributions; ms, medians unless p95; load ${load.toFixed(1)}, ` +
      `${(freemem() / 2 ** 30).toFixed(0)} GB free`,
  )
  printTable([['', ...Object.values(COLUMNS)], ...lines])
  return results
}

function show(value: number): string {
  return value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 1 : 0 })
}

/** Measures one store in a new browser with an empty profile. */
function measure(peer: Peer, site: BenchSite, server: PeerServer, count: number) {
  // The product's own policy lets no foreign script start its worker.
  return withProfile({ bypassCSP: true }, async (context, profile) => {
    const address =
      peer === 'replica' ? await prepareReplicaPage(context, site) : `${server.origin}/${peer}`
    const [page = await context.newPage()] = context.pages()
    const limit = AbortSignal.timeout(LIMIT)
    const failed = new Promise<never>((_, reject) => {
      page.on('pageerror', reject)
      limit.addEventListener('abort', () => reject(limit.reason))
    })
    const measured = measureIn(page, profile, address, count)
    return Promise.race([measured, failed])
  })
}

/** Returns the URL of a page of the product's origin that runs nothing but the product's worker. */
async function prepareReplicaPage(context: BrowserContext, site: BenchSite): Promise<string> {
  const { origin, token, largest } = site
  const names = await readdir(join(root, 'web/dist/assets'))
  const worker = names.find((name) => /^worker-[\w-]+\.js$/.test(name))
  const product = {
    worker: `/assets/${worker}`,
    personId: largest.organiserId,
    collectionId: largest.id,
    isMaintained: IS_MAINTAINED,
  }
  await context.addCookies([{ name: 'session', value: token, url: origin }])
  await context.addInitScript(`window.product = ${JSON.stringify(product)}`)
  await context.addInitScript(await bundlePeer('replica'))
  return `${origin}/api/health`
}

async function measureIn(page: Page, profile: string, address: string, count: number) {
  page.setDefaultTimeout(0)
  const { result: first, peak: peakMemory } = await watchTabMemory(profile, async () => {
    await page.goto(address)
    const took = await page.evaluate(() => window.peer.opened())
    await page.evaluate(() => window.peer.settle())
    return took
  })

  const reopened: number[] = []
  for (let round = 0; round < (count > FULL ? 1 : 3); round += 1) {
    await page.goto('about:blank')
    await page.goto(address)
    reopened.push(await page.evaluate(() => window.peer.opened()))
  }

  const find = (views: readonly object[]) =>
    page.evaluate((views) => window.peer.findRows(views), views)
  // With more than FULL rows, a fifth of the queries saves time.
  const sampled = <T>(all: readonly T[]) =>
    all.filter((_, index) => count <= FULL || index % 5 === 0)
  const pages = await find(sampled(pageQueries(Math.ceil(count / 10)).map(withColumnName)))
  const searches = await find(sampled(SEARCHES).map((search) => ({ search })))
  const filters = await find(FILTERS)
  await sleep(1_000)
  const { peak: memory } = await watchTabMemory(profile, () => sleep(500))

  const csv: { took: number; lines: number }[] = []
  for (let round = 0; round < 3; round += 1) csv.push(await page.evaluate(() => window.peer.csv()))
  const live = await page.evaluate((changes) => window.peer.live(changes), CHANGES)
  const all = [...pages, ...searches, ...filters, ...live].map(({ result }) => result)
  const figures: Figures = {
    first,
    reopen: percentile(reopened, 0.5),
    page: percentileOf(pages, 0.5),
    pageP95: percentileOf(pages, 0.95),
    search: percentileOf(searches, 0.5),
    searchP95: percentileOf(searches, 0.95),
    filter: percentileOf(filters, 0.5),
    live: percentileOf(live, 0.5),
    csv: percentileOf(csv, 0.5),
    peakMemory,
    memory,
  }
  return { figures, found: [...all, ...csv.map(({ lines }) => `a file of ${lines} lines`)] }
}

function percentileOf(timed: readonly { took: number }[], share: number): number {
  return percentile(
    timed.map(({ took }) => took),
    share,
  )
}

/** The sort keys of the screen whose column in rows.json has another name (peers-server.ts). */
const COLUMN_OF: Record<string, string> = { name: 'folded', message: 'start' }

function withColumnName({ sort, ...rest }: ReturnType<typeof pageQueries>[number]) {
  return { sort: COLUMN_OF[sort] ?? sort, ...rest }
}

const FILTERS = ['confirmed', 'verified', 'pending', 'rejected'].flatMap((state) =>
  [1, 2, 20, 100].map((page) => ({ state, page })),
)

/** Ten rows arrive, and each is then changed. */
const CHANGES = Array.from({ length: 10 }, (_, index) => {
  const id = `00000000-0000-7000-8000-${String(index).padStart(12, '0')}`
  const name = `Recién llegada ${index}`
  const texts = { name, folded: name.toLowerCase().replace('é', 'e'), message: '', start: '' }
  const row = { id, ...texts, amount: 100_000, method: 'Manual', state: 'verified' }
  return [{ row }, { id, state: 'rejected' }]
}).flat()
