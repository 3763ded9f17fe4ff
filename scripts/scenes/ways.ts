/* Steps that several scenes share: opening a screen, filling in a form, keeping a state on screen. */
import type { Page } from '@playwright/test'
import type { Scene } from './scene.ts'

type Play = Scene['play']

/** Opens an address and waits for its heading, and until nothing on it is loading. */
export async function open(page: Page, path: string, heading: string | RegExp): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1, name: heading }).waitFor()
  await settled(page)
}

/** A scene that is there as soon as its address is open. */
export function at(path: string, heading: string | RegExp): Play {
  return (page) => open(page, path, heading)
}

/** Waits until no part of the page is loading or waiting for its script. */
export async function settled(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      ![...document.querySelectorAll('[role=status], [aria-busy=true]')].some((one) =>
        /Cargando|Verificando|Un momento/.test(
          one.getAttribute('aria-label') ?? one.textContent ?? '',
        ),
      ),
  )
  await page.evaluate(() => document.fonts.ready)
}

/** Presses the first button of that name, in the dialog that is open where there is one. */
export async function press(page: Page, name: string | RegExp): Promise<void> {
  const dialogs = page.locator('dialog:modal')
  const scope = (await dialogs.count()) > 0 ? dialogs.last() : page
  await scope
    .getByRole('button', { name, exact: typeof name === 'string' })
    .filter({ visible: true })
    .first()
    .click()
}

/** Types into the fields of these labels. */
export async function fill(page: Page, values: Record<string, string>): Promise<void> {
  for (const [label, value] of Object.entries(values)) {
    await page.getByLabel(label, { exact: true }).filter({ visible: true }).first().fill(value)
  }
}

/** Asks of these addresses are never answered: what is on screen meanwhile stays. */
export async function hold(page: Page, ...addresses: string[]): Promise<void> {
  for (const address of addresses) await page.route(address, () => {})
}

/** Asks of these addresses find no server. */
export async function fail(page: Page, ...addresses: string[]): Promise<void> {
  for (const address of addresses) await page.route(address, (route) => route.abort())
}

/** Timers from so many milliseconds on do not run, so that what they would remove stays. */
export async function stay(page: Page, ms: number): Promise<void> {
  await page.addInitScript((never) => {
    const { setTimeout } = window
    const patient = (work: TimerHandler, after?: number, ...rest: unknown[]) =>
      after === never ? 0 : setTimeout(work, after, ...rest)
    Object.assign(window, { setTimeout: patient })
  }, ms)
}

/** The delay before a page continues by itself, in ms. */
export const REDIRECT = 2_000
/** The time for which a button shows that it copied, in ms. */
export const COPIED = 2_000

/** The copy is filled and in step with the server. */
export async function inStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sincronización: Al día' }).waitFor()
}

export function main(page: Page) {
  return page.getByRole('main')
}
