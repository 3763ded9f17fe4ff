import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { browserOptions } from '../support/browser.ts'

/*
 * How each screen looks and is used at both widths, scenes.test.ts sees. What a flow does is the same at every
 * width: what contributors do is followed on a phone, what goes wrong with network, disk and files, and what is
 * said, on a desktop; the organiser's main work on both.
 */
const ON_PHONES = [
  ...['announcements', 'before-script', 'checkout', 'consent', 'limits', 'offline'],
  ...['payment-results', 'receipts', 'wrong-input'],
]
const ON_DESKTOPS = [
  ...['*-hard', 'celebration', 'csv', 'google', 'hostile-files', 'local-first', 'missing-people'],
  ...['own-account', 'password-recovery', 'specification-*'],
]
const filesOf = (names: string[]) => names.map((name) => `**/${name}.test.ts`)

export default defineConfig({
  testDir: '.',
  globalSetup: './prepare-data.ts',
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  // Each test that needs a server starts its own (tests/support/server-process.ts): the machine
  // has few cores, and files, not tests, run side by side.
  workers: 2,
  // Long enough for a machine that is busy elsewhere: who waits in vain fails all the same.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  // Two hundred browsers on a busy machine: one that stumbles tries again, and is named as flaky at the end.
  retries: 1,
  reporter: 'list',
  use: {
    // A press for which nothing is there, or a page that does not come, need not wait for the whole test's end.
    actionTimeout: 120_000,
    navigationTimeout: 120_000,
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    // It writes every page down at every step: half of the time. Of one test: `--trace on`.
    trace: 'off',
    launchOptions: browserOptions(),
  },
  projects: [
    {
      name: 'phone',
      testIgnore: filesOf(ON_DESKTOPS),
      use: {
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      name: 'desktop',
      testIgnore: filesOf(ON_PHONES),
      use: { viewport: { width: 1280, height: 900 } },
    },
  ],
})
