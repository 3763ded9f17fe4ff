import type { Page } from '@playwright/test'

declare global {
  interface Window {
    /** For each key with a result: ms from the key until its result is painted. */
    keyTimes: number[]
  }
}

/**
 * Measures the time from each key until its result is painted. `shown` runs inside the page: it returns a text that
 * identifies the visible result, '' when nothing was typed, or null while it is loading.
 */
export async function watchKeys(page: Page, shown: () => string | null): Promise<void> {
  // A function cannot be an argument of `evaluate`.
  await page.evaluate(`(${watch})(${shown})`)
}

/** Waits until the results of `count` keys are painted since `watchKeys`. */
export async function untilAnswered(page: Page, count: number): Promise<void> {
  await page.waitForFunction((count) => window.keyTimes.length >= count, count)
}

/** Returns the ms of each key whose result was painted since `watchKeys`. */
export function keyTimes(page: Page): Promise<number[]> {
  return page.evaluate(() => window.keyTimes)
}

/** Runs inside the page. */
function watch(shown: () => string | null): void {
  let before = shown()
  let pressed = 0
  window.keyTimes = []
  window.addEventListener(
    'keydown',
    ({ timeStamp }) => {
      pressed = timeStamp
    },
    { capture: true },
  )
  const observer = new MutationObserver(() => {
    const now = shown()
    if (now === null || now === before) return
    before = now
    if (now === '') return
    window.watch.afterPaint((at) => window.keyTimes.push(at - pressed))
  })
  const all = { childList: true, subtree: true, characterData: true, attributes: true }
  observer.observe(document.body, all)
}
