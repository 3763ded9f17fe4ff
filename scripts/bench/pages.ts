import { browserArgs, findBrowser } from '../browser.mjs'
import { freePort } from '../free-port.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { percentile } from './measure.ts'
import { lackOfBrowser } from './open-device.ts'
import { openStage, type Stage } from './open-stage.ts'
import { pageWeights } from './page-weights.ts'

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

/** Lighthouse's scores of four pages, on a simulated phone with a slow network and no cache; and page weights. */
export async function pages(): Promise<Record<string, number>> {
  const lack = await lackOfBrowser()
  if (lack) {
    console.log(lack)
    return {}
  }
  const stage = await openStage({ contributions: ROWS })
  try {
    const contribute = `/contribuir/${stage.largest.id}`
    const results = await pageWeights(stage)
    const visits: Visit[] = [
      { name: 'home', path: '/' },
      { name: 'login', path: '/login' },
      // The page is for people with the link, not for search engines: its head has noindex (http/page-head.ts).
      { name: 'contribute', path: contribute, skipAudits: ['is-crawlable'] },
      { name: 'dashboard', path: '/dashboard', signedIn: true },
    ]
    for (const visit of visits) Object.assign(results, await judge(stage, visit))
    return results
  } finally {
    await stage.close()
  }
}

/** From 0 to 100. */
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

/** A new browser each time, so that nothing is cached. */
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
