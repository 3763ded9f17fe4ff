import { type Browser, chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../scripts/browser.mjs'

/** Launch options of every browser in the tests, also of Playwright's own runner. */
export function browserOptions() {
  return { ...findBrowser(), args: browserArgs }
}

/** Opens a browser for a test outside Playwright's runner. The caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions())
}
