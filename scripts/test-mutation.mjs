// npm run test:mutation: changes the code in small ways and counts the changes that a test notices.
// It takes hours; the report is in .setup/mutation.
//   npm run test:mutation -- shared|rest              one part
//   npm run test:mutation -- 'shared/queries/*.ts'    these files
//   npm run test:mutation -- --concurrency 1          on one core
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './child.mjs'
import { ensureInstalled, giveUp } from './setup.mjs'

/** Each part with its least score in percent, its files and the tests that cover them. */
const PARTS = {
  shared: {
    leastScore: 90,
    files: ['shared/**/*.ts'],
    tests: [
      'tests/shared/*.test.ts',
      'tests/web/screens/collection-form-values.test.ts',
      'tests/web/features/{correction-of,words-of-change}.test.ts',
      'tests/server/{mutations,queries}.test.ts',
      'tests/sync/copy-csv.test.ts',
    ],
  },
  rest: {
    leastScore: 75,
    files: [
      'server/domain/{payments,receipts,sync}/*.ts',
      'server/domain/{reports,mutations,queries,in-batches}.ts',
      'server/domain/{public-collections,contributions-csv,statistics}.ts',
      'web/replica/*.ts',
    ],
    tests: [
      'tests/server/{mutations,queries,permissions,reports,report-crowds,totals}.test.ts',
      'tests/server/{payments,payment-orders,receipts,receipt-storage,upload-locks}.test.ts',
      'tests/server/{uploads-hard,link-preview,statistics}.test.ts',
      'tests/sync/{changes,copy,copy-csv,copy-laws,copy-when-quiet,event-stream}.test.ts',
      'tests/sync/{http-transport,nobody-elses-rows,outbox,own-outbox,replica}.test.ts',
      'tests/sync/{restored-server,stream,sync-client,trim-feed,worker-host}.test.ts',
    ],
  },
}

const output = '.setup/mutation'
const { parts, concurrency } = readArguments()

process.chdir(root)
process.env.NODE_ENV = 'test'
await ensureInstalled({ tools: true }).catch(giveUp)
mkdirSync(output, { recursive: true })
writeFileSync('.setup/.gitignore', '*\n') // the folder keeps itself out of git

const { Stryker } = await import('@stryker-mutator/core')
const scores = []
for (const part of parts) scores.push(await run(part).catch(giveUp))
console.log('')
for (const { line } of scores) console.log(line)
process.exitCode = scores.every(({ isEnough }) => isEnough) ? 0 : 1

async function run({ name, files, tests, leastScore }) {
  process.env.MUTATION_TESTS = JSON.stringify(tests) // read by tests/vitest.mutation.config.ts
  const mutants = await new Stryker({
    configFile: 'tests/stryker.config.mjs',
    mutate: files,
    concurrency,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'html'],
    htmlReporter: { fileName: join(output, `${name}.html`) },
  }).runMutationTest()

  console.log(`\n── ${name}: cambios que ninguna prueba nota`)
  mutants.filter(isUnnoticed).map(describe).sort(byPlace).forEach(printMutant)
  return scoreOf(name, mutants, leastScore)
}

function isUnnoticed({ status }) {
  return status === 'Survived' || status === 'NoCoverage'
}

function isNoticed({ status }) {
  return status === 'Killed' || status === 'Timeout'
}

function describe({ fileName, location: { start, end }, replacement, status }) {
  const lines = readFileSync(fileName, 'utf8')
    .split('\n')
    .slice(start.line - 1, end.line)
  lines.push(lines.pop().slice(0, end.column - 1)) // the end first: both may be one line
  lines[0] = lines[0].slice(start.column - 1)
  const place = { file: relative(root, fileName), line: start.line }
  return { ...place, original: lines.join('\n'), replacement, isCovered: status === 'Survived' }
}

function byPlace(a, b) {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1
}

function printMutant({ file, line, original, replacement, isCovered }) {
  const note = isCovered ? '' : '  (sin pruebas)'
  console.log(`${file}:${line}  ${short(original)} -> ${short(replacement)}${note}`)
}

function short(code) {
  const line = code.replace(/\s+/g, ' ')
  return line.length > 80 ? `${line.slice(0, 79)}…` : line
}

// Ignored ones, and those that broke the run itself, are no part of the score.
function scoreOf(name, mutants, leastScore) {
  const noticed = mutants.filter(isNoticed).length
  const all = noticed + mutants.filter(isUnnoticed).length
  const score = all === 0 ? 0 : (100 * noticed) / all
  const isEnough = score >= leastScore
  const sum = `${noticed} de ${all} cambios, mínimo ${leastScore} %`
  const verdict = isEnough ? '' : ': no alcanza'
  return {
    line: `${name.padEnd(6)} ${score.toFixed(1).padStart(5)} %   ${sum}${verdict}`,
    isEnough,
  }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    options: { concurrency: { type: 'string', default: String(availableParallelism()) } },
    allowPositionals: true,
  })
  const chosen = Object.entries(PARTS).flatMap(([name, part]) => {
    if (positionals.length === 0 || positionals.includes(name)) return [{ name, ...part }]
    const files = positionals.filter((file) => !(file in PARTS) && partOf(file) === name)
    return files.length === 0 ? [] : [{ name, ...part, files }]
  })
  return { parts: chosen, concurrency: Number(values.concurrency) }
}

function partOf(file) {
  return file.startsWith('shared/') ? 'shared' : 'rest'
}
