import { freemem } from 'node:os'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { percentile } from './measure.ts'
import { type Device, untilComplete, untilIdle, withBrowser, withDevice } from './open-device.ts'
import type { Opening, Shown } from './page-watch.ts'
import {
  pageQueries,
  SEARCHES,
  timeArrays,
  timePages,
  timeServer,
  timeTyping,
} from './replica-lists.ts'
import { watchTabMemory } from './tab-memory.ts'

/** The size of the figures whose keys have no number at the end, such as `replica.page_p95_ms`. */
const FULL = 100_000
const SIZES = [1_000, 10_000, FULL, 1_000_000]
/** The memory that a browser and a server with a million rows need together, with a reserve. */
const MEMORY_FOR_A_MILLION = 7 * 2 ** 30 // bytes
const ROUNDS = 5

/**
 * Measures an organiser's replica: opening, lists, export, reloads, and the same queries on the server and on arrays.
 * `rows`: at this size only.
 */
export function measureReplica(rows?: number): Promise<Record<string, number>> {
  return withBrowser('replica', async () => {
    const results: Record<string, number> = {}
    for (const size of rows === undefined ? SIZES : [rows]) {
      if (size > FULL && freemem() < MEMORY_FOR_A_MILLION) {
        console.log('1,000,000 contributions: not measured, too little memory is free')
        continue
      }
      console.log(`${size.toLocaleString('en')} contributions`)
      Object.assign(results, await measureAt(size))
    }
    return results
  })
}

function measureAt(size: number): Promise<Record<string, number>> {
  return withBenchSite({ contributions: size }, (site) =>
    withDevice(site, async (device) => {
      const results = {
        ...(await timeOpening(device, size)),
        ...(await timeLists(device, site)),
        ...(size === FULL ? await timeCsv(site) : {}),
        ...(size === FULL ? await timeReloads(device) : {}),
        ...(await timeComparisons(device, site, size)),
      }
      const suffix = size === FULL ? '' : `_${size}`
      return Object.fromEntries(
        Object.entries(results).map(([name, value]) => [nameOf(name, suffix), value]),
      )
    }),
  )
}

/** `replica.cold_ms` is the cold start with 1,000 rows, because rows hardly change it. */
function nameOf(name: string, suffix: string): string {
  if (name !== 'cold_ms') return `replica.${name}${suffix}`
  if (suffix === '_1000') return 'replica.cold_ms'
  return `replica.cold_ms${suffix === '' ? `_${FULL}` : suffix}`
}

async function timeOpening({ page, profile }: Device, size: number) {
  const { peak } = await watchTabMemory(profile, async () => {
    await page.goto('/dashboard')
    await untilComplete(page)
  })

  // A million rows take minutes, so the replica is filled only once more, not ROUNDS times.
  const openings: Opening[] = []
  for (let round = 0; round < (size > FULL ? 1 : ROUNDS); round += 1) {
    await page.goto('/api/health')
    await page.evaluate(deleteStorage)
    await page.goto('/dashboard')
    await untilComplete(page)
    await untilAnswered(page)
    openings.push(await page.evaluate(() => window.watch.opening))
  }
  console.log(`  filled ${openings.length} times`)
  return {
    first_sync_ms: medianOf(openings, ({ ready, engine }) => elapsed(ready, engine)),
    cold_ms: medianOf(openings, ({ answered }) => elapsed(answered, 0)),
    ...(Number.isNaN(peak) ? {} : { peak_mb: peak }),
  }
}

async function timeLists({ page }: Device, { largest }: BenchSite) {
  await page.goto(`/colecta/${largest.id}`)
  await untilAnswered(page)
  await untilIdle(page, largest.organiserId)
  const pages = await timePages(page)
  await page.evaluate(() => {
    window.watch.longestTask = 0
  })
  const typing = await timeTyping(page)
  return {
    ...figuresOf('page', pages),
    ...figuresOf('search', typing),
    search_longest_task_ms: await page.evaluate(() => window.watch.longestTask),
  }
}

function figuresOf(what: string, shown: Shown[]): Record<string, number> {
  const p50 = (part: keyof Shown) => percentile(partOf(shown, part), 0.5).toFixed(1)
  console.log(
    `  ${what}: n ${shown.length}, p50 in ms: asked after ${p50('asked')}, ` +
      `answered in ${p50('answered')}, painted after ${p50('painted')}`,
  )
  return {
    [`${what}_p95_ms`]: percentile(partOf(shown, 'painted'), 0.95),
    [`${what}_answer_p95_ms`]: percentile(partOf(shown, 'answered'), 0.95),
  }
}

function partOf(shown: readonly Shown[], part: keyof Shown): number[] {
  return shown.map((one) => one[part])
}

/** Measures at a display's frame rate, because an unlimited one would let the spinner use the processor. */
function timeCsv(site: BenchSite) {
  const measure = async ({ page }: Device) => {
    await page.goto(`/colecta/${site.largest.id}`)
    await untilComplete(page)
    const durations: number[] = []
    for (let round = 0; round < ROUNDS; round += 1) {
      await page.getByRole('button', { name: 'Exportar' }).click()
      await page.evaluate(() => window.watch.expectFile())
      await page.getByRole('button', { name: 'Descargar archivo' }).click()
      const { bytes, made } = await page.evaluate(() => window.watch.file)
      if (bytes < FULL)
        throw new Error(`A file of ${bytes} bytes cannot hold ${FULL} contributions`)
      durations.push(made)
      await page.getByRole('dialog').waitFor({ state: 'hidden' })
    }
    return { csv_ms: percentile(durations, 0.5) }
  }
  return withDevice(site, measure, 'display')
}

async function timeReloads({ context, page }: Device) {
  // Without the server's responses, only the replica can fill the screen.
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.setBlockedURLs', { urls: ['*/api/query/*'] })
  const alone = await reload(page, ROUNDS, untilAnswered)
  await devtools.detach()

  // On this page the replica never gets its lock and does not start, so the server responds.
  const other = await context.newPage()
  await page.goto('/api/health')
  await page.evaluate(deleteStorage)
  await other.addInitScript(() => {
    navigator.locks.request = () => new Promise(() => {})
  })
  await other.goto('/dashboard')
  const served = await reload(other, ROUNDS, (page) => page.evaluate(deleteStorage))
  await other.close()
  return {
    warm_ms: medianOf(alone, ({ painted }) => elapsed(painted, 0)),
    warm_replica_ms: medianOf(alone, ({ answered }) => elapsed(answered, 0)),
    warm_server_ms: medianOf(served, ({ painted }) => elapsed(painted, 0)),
  }
}

/** Opens the dashboard several times, and calls `afterPaint` each time its rows are on the screen. */
async function reload(
  page: Device['page'],
  rounds: number,
  afterPaint: (page: Device['page']) => Promise<unknown>,
): Promise<Opening[]> {
  const openings: Opening[] = []
  for (let round = 0; round < rounds; round += 1) {
    await page.goto('/dashboard')
    await page.waitForFunction(() => window.watch.opening.painted !== null)
    await afterPaint(page)
    openings.push(await page.evaluate(() => window.watch.opening))
  }
  return openings
}

async function untilAnswered(page: Device['page']): Promise<void> {
  await page.waitForFunction(() => window.watch.opening.answered !== null)
}

async function timeComparisons({ page }: Device, { largest }: BenchSite, size: number) {
  await page.goto('/api/health')
  // Arrays of a million rows take seconds for each query, so only every fifth query is measured.
  const step = size > FULL ? 5 : 1
  const someOf = <T>(all: T[]) => all.filter((_, index) => index % step === 0)
  const queries = pageQueries(Math.ceil(size / 10))
  const pages = someOf(queries)
  const searches = someOf(SEARCHES)

  const served = await timeServer(page, largest.id, pages)
  const found = await timeServer(
    page,
    largest.id,
    searches.map((search) => ({ search })),
  )
  const arrays = await timeArrays(page, { collectionId: largest.id, pages, searches })
  return {
    page_server_p95_ms: percentile(served, 0.95),
    search_server_p95_ms: percentile(found, 0.95),
    page_arrays_p95_ms: percentile(arrays.pages, 0.95),
    search_arrays_p95_ms: percentile(arrays.searches, 0.95),
    arrays_load_ms: arrays.load,
  }
}

/** Deletes everything of this origin but the session's cookie. Runs in the page. */
async function deleteStorage(): Promise<void> {
  localStorage.clear()
  for (const { name } of await indexedDB.databases()) {
    if (name === undefined) continue
    await new Promise((resolve, reject) => {
      const deleting = indexedDB.deleteDatabase(name)
      deleting.onsuccess = resolve
      deleting.onerror = reject
    })
  }
}

function medianOf(openings: Opening[], duration: (opening: Opening) => number): number {
  return percentile(openings.map(duration), 0.5)
}

function elapsed(end: number | null, start: number | null): number {
  if (end === null || start === null) throw new Error('The page recorded no time for this step')
  return end - start
}
