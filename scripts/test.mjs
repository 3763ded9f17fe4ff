// npm test: everything that can be checked, on a fresh clone too. Each part runs even when an
// earlier one failed; the last line counts them all.
//   npm test -- --only static|vitest|e2e            one kind
//   npm test -- tests/server/x.test.ts -t 'title'   files and options, given to their runner
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './browser.mjs'
import { runChild } from './child.mjs'
import { countTests } from './count-tests.mjs'
import { ensureBuilt, ensureInstalled } from './setup.mjs'

const PASSED = { passed: 1, failed: 0, skipped: 0 }
const FAILED = { passed: 0, failed: 1, skipped: 0 }

const parts = [
  { kind: 'static', title: 'tipos', run: types },
  { kind: 'static', title: 'estilo', run: lint },
  { kind: 'static', title: 'flechas', run: arrows },
  { kind: 'vitest', title: 'vitest', run: vitest },
  { kind: 'e2e', title: 'navegador', run: playwright },
]

const { kinds, options } = readArguments(process.argv.slice(2))
const reports = mkdtempSync(join(tmpdir(), 'entre-todos-test-'))
process.once('exit', () => rmSync(reports, { recursive: true, force: true }))
settleEnvironment()

const results = []
try {
  await ensureInstalled({ tools: true })
  if (kinds.some((kind) => kind !== 'static')) provideBrowser()
  for (const part of parts) if (kinds.includes(part.kind)) results.push(await timed(part))
} catch (error) {
  console.error(error.message)
  results.push({ title: 'instalar', ...FAILED, seconds: 0 })
}
summarize(results)

function types() {
  return check('typescript/bin/tsc', '--noEmit', '-p', '.')
}

function lint() {
  const colors = process.stdout.isTTY ? [] : ['--colors=off'] // it does not heed NO_COLOR
  return check('@biomejs/biome/bin/biome', 'ci', ...colors)
}

function arrows() {
  const rooms = ['shared', 'server', 'web', 'scripts', 'tests']
  const cruiser = 'dependency-cruiser/bin/dependency-cruise.mjs'
  return check(cruiser, '--cache', '--config', '.dependency-cruiser.cjs', ...rooms)
}

async function vitest() {
  const file = join(reports, 'vitest.json')
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
  const config = ['--config', 'tests/vitest.config.ts']
  const args = ['run', ...config, ...reporters, ...options]
  return countTests('vitest', file, await runChild('node_modules/vitest/vitest.mjs', args))
}

async function playwright() {
  await ensureBuilt()
  const file = join(reports, 'playwright.json')
  const args = ['test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json']
  const code = await runChild('node_modules/@playwright/test/cli.js', [...args, ...options], {
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return countTests('playwright', file, code)
}

/** Before any test's clock runs: a machine without a browser takes a minute to get one. */
function provideBrowser() {
  try {
    process.env.CHROME_PATH = findBrowser().executablePath
  } catch (error) {
    console.error(error.message) // and each test that needs one fails
  }
}

async function check(tool, ...args) {
  return (await runChild(`node_modules/${tool}`, args)) === 0 ? PASSED : FAILED
}

async function timed({ title, run }) {
  console.log(`\n── ${title}`)
  const start = performance.now()
  const counts = await run().catch((error) => {
    console.error(error.message)
    return FAILED
  })
  return { title, ...counts, seconds: (performance.now() - start) / 1000 }
}

function summarize(results) {
  const line = ({ passed, failed, skipped }) =>
    `${passed} passed, ${failed} failed, ${skipped} skipped`
  const sum = (key) => results.reduce((total, result) => total + result[key], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  console.log('\n── resumen')
  for (const result of results) {
    const seconds = `${result.seconds.toFixed(1)} s`
    console.log(`${result.title.padEnd(10)} ${seconds.padStart(8)}   ${line(result)}`)
  }
  console.log(`\ntotal: ${line(total)}`)
  process.exitCode = total.failed > 0 ? 1 : 0
}

function readArguments(args) {
  const all = [...new Set(parts.map((part) => part.kind))]
  const at = args.indexOf('--only')
  const [only] = at < 0 ? [] : args.splice(at, 2).slice(1)
  if (at >= 0 && !all.includes(only)) {
    console.error(`Uso: npm test -- [--only ${all.join('|')}] [archivos y opciones]`)
    process.exit(2)
  }
  const ofFiles = args.some((arg) => arg.startsWith('tests/e2e')) ? 'e2e' : 'vitest'
  return { kinds: only ? [only] : args.length > 0 ? [ofFiles] : all, options: args }
}

// What is tested is not what runs in production, and only a terminal wants colours.
function settleEnvironment() {
  process.env.NODE_ENV = 'test'
  if (process.stdout.isTTY) return
  process.env.NO_COLOR = '1'
  delete process.env.FORCE_COLOR
}
