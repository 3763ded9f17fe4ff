import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { testsIn } from '../support/named-tests.ts'

/*
 * tests/asvs.md: every requirement of OWASP ASVS 5.0.0 that we chose is there once, and the tests and the
 * phrases that it names exist.
 */

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
  /** The lines below it: a test, a place in the code, or the reason why it is not met. */
  evidence: string[]
}

const list: Requirement[] = readFileSync(`${root}/tests/asvs.md`, 'utf8')
  .split(/\n(?=\*\*|## )/)
  .flatMap((block) => {
    const [head = '', ...evidence] = block
      .trim()
      .replace(/\n {2}/g, ' ')
      .split(/\n(?=- )/)
    const [, number, two] = /^\*\*(\d+\.\d+\.\d+)\*\* (\(2\) )?/.exec(head) ?? []
    return number ? [{ number, level: two ? 2 : 1, evidence }] : []
  })

/** Words, whatever lies between them: a phrase may go on in the next line of a comment. */
const words = (text: string) => text.match(/[\p{L}\d]+/gu)?.join(' ') ?? ''

const textOf = (file: string) => words(readFileSync(`${root}/${file}`, 'utf8'))

describe('[ASVS 5.0] the list', () => {
  it('has every requirement that we chose once, in order, and no other', () => {
    const of = (level: number) => list.filter((one) => one.level === level).map((one) => one.number)
    expect(of(1)).toEqual(numbers(LEVEL_1))
    expect(of(2)).toEqual(numbers(LEVEL_2))
    expect([of(1).length, of(2).length]).toEqual([70, 20])
  })

  it('leaves no requirement of level 1 unmet', () => {
    const unmet = list.filter(({ evidence }) => evidence.some((line) => /^- Not met/.test(line)))
    expect(unmet.map(({ level }) => level)).not.toContain(1)
  })

  it.each(list.map((one) => [one.number, one.evidence] as const))(
    '%s is shown or explained',
    (_, evidence) => {
      expect(evidence).not.toEqual([])
      for (const line of evidence) {
        const [, file = '', title = ''] = /^- `(\S+\.test\.ts)`: (.+)$/.exec(line) ?? []
        const [, source = '', phrase = ''] = /^- Written in `(\S+)`: (.+)$/.exec(line) ?? []
        if (file) expect([...testsIn(`${root}/tests/${file}`).keys()], line).toContain(title)
        else if (source) expect(textOf(source), line).toContain(words(phrase))
        else expect(line).toMatch(/^- (Not met|Partly|Does not apply): .+/)
      }
    },
  )
})
