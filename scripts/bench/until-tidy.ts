import type { Page } from '@playwright/test'

/** Waits until the page's replica is complete and flushed: its row count is known only then. */
export async function untilTidy(page: Page): Promise<void> {
  await page.waitForFunction(
    () => window.watch.opening.ready !== null && (window.watch.opening.rows ?? 0) > 0,
  )
}
