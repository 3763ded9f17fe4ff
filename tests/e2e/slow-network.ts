import { expect, type Page } from '@playwright/test'

/** Controls the page's network: slow, so that intermediate states last, or off. */
export async function networkOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const set = (offline: boolean) =>
    browser.send('Network.emulateNetworkConditions', {
      offline,
      latency: 20,
      uploadThroughput: 512 * 1024, // bytes a second: an upload lasts some seconds
      downloadThroughput: -1,
    })
  return { slow: () => set(false), away: () => set(true) }
}

/** Holds all requests of `pattern` until the returned function is called. */
export async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}

/** Waits until the progress bar of a receipt is above this percentage. */
export async function untilPercent(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Enviando comprobante' }).first()
  await expect.poll(() => bar.getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(percent)
}
