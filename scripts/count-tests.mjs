import { existsSync, readFileSync } from 'node:fs'

/**
 * How many tests of a runner passed, failed and were skipped, from the JSON it wrote. What went
 * wrong outside of any test (a file that does not load, a runner that died) is one failure each,
 * so that a bad end never counts as nothing, whatever exit code it came with.
 */
export function countTests(runner, file, exitCode) {
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }
  const { passed, failed, skipped } = counters[runner](report)
  return { passed, failed: failed === 0 && exitCode !== 0 ? 1 : failed, skipped }
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

// A flaky test passed in the end; `errors` are those outside of any test.
function countPlaywright({ stats, errors }) {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

function readReport(file) {
  if (!existsSync(file)) return undefined
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined // cut off by a crash
  }
}
