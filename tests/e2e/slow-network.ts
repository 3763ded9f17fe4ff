import { expect, type Page } from '@playwright/test'

/** Controls the page's network: slow, so that intermediate states last, or off. */
export async function networkOf(page: Page) {
  const browser = await page.context().newCDPSession(page)
  const set = (offline: boolean) =>
    browser.send('Network.emulateNetworkConditions', {
      offline,
      latency: 20,
      uploadThroughput: 512 * 1024, // bytes a second: a middle that lasts some seconds
      downloadThroughput: -1,
    })
  return { slow: () => set(false), away: () => set(true) }
}

/** Lets nothing of `pattern` through until what is answered is called. */
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

/** Waits until so much of a receipt is said to be there. */
export async function untilPercent(page: Page, percent: number): Promise<void> {
  const bar = page.getByRole('progressbar', { name: 'Enviando comprobante' }).first()
  await expect.poll(() => bar.getAttribute('aria-valuenow').then(Number)).toBeGreaterThan(percent)
}
