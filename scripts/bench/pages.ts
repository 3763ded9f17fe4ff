import { gzipSync } from 'node:zlib'
import { browserArgs, findBrowser } from '../browser.mjs'
import { freePort } from '../free-port.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { percentile } from './measure.ts'
import { lackOfBrowser } from './open-device.ts'
import { openStage, type Stage } from './open-stage.ts'

const ROWS = 100_000
const RUNS = 3
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo']

interface Visit {
  name: string
  path: string
  signedIn?: boolean
  /** Lighthouse's audits that ask for what is not wanted of this page. */
  skipAudits?: string[]
}

/**
 * Four pages by Lighthouse, as a phone on a slow line and with nothing kept of them; and what script the
 * contribution page runs before the first touch.
 */
export async function pages(): Promise<Record<string, number>> {
  const lack = await lackOfBrowser()
  if (lack) {
    console.log(lack)
    return {}
  }
  const stage = await openStage({ contributions: ROWS })
  try {
    const contribute = `/contribuir/${stage.largest.id}`
    const results: Record<string, number> = {
      'page.contribute_js_kb': await scriptOf(stage.origin + contribute),
    }
    const visits: Visit[] = [
      { name: 'home', path: '/' },
      { name: 'login', path: '/login' },
      // Who has the link may see it, search engines may not: its head says noindex (http/page-head.ts).
      { name: 'contribute', path: contribute, skipAudits: ['is-crawlable'] },
      { name: 'dashboard', path: '/dashboard', signedIn: true },
    ]
    for (const visit of visits) Object.assign(results, await judge(stage, visit))
    return results
  } finally {
    await stage.close()
  }
}

/** The median of each category, 0 to 100. */
async function judge(stage: Stage, { name, ...visit }: Visit): Promise<Record<string, number>> {
  const runs: Record<string, number>[] = []
  for (let run = 0; run < RUNS; run++) runs.push(await runLighthouse(stage, visit))
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

/** A browser of its own each time: nothing is kept from one visit to the next. */
async function runLighthouse(
  { origin, token }: Stage,
  { path, signedIn, skipAudits }: Omit<Visit, 'name'>,
): Promise<Record<string, number>> {
  const [{ chromium }, { default: lighthouse }] = await Promise.all([
    import('@playwright/test'),
    import('lighthouse'),
  ])
  const profile = makeTemporaryFolder()
  const port = await freePort()
  const context = await chromium.launchPersistentContext(profile, {
    ...findBrowser(),
    args: [...browserArgs, `--remote-debugging-port=${port}`],
  })
  try {
    if (signedIn) await context.addCookies([{ name: 'session', value: token, url: origin }])
    const flags = { port, logLevel: 'error' as const, ...(skipAudits ? { skipAudits } : {}) }
    const result = await lighthouse(origin + path, flags)
    if (!result) throw new Error(`Lighthouse says nothing of ${path}`)
    const scores = Object.entries(result.lhr.categories)
    return Object.fromEntries(scores.map(([id, { score }]) => [id, (score ?? Number.NaN) * 100]))
  } finally {
    await context.close()
    removeTemporaryFolder(profile)
  }
}

/** All that the page fetches and runs by itself, what it does when it is idle included, in kB of gzip. */
async function scriptOf(address: string): Promise<number> {
  const { chromium } = await import('@playwright/test')
  const browser = await chromium.launch({ ...findBrowser(), args: browserArgs })
  try {
    const page = await browser.newPage()
    const scripts: Promise<Buffer>[] = []
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script') scripts.push(response.body())
    })
    await page.goto(address, { waitUntil: 'networkidle' })
    await page.waitForTimeout(IDLE_WORK)
    const sizes = (await Promise.all(scripts)).map((body) => gzipSync(body, { level: 9 }).length)
    return sizes.reduce((sum, size) => sum + size, 0) / 1000
  } finally {
    await browser.close()
  }
}

const IDLE_WORK = 6_000 // ms: what waits for quiet waits 5 s at most
