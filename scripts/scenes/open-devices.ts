import type { Browser, BrowserContext, BrowserContextOptions, Page } from '@playwright/test'
import type { Person, World } from './open-world.ts'
import type { Scene } from './scene.ts'

/** The two widths that everything is looked at. */
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
const CALM: BrowserContextOptions = {
  locale: 'es-AR',
  timezoneId: 'America/Argentina/Buenos_Aires',
  reducedMotion: 'reduce',
  permissions: ['clipboard-read', 'clipboard-write'],
}

export interface Devices {
  /** Plays the scene on a page, calls `look` with it and closes it. Throws if the scene does not appear. */
  play(scene: Scene, look: (page: Page) => Promise<void>): Promise<void>
  close(): Promise<void>
}

/**
 * The devices of the people of a world, of one width. Each person keeps theirs from scene to scene, with
 * what it holds of their data; a scene that changes it has one of its own, and a guest's is always new.
 */
export function openDevices(
  browser: Browser,
  world: World,
  width: Width,
  /** Done to each device before anything is opened on it. */
  prepare: (device: BrowserContext) => Promise<void> = async () => {},
): Devices {
  const kept = new Map<Person, Promise<BrowserContext>>()

  async function open(person: Person | undefined): Promise<BrowserContext> {
    const device = await browser.newContext({ ...WIDTHS[width], ...CALM, baseURL: world.origin })
    // tsx names functions by a helper that pages do not have.
    await device.addInitScript('globalThis.__name = (one) => one')
    await prepare(device)
    if (person) {
      const session = world.sessions[person]
      await device.addCookies([{ name: 'session', value: session, url: world.origin }])
    }
    return device
  }

  async function deviceOf({ as, alone }: Scene): Promise<BrowserContext> {
    if (!as || alone) return open(as)
    const device = kept.get(as) ?? open(as)
    kept.set(as, device)
    return device
  }

  return {
    async play(scene, look) {
      const device = await deviceOf(scene)
      const page = await device.newPage()
      page.setDefaultTimeout(PATIENCE)
      try {
        await scene.play(page, world).catch(async (error: Error) => {
          error.message += `Meanwhile it says: ${await wordsOf(page)}`
          throw error
        })
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

/** The error when a scene did not appear, with the text of the page. */
async function wordsOf(page: Page): Promise<string> {
  const words = await page.innerText('body', { timeout: 5_000 }).catch(() => 'nothing')
  return words.replace(/\s+/g, ' ')
}

/**
 * The page goes first: as its device closes it would have a network again, and send what waits for one. Its worker
 * still may: a scene that changes something without a network changes what no other scene needs.
 */
async function end(device: BrowserContext, page: Page): Promise<void> {
  await page.goto('about:blank').catch(() => undefined)
  await device.close()
}

const PATIENCE = 25_000 // ms for anything on a page
