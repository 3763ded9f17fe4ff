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
  // A worker has a server that its tests share (world.ts). The machine has few cores.
  workers: 2,
  timeout: 30_000,
  expect: { timeout: 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only at its second try is counted and named as flaky (scripts/test.mjs).
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    // An action that waits in vain fails before the whole test does, and says for which control.
    actionTimeout: 15_000,
    navigationTimeout: 15_000,
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
