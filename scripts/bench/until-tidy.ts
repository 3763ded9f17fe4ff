import type { Page } from '@playwright/test'

/**
 * Waits until the copy of this page is complete, tidied up and flushed: only then does it know how
 * many rows it has.
 */
export async function untilTidy(page: Page): Promise<void> {
  await page.waitForFunction(
    () => window.watch.opening.ready !== null && (window.watch.opening.rows ?? 0) > 0,
  )
}
