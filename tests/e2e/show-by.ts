import type { Page } from '@playwright/test'

/**
 * Shows the page by day or by night, without motion. Its colours change from one frame to the next, also
 * where nothing moves: read at once they would be half of one and half of the other.
 */
export async function showBy(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
}
