import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { countTests } from '../../scripts/count-tests.mjs'

const folder = mkdtempSync(join(tmpdir(), 'entre-todos-count-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const vitestFile = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((status) => ({ status })),
})

test('every test of every file counts once', () => {
  const report = {
    testResults: [
      vitestFile('failed', 'passed', 'failed', 'skipped'),
      vitestFile('passed', 'passed', 'todo', 'pending'),
    ],
  }
  expect(countTests('vitest', write(report), 1)).toEqual({
    passed: 2,
    failed: 1,
    skipped: 3,
    flaky: [],
  })
})

test('a file that does not load is a failure beside those of tests', () => {
  const report = { testResults: [vitestFile('failed', 'failed'), vitestFile('failed')] }
  expect(countTests('vitest', write(report), 1)).toMatchObject({ passed: 0, failed: 2, skipped: 0 })
})

test('an exit with an error counts as a failure, even if all tests passed', () => {
  const report = { testResults: [vitestFile('passed', 'passed')] }
  expect(countTests('vitest', write(report), 1)).toMatchObject({ passed: 1, failed: 1, skipped: 0 })
})

test('names a browser test that passed only at its second try', () => {
  const spec = (title: string, status: string) => ({
    title,
    tests: [{ status, projectName: 'phone' }],
  })
  const report = {
    stats: { expected: 3, flaky: 1, unexpected: 0, skipped: 2 },
    errors: [],
    suites: [{ specs: [spec('a', 'expected')], suites: [{ specs: [spec('b', 'flaky')] }] }],
  }
  const counts = { passed: 4, failed: 0, skipped: 2, flaky: ['b (phone)'] }
  expect(countTests('playwright', write(report), 0)).toEqual(counts)
})

test('an error outside of any browser test is a failure', () => {
  const report = {
    stats: { expected: 0, flaky: 0, unexpected: 0, skipped: 0 },
    errors: [{ message: 'no tests found' }],
    suites: [],
  }
  expect(countTests('playwright', write(report), 1)).toMatchObject({ passed: 0, failed: 1 })
})

test('a dead runner, with no report or half a report, counts as a failure', () => {
  const failed = { passed: 0, failed: 1, skipped: 0, flaky: [] }
  expect(countTests('vitest', join(folder, 'absent.json'), 0)).toEqual(failed)
  expect(countTests('playwright', write('{"stats": {'), 134)).toEqual(failed)
})

function write(report: unknown): string {
  const file = join(folder, 'report.json')
  writeFileSync(file, typeof report === 'string' ? report : JSON.stringify(report))
  return file
}
