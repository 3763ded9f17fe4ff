import { gzipSync } from 'node:zlib'
import type { Browser } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { browserArgs, findBrowser } from '../browser.mjs'
import type { Stage } from './open-stage.ts'

const IDLE_WORK = 6_000 // ms: what waits for quiet waits 5 s at most

const KINDS = { '.js': 'js', '.css': 'css', '.woff2': 'font', '.wasm': 'wasm' }

/**
 * Files that each screen loads before any input, including those loaded when idle, in kB of gzip, such as
 * `page.contribute_js_kb`. With an empty cache and without the service worker's precache.
 */
export async function pageWeights({ origin, token, largest }: Stage) {
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
      const sums = await weigh(browser, origin, path, session)
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

async function weigh(
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
    await page.waitForTimeout(IDLE_WORK)

    const sums = new Map(Object.values(KINDS).map((kind) => [kind, 0]))
    for (const address of fetched) {
      const [, kind] = Object.entries(KINDS).find(([ending]) => address.endsWith(ending)) ?? []
      if (!kind) continue
      // The browser provides no bodies of a worker's requests.
      const file = await fetch(address).then((answer) => answer.arrayBuffer())
      sums.set(kind, (sums.get(kind) ?? 0) + gzipSync(file, { level: 9 }).length)
    }
    return sums
  } finally {
    await context.close()
  }
}
