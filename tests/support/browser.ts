import { type Browser, chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../scripts/browser.mjs'

/** How every browser of the tests is started; also what Playwright's own runner is given. */
export function browserOptions() {
  return { ...findBrowser(), args: browserArgs }
}

/** A browser for a test that Playwright's runner does not run. Close it at the end. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions())
}
