import { type Browser, chromium } from '@playwright/test'
import { browserArgs, findBrowser } from '../../scripts/browser.mjs'

// A test ends before optimized WebAssembly would pay for itself. Compiling it is an eighth of a test's processor time.
const BASELINE_WASM = '--js-flags=--liftoff-only'

/** Launch options of every browser in the tests, also of Playwright's own runner. */
export function browserOptions() {
  return { ...findBrowser(), args: [...browserArgs, BASELINE_WASM] }
}

/** Opens a browser for a test outside Playwright's runner. The caller closes it. */
export function launchBrowser(): Promise<Browser> {
  return chromium.launch(browserOptions())
}
