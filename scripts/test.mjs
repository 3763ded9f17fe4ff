// npm test and the other tiers of checks. Each also runs on a fresh clone, runs all its parts even when one
// fails, and ends with one line of totals.
//   npm test                                        types, lint, dependencies, each rule and each flow once
//   npm run test:sweep                              every screen in every state; flows at the other width
//   npm run test:hard                               kills, restarts, load, long fuzzing, the other engine
//   npm run test:all                                the three, in one sum
//   npm test -- --only static|vitest|e2e            one kind of a tier
//   npm test -- tests/server/x.test.ts -t 'title'   files and options, given to their runner
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runChild } from './child.mjs'
import { countTests } from './count-tests.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

const PASSED = { passed: 1, failed: 0, skipped: 0, flaky: [] }
const FAILED = { passed: 0, failed: 1, skipped: 0, flaky: [] }

/** Parts of each tier, in order. Static checks run beside the tests. */
const TIERS = {
  test: ['static', 'vitest', 'e2e'],
  sweep: ['e2e'],
  hard: ['vitest', 'e2e'],
}
const RUNNERS = { static: checkStatically, vitest, e2e: playwright }

const { tiers, kinds, options } = readArguments(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), 'entre-todos-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
settleEnvironment()

const results = []
try {
  await ensureInstalled({ tools: true })
  if (kinds.some((kind) => kind !== 'static')) provideBrowser()
  for (const tier of tiers) await runTier(tier)
} catch (error) {
  console.error(error.message)
  results.push({ title: 'install', ...FAILED, seconds: 0 })
}
summarize(results)

async function runTier(tier) {
  const wanted = TIERS[tier].filter((kind) => kinds.includes(kind))
  const beside = wanted.includes('static') ? checkStatically() : undefined
  for (const kind of wanted) {
    if (kind !== 'static') await RUNNERS[kind](tier)
  }
  await beside
}

/** Checks types, lint and dependency rules one after the other; each prints its output at its end. */
async function checkStatically() {
  const folders = ['shared', 'server', 'web', 'scripts', 'tests']
  const cruiser = 'dependency-cruiser/bin/dependency-cruise.mjs'
  const kept = ['--incremental', '--tsBuildInfoFile', '.setup/types.tsbuildinfo'] // checks what changed
  await check('types', 'typescript/bin/tsc', '--noEmit', '-p', '.', ...kept)
  await check('lint', '@biomejs/biome/bin/biome', 'ci', '--colors=off') // it ignores NO_COLOR
  await check('dependencies', cruiser, '--cache', '--config', '.dependency-cruiser.cjs', ...folders)
}

async function check(title, tool, ...args) {
  const log = join(reports, `${title}.log`)
  await timed(title, async () => {
    const code = await runChild(`node_modules/${tool}`, args, { log })
    console.log(`\n── ${title}\n${readFileSync(log, 'utf8').trim()}`)
    return code === 0 ? PASSED : FAILED
  })
}

function vitest(tier) {
  const title = titleOf('vitest', tier)
  const file = join(reports, `${title}.json`)
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const config = ['--config', 'tests/vitest.config.ts']
  const args = ['run', ...config, ...reporters, ...options]
  return timed(title, async () => {
    console.log(`\n── ${title}`)
    const code = await runChild('node_modules/vitest/vitest.mjs', args, { env: { TIER: tier } })
    return countTests('vitest', file, code)
  })
}

function playwright(tier) {
  const title = titleOf('browser', tier)
  const file = join(reports, `${title}.json`)
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const env = { TIER: tier, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  return timed(title, async () => {
    console.log(`\n── ${title}`)
    await ensureBuilt()
    const cli = 'node_modules/@playwright/test/cli.js'
    return countTests('playwright', file, await runChild(cli, [...args, ...options], { env }))
  })
}

function titleOf(runner, tier) {
  return tier === 'test' ? runner : `${runner} ${tier}`
}

/** Installs a browser before the tests, because that takes longer than a test's timeout. */
function provideBrowser() {
  try {
    process.env.CHROME_PATH = findBrowser().executablePath
  } catch (error) {
    console.error(error.message) // each test that needs a browser will fail
  }
}

/** Runs a part and keeps its counts and its duration for the summary. */
async function timed(title, run) {
  const start = performance.now()
  const counts = await run().catch((error) => {
    console.error(error.message)
    return FAILED
  })
  results.push({ title, ...counts, seconds: (performance.now() - start) / 1000 })
}

function summarize(results) {
  const line = ({ passed, failed, skipped }) =>
    `${passed} passed, ${failed} failed, ${skipped} skipped`
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  console.log('\n── summary')
  for (const result of results) {
    const seconds = `${result.seconds.toFixed(1)} s`
    console.log(`${result.title.padEnd(14)} ${seconds.padStart(8)}   ${line(result)}`)
  }
  const flaky = results.flatMap((result) => result.flaky)
  if (flaky.length > 0) console.log(`\nflaky: ${flaky.length}: ${flaky.join('; ')}`)
  console.log(`\ntotal: ${line(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

function readArguments(args) {
  const take = (name, allowed) => {
    const at = args.indexOf(name)
    if (at < 0) return undefined
    const [value] = args.splice(at, 2).slice(1)
    if (allowed.includes(value)) return value
    console.error(`Usage: npm test -- [${name} ${allowed.join('|')}] [files and options]`)
    process.exit(2)
  }
  const tier = take('--tier', [...Object.keys(TIERS), 'all']) ?? 'test'
  const only = take('--only', Object.keys(RUNNERS))
  const ofFiles = args.some((arg) => arg.startsWith('tests/e2e')) ? 'e2e' : 'vitest'
  const kinds = only ? [only] : args.length > 0 ? [ofFiles] : Object.keys(RUNNERS)
  return { tiers: tier === 'all' ? Object.keys(TIERS) : [tier], kinds, options: args }
}

// Tests do not run as in production, and only a terminal shows colours.
function settleEnvironment() {
  process.env.NODE_ENV = 'test'
  if (process.stdout.isTTY) return
  process.env.NO_COLOR = '1'
  delete process.env.FORCE_COLOR
}
