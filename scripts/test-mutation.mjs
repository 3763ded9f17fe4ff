// npm run test:mutation: changes the code in small ways and counts the changes that a test notices.
// It takes hours at first; then only changes whose code or tests have changed are tried again. The
// report is in .setup/mutation. It fails when a score is too low, and when a change that no test notices
// is not explained in tests/mutation-survivors.md. A change that takes the tests too long counts as
// noticed, so a busy machine raises the score.
//   npm run test:mutation -- shared|rest              one part
//   npm run test:mutation -- payments receipts        groups of a part
//   npm run test:mutation -- 'shared/queries/*.ts'    these files
//   npm run test:mutation -- --concurrency 1          on one core
//   npm run test:mutation -- --force                  every change again; those of constants only so
import { mkdirSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './child.mjs'
import { describeMutant, explainSurvivors, readExplanations } from './mutation-survivors.mjs'
import { ensureInstalled, giveUp } from './setup.mjs'

/** In percent. */
const MIN_SCORES = { shared: 90, rest: 75 }

/** The files to change, and the tests that must detect it. Fewer tests decide a change sooner. */
const GROUPS = [
  {
    part: 'shared',
    name: 'rules',
    files: ['shared/*.ts', '!shared/contributions-csv.ts', '!shared/named-mutation.ts'],
    tests: [
      'tests/shared/*.test.ts',
      'tests/web/screens/collection-form-values.test.ts',
      'tests/web/features/{correction-of,describe-change}.test.ts',
    ],
  },
  {
    part: 'shared',
    name: 'statements',
    files: [
      'shared/queries/*.ts',
      'shared/mutations/*.ts',
      'shared/contributions-csv.ts',
      'shared/named-mutation.ts',
    ],
    tests: [
      'tests/shared/{contributions-csv,mutations,named-mutation,queries}.test.ts',
      'tests/server/{mutations,queries}.test.ts',
      'tests/sync/replica-csv.test.ts',
    ],
  },
  {
    part: 'shared',
    name: 'people',
    timeoutMS: 5_000, // these tests wait for nothing
    files: ['shared/people/*.ts'],
    tests: [
      'tests/shared/{clear-suggestions,match-people,missing-people}.test.ts',
      'tests/shared/{people-reminders,person,read-people}.test.ts',
    ],
  },
  {
    part: 'shared',
    name: 'conciliation',
    timeoutMS: 5_000,
    files: ['shared/conciliation/*.ts'],
    // Not the samples and the invented worlds: nearly every change would run all of them.
    tests: [
      'tests/shared/conciliation/{propose,read-statements,receipt-text}.test.ts',
      'tests/shared/conciliation/{values,workbooks}.test.ts',
      'tests/shared/conciliation/{amounts,assignment,automatic,blocks,days}.test.ts',
      'tests/shared/conciliation/{guess-columns,html-tables,line-ids,line-kinds}.test.ts',
      'tests/shared/conciliation/{name-index,names,pair-score,payable-lines,payer}.test.ts',
      'tests/shared/conciliation/{read-block,read-warnings,several-payments,signs}.test.ts',
      'tests/shared/conciliation/{suggestions,tables}.test.ts',
    ],
  },
  {
    part: 'rest',
    name: 'payments',
    files: ['server/domain/payments/*.ts'],
    tests: ['tests/server/{payments,payment-orders,sellers}.test.ts'],
  },
  {
    part: 'rest',
    name: 'receipts',
    files: ['server/domain/receipts/*.ts'],
    tests: ['tests/server/{receipts,receipt-storage,upload-locks}.test.ts'],
  },
  {
    part: 'rest',
    name: 'reports',
    files: [
      'server/domain/{reports,mutations,queries,in-batches}.ts',
      'server/domain/{public-collections,contributions-csv,statistics}.ts',
    ],
    tests: [
      'tests/server/{mutations,queries,permissions,reports,concurrent-reports,limits}.test.ts',
      'tests/server/{totals,link-preview,statistics,complaints,sellers,errors,in-batches}.test.ts',
      'tests/sync/replica-csv.test.ts',
    ],
  },
  {
    part: 'rest',
    name: 'sync',
    files: ['server/domain/sync/*.ts'],
    tests: [
      'tests/sync/{changes,cursor,feed-tail,stream,open-streams}.test.ts',
      'tests/sync/{trim-feed,private-rows}.test.ts',
    ],
  },
  {
    part: 'rest',
    name: 'outbox',
    // The files left out run only in a browser, on its storage and events (tests/sync/outbox.test.ts, tests/e2e).
    files: ['web/outbox/election.ts', 'web/replica/{outbox,own-outbox}.ts'],
    tests: ['tests/sync/{election,own-outbox}.test.ts'],
  },
  {
    part: 'rest',
    name: 'tabs',
    files: [
      'web/replica/{calls,diagnosis,event-stream,owned-replica,replica,replica-state}.ts',
      'web/replica/{serve-worker,sync-state,tabs,transport,worker-host}.ts',
    ],
    tests: [
      'tests/sync/{diagnosis,election,event-stream,replica,serve-worker}.test.ts',
      'tests/sync/{sync-state,tabs,transport,worker-host}.test.ts',
    ],
  },
  {
    part: 'rest',
    name: 'replica',
    // The files left out run only in a browser, on its workers and storage (tests/e2e/local-first*.test.ts).
    files: [
      'web/replica/{connection,local-mutations,mutation-queue,name-search,replica-database}.ts',
      'web/replica/{replica-engine,replica-indexes,server-rows,sync-client}.ts',
    ],
    tests: [
      'tests/sync/replica-{csv,database,indexes,laws}.test.ts',
      'tests/sync/{mutation-queue,name-search,sync-client}.test.ts',
    ],
  },
]

const output = '.setup/mutation'
const explanationsFile = 'tests/mutation-survivors.md'
const { groups, concurrency, force } = readArguments()

process.chdir(root)
process.env.NODE_ENV = 'test'
await ensureInstalled({ tools: true }).catch(giveUp)
mkdirSync(output, { recursive: true })

const { Stryker } = await import('@stryker-mutator/core')
const results = []
for (const group of groups) {
  const mutants = await run(group).catch(giveUp)
  results.push({ ...group, mutants })
}
reportSurvivors(results.flatMap(({ mutants }) => mutants))
console.log('')
for (const { name, mutants } of results) console.log(lineOf(name, mutants))
for (const [part, leastScore] of Object.entries(MIN_SCORES)) {
  const ofPart = results.filter((result) => result.part === part)
  if (ofPart.length === 0) continue
  const mutants = ofPart.flatMap((result) => result.mutants)
  const isEnough = scoreOf(mutants) >= leastScore
  console.log(`${lineOf(part, mutants)}, mínimo ${leastScore} %${isEnough ? '' : ': no alcanza'}`)
  if (!isEnough) process.exitCode = 1
}

async function run({ name, files, tests, timeoutMS = 20_000 }) {
  process.env.MUTATION_TESTS = JSON.stringify(tests) // read by tests/vitest.mutation.config.ts
  return new Stryker({
    configFile: 'tests/stryker.config.mjs',
    mutate: files,
    timeoutMS, // beside twice the time that the tests need
    concurrency,
    incremental: true,
    incrementalFile: join(output, `${name}.json`),
    force,
    reporters: [process.stdout.isTTY ? 'progress' : 'progress-append-only', 'html'],
    htmlReporter: { fileName: join(output, `${name}.html`) },
  }).runMutationTest()
}

function reportSurvivors(mutants) {
  const explanations = readExplanations(explanationsFile)
  const files = new Set(mutants.map(fileOf))
  const survivors = mutants.filter(isUnnoticed).map(describe).sort(byPlace)
  const { unexplained, explained, stale } = explainSurvivors(survivors, explanations, files)
  console.log(`\n── cambios que ninguna prueba nota y nadie explica: ${unexplained.length}`)
  unexplained.forEach(printSurvivor)
  console.log(`── explicados en ${explanationsFile}: ${explained}`)
  if (stale.length > 0) console.log('── explicaciones que ya no corresponden a ningún cambio:')
  for (const { file, code } of stale) console.log(`${file}  ${code}`)
  if (unexplained.length > 0) process.exitCode = 1
}

function isUnnoticed({ status }) {
  return status === 'Survived' || status === 'NoCoverage'
}

function isNoticed({ status }) {
  return status === 'Killed' || status === 'Timeout'
}

function describe(mutant) {
  return {
    file: fileOf(mutant),
    line: mutant.location.start.line,
    code: describeMutant(readFileSync(mutant.fileName, 'utf8'), mutant),
    isCovered: mutant.status === 'Survived',
  }
}

function fileOf({ fileName }) {
  return relative(root, fileName)
}

function byPlace(a, b) {
  return a.file === b.file ? a.line - b.line : a.file < b.file ? -1 : 1
}

function printSurvivor({ file, line, code, isCovered }) {
  console.log(`${file}:${line}  ${code}${isCovered ? '' : '  (sin pruebas)'}`)
}

function lineOf(name, mutants) {
  const { noticed, all } = countsOf(mutants)
  const late = mutants.filter(({ status }) => status === 'Timeout').length
  const score = `${scoreOf(mutants).toFixed(1).padStart(5)} %`
  return `${name.padEnd(9)} ${score}   ${noticed} de ${all} cambios (${late} por tiempo agotado)`
}

function scoreOf(mutants) {
  const { noticed, all } = countsOf(mutants)
  return all === 0 ? 0 : (100 * noticed) / all
}

// Ignored changes, and those that broke the run itself, do not count for the score.
function countsOf(mutants) {
  const noticed = mutants.filter(isNoticed).length
  return { noticed, all: noticed + mutants.filter(isUnnoticed).length }
}

function readArguments() {
  const { values, positionals } = parseArgs({
    options: {
      concurrency: { type: 'string', default: String(availableParallelism()) },
      force: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  })
  const names = GROUPS.flatMap(({ part, name }) => [part, name])
  const files = positionals.filter((given) => !names.includes(given))
  const groups = GROUPS.flatMap((group) => {
    const isGiven = positionals.includes(group.part) || positionals.includes(group.name)
    if (isGiven || positionals.length === 0) return [group]
    const own = files.filter((file) => groupOf(file) === group)
    return own.length === 0 ? [] : [{ ...group, files: own }]
  })
  return { groups, concurrency: Number(values.concurrency), force: values.force }
}

/** Returns the group that names the file, or whose folder holds it: the deepest one. */
function groupOf(file) {
  const depthOf = ({ files }) =>
    Math.max(
      ...files
        .flatMap(withoutBraces)
        .map(startOf)
        .map((start) => (file.startsWith(start) ? start.length : 0)),
    )
  return GROUPS.toSorted((a, b) => depthOf(b) - depthOf(a))[0]
}

/** Returns a pattern for each name in the braces of this one, which may have one pair of them. */
function withoutBraces(pattern) {
  const { before, names, after } =
    /^(?<before>.*)\{(?<names>.*)\}(?<after>.*)$/.exec(pattern)?.groups ?? {}
  return names ? names.split(',').map((name) => `${before}${name}${after}`) : [pattern]
}

/** Returns the text before the first wildcard. */
function startOf(pattern) {
  return pattern.slice(0, pattern.search(/\*|$/))
}
