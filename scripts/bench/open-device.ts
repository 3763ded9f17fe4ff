import type { BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { lockOf } from '../../web/replica/tabs.ts'
import { browserArgs, findBrowser } from '../browser.mjs'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import type { BenchSite } from './bench-site.ts'
import { watchPage } from './page-watch.ts'

/** A browser with a real profile on disk, signed in, with one tab. */
export interface Device {
  context: BrowserContext
  page: Page
  /** The profile's folder. It is in the command line of every process of this browser. */
  profile: string
}

/** Runs a part that needs a browser. Without one it prints the reason and returns no figures. */
export async function withBrowser(
  part: string,
  measure: () => Promise<Record<string, number>>,
): Promise<Record<string, number>> {
  try {
    await import('@playwright/test')
    findBrowser()
  } catch (error) {
    console.log(`${part}: not measured. ${error instanceof Error ? error.message : error}`)
    return {}
  }
  return measure()
}

/**
 * `at-once`: frames are rendered as soon as they are ready, because at 60 Hz waiting for a display adds 0 to 16.7 ms.
 * Animations would then run all the time. `display`: at a display's frame rate.
 */
type Frames = 'at-once' | 'display'

const NO_DISPLAY_CLOCK = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

const TIMEOUT = 180_000 // ms

/** Passes a browser to `use` in which the organiser is signed in and watchPage runs in each page. */
export function withDevice<Result>(
  { origin, token }: BenchSite,
  use: (device: Device) => Promise<Result>,
  frames: Frames = 'at-once',
): Promise<Result> {
  const options = {
    args: frames === 'at-once' ? NO_DISPLAY_CLOCK : [],
    baseURL: origin,
    reducedMotion: 'reduce',
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    viewport: { width: 1280, height: 900 },
  } as const
  return withProfile(options, async (context, profile) => {
    context.setDefaultTimeout(TIMEOUT)
    context.setDefaultNavigationTimeout(TIMEOUT)
    await context.addCookies([{ name: 'session', value: token, url: origin }])
    // tsx adds a helper to functions that pages do not have.
    await context.addInitScript('globalThis.__name = (one) => one')
    await context.addInitScript(watchPage)
    const [page = await context.newPage()] = context.pages()
    return use({ context, page, profile })
  })
}

/** Opens a browser with an empty profile on disk, passes it to `use`, closes it and deletes the profile. */
export async function withProfile<Result>(
  { args = [], ...options }: Omit<BrowserContextOptions, 'storageState'> & { args?: string[] },
  use: (context: BrowserContext, profile: string) => Promise<Result>,
): Promise<Result> {
  const { chromium } = await import('@playwright/test')
  const profile = makeTemporaryFolder()
  const context = await chromium.launchPersistentContext(profile, {
    ...findBrowser(),
    ...options,
    args: [...browserArgs, ...args],
  })
  try {
    return await use(context, profile)
  } finally {
    await context.close()
    removeTemporaryFolder(profile)
  }
}

/** Waits until the page's replica is complete. Its later indexes and the first flush follow: see `untilIdle`. */
export async function untilComplete(page: Page): Promise<void> {
  await page.waitForFunction(
    () => window.watch.opening.ready !== null && (window.watch.opening.rows ?? 0) > 0,
  )
}

/** Returns 'true' once the maintenance after a fill has ended: it ends with a vacuum of this table. */
export const IS_MAINTAINED = `select reltuples >= 0 from pg_class where relname = 'replica_state'`

/**
 * Waits until the page's replica is complete, has all its indexes and is flushed. Until then this work takes most of
 * its time, and a reload fills it anew.
 */
export async function untilIdle(page: Page, personId: string): Promise<void> {
  await untilComplete(page)
  const isMaintained = ({ rows }: { rows: string[][] }) => rows[0]?.[0] === 'true'
  await askReplica(page, personId, ['querySql', IS_MAINTAINED], isMaintained)
  await askReplica(page, personId, ['flush'], () => true)
}

/** Waits until the server's stream has settled all changes of this person in the page's replica. */
export async function untilSettled(page: Page, personId: string): Promise<void> {
  const isSettled = ({ changes }: { changes: object[] }) => changes.length === 0
  await askReplica(page, personId, ['state'], isSettled)
}

/** Calls the replica, as a tab does that does not own it, until `isDone` returns true. That runs inside the page. */
async function askReplica<Answer>(
  page: Page,
  personId: string,
  call: string[],
  isDone: (answer: Answer) => boolean,
): Promise<void> {
  const args = JSON.stringify([lockOf(personId), call])
  // A function cannot be an argument of `evaluate`.
  await page.evaluate(`(${ask})(...${args}, ${isDone})`)
}

/** Runs inside the page. */
function ask(
  channelName: string,
  [method, ...args]: string[],
  isDone: (answer: unknown) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(channelName)
    const id = crypto.randomUUID()
    const request = () => channel.postMessage({ type: 'call', id, method, args })
    channel.onmessage = ({ data }) => {
      if (data.id !== id) return
      if (!isDone(data.value)) return void setTimeout(request, 100)
      channel.close()
      resolve()
    }
    request()
  })
}
