import type { BrowserContext, Page } from '@playwright/test'
import { browserArgs, findBrowser } from '../browser.mjs'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import type { Stage } from './open-stage.ts'
import { watchPage } from './page-watch.ts'

/** A real profile on disk, signed in, with one tab. */
export interface Device {
  context: BrowserContext
  page: Page
  /** Every process of this browser has it in its command line. */
  profile: string
  close(): Promise<void>
}

/** null when there is a browser to measure in. */
export async function lackOfBrowser(): Promise<string | null> {
  try {
    await import('@playwright/test')
    findBrowser()
    return null
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

/**
 * `at-once`: frames are rendered as soon as they are ready, because at 60 Hz waiting for a display adds 0 to 16.7 ms.
 * Animations would then run all the time. `display`: at a display's frame rate.
 */
type Frames = 'at-once' | 'display'

const NO_DISPLAY_CLOCK = ['--disable-frame-rate-limit', '--disable-gpu-vsync']

const PATIENCE = 180_000 // ms

/** With an empty profile; signs the organiser in and runs watchPage. */
export async function openDevice(
  { origin, token }: Stage,
  frames: Frames = 'at-once',
): Promise<Device> {
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
  context.setDefaultTimeout(PATIENCE)
  context.setDefaultNavigationTimeout(PATIENCE)
  await context.addCookies([{ name: 'session', value: token, url: origin }])
  // tsx names functions by a helper that the page does not have.
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
