import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import type { Person, SceneServer } from './scene-server.ts'
import { goOffline, goTo, synced } from './steps.ts'

/** The two widths of every picture. */
export const WIDTHS = {
  phone: {
    viewport: { width: 360, height: 780 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
  },
  desktop: { viewport: { width: 1280, height: 900 } },
} satisfies Record<string, BrowserContextOptions>

export type Width = keyof typeof WIDTHS

/** Without animations, because each picture must show a final state. */
const OPTIONS: BrowserContextOptions = {
  locale: 'es-AR',
  timezoneId: 'America/Argentina/Buenos_Aires',
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
}

export interface Devices {
  /** Plays the scene on a new page, calls `look` with it and closes it. Throws if the scene does not appear. */
  play(scene: Scene, look: (page: Page) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/**
 * Returns devices (browser contexts) for the people of `server`, all of one width. A person has the same device in every
 * scene, with its replica; scenes that are `alone` and guests always get a new one.
 */
export function openDevices(
  browser: Browser,
  server: SceneServer,
  width: Width,
  /** Runs for each device before it opens a page. */
  prepare: (device: BrowserContext) => Promise<void> = async () => {},
): Devices {
  const kept = new Map<Person, Promise<BrowserContext>>()

  async function open(
    person: Person | undefined,
    serviceWorkers: 'allow' | 'block' = 'allow',
  ): Promise<BrowserContext> {
    const device = await browser.newContext({
      ...WIDTHS[width],
      ...OPTIONS,
      serviceWorkers,
      baseURL: server.origin,
    })
    // tsx names functions by a helper that pages do not have.
    await device.addInitScript('globalThis.__name = (one) => one')
    await prepare(device)
    if (person) {
      const session = server.sessions[person]
      await device.addCookies([{ name: 'session', value: session, url: server.origin }])
    }
    return device
  }

  async function deviceOf({ as, alone, steps }: Scene): Promise<BrowserContext> {
    // A service worker copies the whole program. For a single visit with a network that is a sixth of the time.
    const serviceWorkers = steps.includes(goOffline) ? 'allow' : 'block'
    if (!as || alone) return open(as, serviceWorkers)
    const device = kept.get(as) ?? openWithReplica(as)
    kept.set(as, device)
    return device
  }

  /**
   * Leaves a page open that holds the replica, so that no scene's page starts an engine: a third of the processor time
   * of its visit. Scenes that need no replica, or a fresh one, are `alone`.
   */
  async function openWithReplica(person: Person): Promise<BrowserContext> {
    const device = await open(person)
    const page = await device.newPage()
    page.setDefaultTimeout(TIMEOUT)
    await goTo(links.dashboard())(page, server)
    await synced(page, server)
    return device
  }

  return {
    async play(scene, look) {
      const device = await deviceOf(scene)
      const page = await device.newPage()
      page.setDefaultTimeout(TIMEOUT)
      try {
        await play(scene, page, server)
        await look(page)
      } finally {
        if (scene.as && !scene.alone) await page.close()
        else await end(device, page)
      }
    },
    async close() {
      for (const device of kept.values()) await (await device).close()
    },
  }
}

async function play({ steps }: Scene, page: Page, server: SceneServer): Promise<void> {
  try {
    for (const step of steps) await step(page, server)
  } catch (error) {
    if (error instanceof Error) error.message += `Text of the page: ${await textOf(page)}`
    throw error
  }
}

async function textOf(page: Page): Promise<string> {
  const text = await page.innerText('body', { timeout: 5_000 }).catch(() => 'none')
  return text.replace(/\s+/g, ' ')
}

/**
 * Closes the page before its device: a device that closes gets its network back, and the page would send its
 * outbox. The worker still may, so a scene without a network changes only data that no other scene needs.
 */
async function end(device: BrowserContext, page: Page): Promise<void> {
  await page.goto('about:blank').catch(() => undefined)
  await device.close()
}

const TIMEOUT = 25_000 // ms for anything on a page
