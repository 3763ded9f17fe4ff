import type { BrowserContext, Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../browser.mjs'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import type { Stage } from './open-stage.ts'
import { watchPage } from './page-watch.ts'

/** A browser with a real profile on disk, signed in, with one tab. */
export interface Device {
  context: BrowserContext
  page: Page
  /** The profile's folder. It is in the command line of every process of this browser. */
  profile: string
  close(): Promise<void>
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

/** Opens a device, passes it to `use` and closes it. */
export async function withDevice<Result>(
  stage: Stage,
  use: (device: Device) => Promise<Result>,
  frames?: Frames,
): Promise<Result> {
  const device = await openDevice(stage, frames)
  try {
    return await use(device)
  } finally {
    await device.close()
  }
}

/** Opens a browser with an empty profile, signs the organiser in and runs watchPage in each page. */
async function openDevice({ origin, token }: Stage, frames: Frames = 'at-once'): Promise<Device> {
  const { chromium } = await import('@playwright/test')
  const profile = makeTemporaryFolder()
  const context = await chromium.launchPersistentContext(profile, {
    ...findBrowser(),
    args: [...browserArgs, ...(frames === 'at-once' ? NO_DISPLAY_CLOCK : [])],
    baseURL: origin,
    reducedMotion: 'reduce',
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    viewport: { width: 1280, height: 900 },
  })
  context.setDefaultTimeout(TIMEOUT)
  context.setDefaultNavigationTimeout(TIMEOUT)
  await context.addCookies([{ name: 'session', value: token, url: origin }])
  // tsx adds a helper to functions that pages do not have.
  await context.addInitScript('globalThis.__name = (one) => one')
  await context.addInitScript(watchPage)
  const [page = await context.newPage()] = context.pages()
  return {
    context,
    page,
    profile,
    async close() {
      await context.close()
      removeTemporaryFolder(profile)
    },
  }
}

/** Waits until the page's replica is complete. Its later indexes and the first flush follow: see `untilIdle`. */
export async function untilComplete(page: Page): Promise<void> {
  await page.waitForFunction(
    () => window.watch.opening.ready !== null && (window.watch.opening.rows ?? 0) > 0,
  )
}

/**
 * Waits until the page's replica has all its indexes and is flushed. Before, they take most of its time, and a reload
 * fills it anew.
 */
export async function untilIdle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const { held = [] } = await navigator.locks.query()
    const lock = held.find(({ name }) => name?.startsWith('entre-todos-copy-'))
    const channel = new BroadcastChannel(String(lock?.name))
    const call = (method: string, args: string[] = []) =>
      new Promise<{ rows: string[][] }>((resolve) => {
        const id = crypto.randomUUID()
        channel.onmessage = ({ data }) => data.id === id && resolve(data.value)
        channel.postMessage({ type: 'call', id, method, args })
      })
    // The maintenance ends with a vacuum of this table.
    const isVacuumed = `select reltuples >= 0 from pg_class where relname = 'replica_state'`
    while ((await call('querySql', [isVacuumed])).rows[0]?.[0] !== 'true')
      await new Promise((resolve) => setTimeout(resolve, 100))
    await call('flush')
  })
}

/** Waits until the server's stream has settled all changes of this person in the page's replica. */
export async function untilSettled(page: Page, personId: string): Promise<void> {
  await page.evaluate(
    (personId) =>
      new Promise<void>((resolve) => {
        const channel = new BroadcastChannel(`entre-todos-copy-${personId}`)
        const request = () =>
          channel.postMessage({ type: 'call', id: 'state', method: 'state', args: [] })
        channel.onmessage = ({ data }) => {
          if (data.id !== 'state') return
          if (data.value.changes.length > 0) setTimeout(request, 100)
          else resolve()
        }
        request()
      }),
    personId,
  )
}
