import type { Page } from '@playwright/test'

/**
 * Shows the page by day or by night, without motion. Its colours change in one frame, and those that are
 * on their way even so (a button's) arrive in the next: read before, they would be half of one and half
 * of the other.
 */
export async function showBy(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
  await page.evaluate(async () => {
    for (let frame = 0; frame < 3; frame++)
      await new Promise((drawn) => requestAnimationFrame(drawn))
  })
}
