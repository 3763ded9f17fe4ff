import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../scripts/child.mjs'
import {
  describeMutant,
  explainSurvivors,
  readExplanations,
} from '../../scripts/mutation-survivors.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

const source = `function open() {
  if (isOpen) return 'yes'
  return {
    is: 'no',
  }
}
`
const CODE = "if ([-isOpen-]{+false+}) return 'yes'"
const file = 'shared/open.ts'
const survivor = { file, code: CODE }
const explanation = { ...survivor, reason: 'It only saves work.' }

test('shows a change within its line of code, without the number of the line', () => {
  const location = { start: { line: 2, column: 7 }, end: { line: 2, column: 13 } }
  expect(describeMutant(source, { location, replacement: 'false' })).toBe(CODE)
})

test('shows a change of several lines in one line', () => {
  const location = { start: { line: 3, column: 10 }, end: { line: 5, column: 4 } }
  expect(describeMutant(source, { location, replacement: '{}' })).toBe(
    "return [-{ is: 'no', }-]{+{}+}",
  )
})

test('reads the explanations of each file', () => {
  expect(
    readExplanations(
      write(`# Title\n\nText.\n\n## ${file}\n\n- \`\` ${CODE} \`\`: It only saves work.\n`),
    ),
  ).toEqual([explanation])
})

test('rejects a list item that is no explanation', () => {
  expect(() => readExplanations(write(`## ${file}\n\n- ${CODE}: Why not.\n`))).toThrow(
    'no es una explicación',
  )
  expect(() => readExplanations(write(`- \`\` ${CODE} \`\`: No file.\n`))).toThrow(
    'no es una explicación',
  )
})

test('an explanation explains one survivor of its file', () => {
  const other = { file: 'shared/other.ts', code: CODE }
  const survivors = [survivor, survivor, other]
  expect(explainSurvivors(survivors, [explanation], new Set([file, other.file]))).toEqual({
    unexplained: [survivor, other],
    explained: 1,
    stale: [],
  })
})

test('an explanation without a survivor is stale when its file was mutated', () => {
  expect(explainSurvivors([], [explanation], new Set([file])).stale).toEqual([explanation])
  expect(explainSurvivors([], [explanation], new Set(['shared/other.ts'])).stale).toEqual([])
})

test('every explanation of this project is about a file that exists', () => {
  const explanations = readExplanations(join(root, 'tests/mutation-survivors.md'))
  const files = new Set(explanations.map((one) => one.file))
  expect([...files].filter((one) => !existsSync(join(root, one)))).toEqual([])
})

function write(text: string): string {
  const path = join(makeTemporaryFolder(), 'explanations.md')
  writeFileSync(path, text)
  return path
}
