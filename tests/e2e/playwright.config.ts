import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { memoryFolder } from '../../scripts/memory-folder.ts'
import { browserOptions } from '../support/browser.ts'

process.env.TZ = 'America/Argentina/Buenos_Aires' // of the servers, which must not depend on it
process.env.TMPDIR = memoryFolder() // for the servers and the browsers too

/*
 * Which test runs where. A flow does the same at every width, so each is followed once, on the device that its
 * person has: contributors on a phone, organisers on a desktop. The tier `sweep` follows ON_BOTH on a phone too, opens
 * every screen in every state (scenes.test.ts), of which `test` opens a few, reads the screens' words to the letter,
 * and runs the rarer turns of a flow, which are tagged @sweep. The tier `hard` has the tests in which network, server or
 * disk fail half-way.
 */
const ON_PHONES = [
  ...['announcements', 'before-script', 'checkout', 'consent', 'limits'],
  ...[
    'lost-code',
    'older-browsers',
    'payment-results',
    'plain-http',
    'receipts',
    'report-drafts',
    'shared-device',
    'unique-amounts',
    'without-storage',
    'wrong-input',
  ],
]
const ON_BOTH = [
  ...['admin', 'few-steps', 'first-minute', 'main-job', 'one-contribution', 'organiser', 'pages'],
  ...['review', 'sharing', 'theme'],
]
const IN_SWEEP = ['celebration', 'refused', 'session-ended', 'specification-*', 'strangers']
const SCENES = ['scenes', 'problems-of']
const HARD = ['*-hard', 'hostile-files']
const filesOf = (names: string[]) => names.map((name) => `**/${name}.test.ts`)

const inFiles = (names: string[]) => `(${names.join('|').replace('*', '.*')})\\.test\\.ts`

const TIERS = {
  test: {
    phone: { testMatch: filesOf([...ON_PHONES, 'scenes']), grepInvert: /@sweep/ },
    desktop: {
      testIgnore: filesOf([...ON_PHONES, ...IN_SWEEP, ...SCENES, ...HARD]),
      grepInvert: /@sweep/,
    },
  },
  sweep: {
    phone: {
      testMatch: filesOf([...ON_PHONES, ...ON_BOTH, ...SCENES]),
      grep: new RegExp(`@sweep|${inFiles([...ON_BOTH, 'problems-of'])}`),
      grepInvert: /@smoke|@desktop/,
    },
    desktop: {
      testIgnore: filesOf([...ON_PHONES, ...HARD]),
      grep: new RegExp(`@sweep|${inFiles([...IN_SWEEP, ...SCENES])}`),
      grepInvert: /@phone/,
    },
  },
  hard: {
    phone: { testMatch: [] },
    desktop: { testMatch: filesOf(HARD) },
  },
}
const isHard = process.env.TIER === 'hard'
const tier = TIERS[process.env.TIER as keyof typeof TIERS] ?? TIERS.test

export default defineConfig({
  testDir: '.',
  globalSetup: './prepare-data.ts',
  outputDir: fileURLToPath(new URL('../../test-results', import.meta.url)),
  // A worker has a server that its tests share (fixtures.ts). The machine has few cores.
  workers: 2,
  // A third of the processor is enough for this. A longer test says `test.slow` (three times as long) and why.
  // In the hard tier, what recovers from a failure waits for retries with back-off, 30 s apart at most.
  timeout: isHard ? 240_000 : 30_000,
  expect: { timeout: isHard ? 60_000 : 15_000 },
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only at its second try is counted and named as flaky (scripts/test.mjs).
  retries: process.env.CI ? 1 : 0,
  reporter: 'list',
  use: {
    // An action that waits in vain fails before the whole test does, and says for which control.
    actionTimeout: isHard ? 60_000 : 15_000,
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
      ...tier.phone,
      use: {
        viewport: { width: 360, height: 780 },
        hasTouch: true,
        isMobile: true,
      },
    },
    {
      name: 'desktop',
      ...tier.desktop,
      use: { viewport: { width: 1280, height: 900 } },
    },
  ],
})
