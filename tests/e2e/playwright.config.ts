import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { browserOptions } from '../support/browser.ts'

export default defineConfig({
  testDir: '.',
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  // Each test that needs a server starts its own (tests/support/server-process.ts): the machine
  // has few cores, and files, not tests, run side by side.
  workers: 2,
  // Long enough for a machine that is busy elsewhere: who waits in vain fails all the same.
  timeout: 400_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  use: {
    locale: 'es-AR',
    timezoneId: 'America/Argentina/Buenos_Aires',
    trace: 'retain-on-failure',
    launchOptions: browserOptions(),
  },
  projects: [
    {
      name: 'phone',
      // What can go wrong with network, disk and files is the same at every width; so is what is said.
      testIgnore: ['**/*-hard.test.ts', '**/hostile-files.test.ts', '**/specification-*.test.ts'],
      use: {
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
        deviceScaleFactor: 2,
      },
    },
    { name: 'desktop', use: { viewport: { width: 1280, height: 900 } } },
  ],
})
