import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { titlesOf } from '../support/titles-of.ts'

/*
 * tests/asvs.md, read strictly: every line of it is understood, every requirement of OWASP ASVS 5.0.0
 * that we chose is there once, and what it names exists.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

/** Level 1, whole. */
const LEVEL_1 = `
  1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1
  2.1.1 2.2.1 2.2.2 2.3.1
  3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
  4.1.1 4.4.1
  5.2.1 5.2.2 5.3.1 5.3.2
  6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
  7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2
  8.1.1 8.2.1 8.2.2 8.3.1
  9.1.1 9.1.2 9.1.3 9.2.1
  10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
  11.3.1 11.3.2 11.4.1
  12.1.1 12.2.1 12.2.2
  13.4.1
  14.2.1 14.3.1
  15.1.1 15.2.1 15.3.1`

/** Level 2 of files, sessions and self-contained tokens. */
const LEVEL_2 = `
  5.1.1 5.2.3 5.4.1 5.4.2 5.4.3
  7.1.1 7.1.2 7.1.3 7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2
  9.2.2 9.2.3 9.2.4`

const numbers = (text: string) => text.trim().split(/\s+/)

interface Requirement {
  number: string
  level: 1 | 2
  says: string
  tests: { file: string; title: string }[]
  /** Where it is written down, and a phrase of it. */
  places: { file: string; phrase: string }[]
  /** 'Partly' needs something that is there. */
  deviations: { kind: string; why: string }[]
}

/** Throws for a line that it does not understand. */
function read(text: string): Requirement[] {
  const requirements: Requirement[] = []
  const blocks = text.slice(text.indexOf('\n## ')).split(/\n{2,}/)
  for (const block of blocks
    .map((one) => one.trim())
    .filter((one) => !/^(## V\d+ .+)?$/.test(one))) {
    const [head = '', ...lines] = block.replace(/\n {2}/g, ' ').split('\n')
    const [, number, two, says] = /^\*\*(\d+\.\d+\.\d+)\*\* (\(2\) )?(\S.+)$/.exec(head) ?? []
    if (!number || !says) throw new Error(`No requirement: ${head}`)
    const requirement: Requirement = {
      ...{ number, says, level: two ? 2 : 1 },
      ...{ tests: [], places: [], deviations: [] },
    }
    for (const line of lines) readLine(line, requirement)
    requirements.push(requirement)
  }
  return requirements
}

function readLine(line: string, { tests, places, deviations }: Requirement): void {
  const [, file, title] = /^- `(\S+\.test\.ts)`: (.+)$/.exec(line) ?? []
  const [, source, phrase] = /^- Written in `(\S+)`: (.+)$/.exec(line) ?? []
  const [, kind, why] = /^- (Not met|Partly|Does not apply): (.+)$/.exec(line) ?? []
  if (file && title) tests.push({ file, title })
  else if (source && phrase) places.push({ file: source, phrase })
  else if (kind && why) deviations.push({ kind, why })
  else throw new Error(`Neither a test nor a reason: ${line}`)
}

/** Words, whatever lies between them: a phrase may go on in the next line of a comment. */
const words = (text: string) => text.match(/[\p{L}\d]+/gu)?.join(' ') ?? ''

const readable = (file: string) => existsSync(`${root}/${file}`)

/** What is wrong with it, in words. */
function problemsOf({ tests, places, deviations }: Requirement): string[] {
  const shown = tests.length + places.length
  const problems: string[] = []
  for (const { file, title } of tests) {
    const titles = readable(`tests/${file}`) ? titlesOf(`${root}/tests/${file}`) : null
    if (!titles?.has(title)) problems.push(`no such test in ${file}: ${title}`)
  }
  for (const { file, phrase } of places) {
    const text = readable(file) ? words(readFileSync(`${root}/${file}`, 'utf8')) : ''
    const isPhrase = words(phrase).split(' ').length > 3
    if (!isPhrase || !text.includes(words(phrase))) problems.push(`not in ${file}: ${phrase}`)
  }
  for (const { kind, why } of deviations) {
    if (words(why).split(' ').length < 4) problems.push(`no reason: ${why}`)
    if (kind === 'Partly' && shown === 0)
      problems.push('of what is only partly so, nothing is shown')
  }
  if (shown + deviations.length === 0) problems.push('neither shown nor explained')
  return problems
}

describe('[ASVS 5.0] the list', () => {
  const list = read(readFileSync(`${root}/tests/asvs.md`, 'utf8'))

  it('has every requirement that we chose once, in order, and no other', () => {
    const of = (level: number) => list.filter((one) => one.level === level).map((one) => one.number)
    expect(of(1)).toEqual(numbers(LEVEL_1))
    expect(of(2)).toEqual(numbers(LEVEL_2))
    expect([of(1).length, of(2).length]).toEqual([70, 20])
  })

  it.each(list.map((one) => [one.number, one] as const))('%s is shown or explained', (_n, one) => {
    expect(problemsOf(one)).toEqual([])
  })

  it('is read strictly', () => {
    const one = (lines: string) => read(`\n## V1 X\n\n**1.1.1** Says.\n${lines}`)[0] as Requirement
    const here = 'server/asvs.test.ts'
    for (const [lines, problem] of [
      ['', 'neither shown nor explained'],
      [`- \`${here}\`: is read`, `no such test in ${here}: is read`],
      [
        '- `server/none.test.ts`: is read strictly',
        'no such test in server/none.test.ts: is read strictly',
      ],
      [`- Written in \`README.md\`: the`, 'not in README.md: the'],
      [
        '- Written in `README.md`: what nobody ever wrote there',
        'not in README.md: what nobody ever wrote there',
      ],
      ['- Not met: later.', 'no reason: later.'],
      ['- Partly: the rest of it comes later.', 'of what is only partly so, nothing is shown'],
    ]) {
      expect(problemsOf(one(lines ?? ''))).toEqual([problem])
    }
    expect(problemsOf(one(`- \`${here}\`: the list is read strictly`))).toEqual([])
    expect(() => one('- `server/asvs.test.ts`: ')).toThrow('Neither a test nor a reason')
    expect(() => one('- Met, I think.')).toThrow('Neither a test nor a reason')
    expect(() => read('\n## V1 X\n\n1.1.1 Says.')).toThrow('No requirement')
  })
})
