import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { browserArgs, findBrowser } from '../browser.mjs'
import { freePort } from '../free-port.ts'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { percentile } from './measure.ts'
import { withBrowser, withProfile } from './open-device.ts'

const ROWS = 100_000
const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

interface Visit {
  name: string
  path: string
  signedIn?: boolean
  /** Audits that do not apply to this page. */
  skipAudits?: string[]
}

/** Measures page weights, and Lighthouse's scores of four pages on a simulated phone with a slow network and no cache. */
export function measurePages(): Promise<Record<string, number>> {
  return withBrowser('page', () =>
    withBenchSite({ contributions: ROWS }, async (site) => {
      const results = await pageWeights(site)
      const visits: Visit[] = [
        { name: 'home', path: '/' },
        { name: 'login', path: '/login' },
        // The page is for people with the link, not for search engines: its head has noindex (http/page-head.ts).
        {
          name: 'contribute',
          path: links.contribute(site.largest.id),
          skipAudits: ['is-crawlable'],
        },
        { name: 'dashboard', path: '/dashboard', signedIn: true },
      ]
      for (const visit of visits) Object.assign(results, await medianScores(site, visit))
      return results
    }),
  )
}

/** Returns Lighthouse's scores of a page, from 0 to 100, each the median of its runs. */
async function medianScores(
  site: BenchSite,
  { name, ...visit }: Visit,
): Promise<Record<string, number>> {
  const runs: Record<string, number>[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await runLighthouse(site, visit))
  return Object.fromEntries(
    CATEGORIES.map((category) => [
      `page.lighthouse_${name}_${category.replace('-', '_')}`,
      percentile(
        runs.map((scores) => scores[category] ?? Number.NaN),
        0.5,
      ),
    ]),
  )
}

/** Opens a new browser each time, so that nothing is cached. */
async function runLighthouse(
  { origin, token }: BenchSite,
  { path, signedIn, skipAudits }: Omit<Visit, 'name'>,
): Promise<Record<string, number>> {
  const { default: lighthouse } = await import('lighthouse')
  const port = await freePort()
  return withProfile({ args: [`--remote-debugging-port=${port}`] }, async (context) => {
    if (signedIn) await context.addCookies([{ name: 'session', value: token, url: origin }])
    const flags = { port, logLevel: 'error' as const, ...(skipAudits ? { skipAudits } : {}) }
    const result = await lighthouse(origin + path, flags)
    if (!result) throw new Error(`Lighthouse returned nothing for ${path}`)
    const scores = Object.entries(result.lhr.categories)
    return Object.fromEntries(scores.map(([id, { score }]) => [id, (score ?? Number.NaN) * 100]))
  })
}

/** Pages start work that can wait after 5 s at the latest. */
const UNTIL_IDLE_WORK = 6_000 // ms

const KINDS = { '.js': 'js', '.css': 'css', '.woff2': 'font', '.wasm': 'wasm' }

/**
 * Files that each screen loads before any input, including those loaded when idle, in kB of gzip, such as
 * `page.contribute_js_kb`. With an empty cache and without the service worker's precache.
 */
async function pageWeights({ origin, token, largest }: BenchSite) {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ ...findBrowser(), args: browserArgs })
  try {
    const results: Record<string, number> = {}
    for (const [screen, path, session] of [
      ['contribute', links.contribute(largest.id)],
      ['home', links.home()],
      ['login', links.login()],
      ['dashboard', links.dashboard(), token],
      ['collection', links.collection(largest.id), token],
      ['new_collection', links.newCollection(), token],
    ] as const) {
      const sums = await bytesByKind(browser, origin, path, session)
      for (const [kind, sum] of sums) {
        // 0 kB of WebAssembly is a figure only for the page that must not fetch any.
        if (kind === 'wasm' && sum === 0 && screen !== 'contribute') continue
        results[`page.${screen}_${kind}_kb`] = sum / 1000
      }
    }
    return results
  } finally {
    await browser.close()
  }
}

/** Returns the gzipped bytes that a page fetches, by kind of file. */
async function bytesByKind(
  browser: Browser,
  origin: string,
  path: string,
  session?: string,
): Promise<Map<string, number>> {
  const context = await browser.newContext({ baseURL: origin, serviceWorkers: 'block' })
  try {
    if (session) await context.addCookies([{ name: 'session', value: session, url: origin }])
    const fetched = new Set<string>()
    context.on('response', (response) => {
      if (response.ok()) fetched.add(response.url())
    })
    const page = await context.newPage()
    await page.goto(path, { waitUntil: 'networkidle' })
    await page.waitForTimeout(UNTIL_IDLE_WORK)

    const sums = new Map(Object.values(KINDS).map((kind) => [kind, 0]))
    for (const address of fetched) {
      const [, kind] = Object.entries(KINDS).find(([ending]) => address.endsWith(ending)) ?? []
      if (!kind) continue
      // The browser provides no bodies of a worker's requests.
      const file = await fetch(address).then((response) => response.arrayBuffer())
      sums.set(kind, (sums.get(kind) ?? 0) + gzipSync(file, { level: 9 }).length)
    }
    return sums
  } finally {
    await context.close()
  }
}
