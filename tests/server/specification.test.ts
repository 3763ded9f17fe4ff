import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { links } from '../../shared/links.ts'
import { testsIn } from '../support/named-tests.ts'

/*
 * tests/specification.md: every line names a screen and a test that exist, and what the line quotes stands
 * in the code of a test that it names.
 */

/** Number of lines of each section, so that none gets lost. */
const LINES = { 2: 114, 3: 9, 4: 22, 5: 26, 6: 12, 7: 25, 8: 82, 9: 37 }

interface Line {
  number: string
  says: string
  /** Files of the program. */
  shownBy: string[]
  tests: { file: string; title: string }[]
  /** Why the product does it another way; empty if it does not. */
  decided: string
}

const lines = readFileSync(join(root, 'tests/specification.md'), 'utf8')
  .split('\n')
  .filter((row) => row.startsWith('|') && !/^\| (#|-) \|/.test(row))
  .map(readLine)

function readLine(row: string): Line {
  const cells = row.slice(2, -2).split(' | ')
  const [number = '', says = '', shownBy = '', tests = '', decided = ''] = cells
  const each = (cell: string) => cell.split('<br>').filter((one) => one.trim() !== '')
  return {
    number,
    says,
    decided: decided.trim(),
    shownBy: each(shownBy).map((cell) => cell.replaceAll('`', '').trim()),
    tests: each(tests).map((cell) => {
      const [, file = '', title = ''] = /`(\S+)`: (.+)/.exec(cell.trim()) ?? []
      return { file, title }
    }),
  }
}

describe('the specification, line by line', () => {
  it('has every line once, in order, section by section', () => {
    const expected = Object.entries(LINES).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    )
    expect(lines.map(({ number }) => number)).toEqual(expected)
  })

  it('has a line for every route, with its own screen', () => {
    const tables = ['web/app.tsx', 'web/routes.tsx']
    const app = tables.map((file) => readFileSync(join(root, file), 'utf8')).join('\n')
    const listed = lines.flatMap(({ says, shownBy }) => {
      const [, route] = /^\*\*(\/\S*)\*\*/.exec(says) ?? []
      for (const file of route ? shownBy : []) expect(app).toContain(file.replace('web/', './'))
      return route ? [route] : []
    })
    expect(listed.toSorted()).toEqual(routesIn(app).toSorted())
  })

  it.each(lines.map((line) => [line.number, line] as const))(
    '%s is shown and tested',
    (_, { says, shownBy, tests, decided }) => {
      for (const file of shownBy) expect(existsSync(join(root, file)), file).toBe(true)
      const codes = tests.map(({ file, title }) => {
        const code = testsIn(join(root, 'tests', file)).get(title)
        expect(code, `${file}: ${title}`).toBeDefined()
        return readable(code ?? '')
      })
      if (codes.length === 0) expect(decided).not.toBe('')
      for (const [, message = ''] of says.matchAll(/`([^`]+)`/g)) {
        const isQuoted = codes.some((code) => fixedParts(message).every((it) => code.includes(it)))
        expect(isQuoted, `no named test quotes “${message}”`).toBe(true)
      }
    },
  )
})

/** Returns the text without the escapes of patterns. */
const readable = (code: string) => code.replaceAll('\\u00a0', ' ').replaceAll('\\', '')

/** The parts of a message that are always the same: those in braces differ. */
const fixedParts = (message: string) => message.split(/\{[^}]+\}/).map((part) => part.trim())

/** The addresses of the route table, as the router knows them. */
function routesIn(app: string): string[] {
  const written = [...app.matchAll(/\[\s*(?:links\.(\w+)\(([^)]*)\)|'(\/[^']*)'),\s/g)]
  return written.map(([, name, id, path]) => {
    if (path) return path
    const link = links[name as keyof typeof links] as (id?: string) => string
    return id ? link(':id') : link()
  })
}
