import { existsSync, readFileSync } from 'node:fs'

/**
 * Counts the tests of a run from the JSON report that its runner wrote. Each error outside of a test (a file that
 * does not load, a runner that died) counts as one failure, so that a crash is never counted as success.
 *
 * @param {'vitest' | 'playwright'} runner
 * @returns {{ passed: number, failed: number, skipped: number, flaky: string[] }} `flaky` has the titles of the
 *   tests that passed only when tried again; they are among the passed ones too
 */
export function countTests(runner, file, exitCode) {
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0, flaky: [] }
  const { passed, failed, skipped, flaky = [] } = counters[runner](report)
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped, flaky }
}

const counters = { vitest: countVitest, playwright: countPlaywright }

function countVitest({ testResults }) {
  const tests = testResults.flatMap((file) => file.assertionResults)
  const broken = testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(isFailed),
  )
  const passed = tests.filter((test) => test.status === 'passed').length
  const failed = tests.filter(isFailed).length
  return {
    passed,
    failed: failed + broken.length,
    skipped: tests.length - passed - failed, // skipped, pending, todo, disabled
  }
}

function isFailed(test) {
  return test.status === 'failed'
}

// `errors` has those outside of any test.
function countPlaywright({ stats, errors, suites }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
    flaky: suites.flatMap(flakyIn),
  }
}

function flakyIn({ suites = [], specs = [] }) {
  const own = specs.flatMap(({ title, tests }) =>
    tests
      .filter(({ status }) => status === 'flaky')
      .map(({ projectName }) => `${title} (${projectName})`),
  )
  return [...own, ...suites.flatMap(flakyIn)]
}

function readReport(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // cut off by a crash
  }
}
