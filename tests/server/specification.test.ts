import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { links } from '../../shared/links.ts'
import { titlesOf } from '../support/titles-of.ts'

/*
 * tests/specification.md, read strictly: every line of it is understood, numbered without a gap, and
 * shown by a screen and a test that are there; what it quotes stands in both, letter for letter.
 */

const root = fileURLToPath(new URL('../..', import.meta.url))

/** How many lines each section has: none goes unnoticed. */
const LINES = { 2: 105, 3: 9, 5: 26, 8: 82, 9: 37 }

interface Line {
  number: string
  says: string
  /** Of the program, from its root. */
  shownBy: string[]
  tests: { file: string; title: string }[]
  /** Why the product does it another way; empty where it does not. */
  decided: string
}

/** Throws for a row that it does not understand. */
function read(text: string): Line[] {
  return text
    .split('\n')
    .filter((row) => row.startsWith('|'))
    .filter((row) => !/^\| (#|-+) \|/.test(row))
    .map((row) => {
      const cells = /^\| (.*) \|$/.exec(row)?.[1]?.split(' | ') ?? []
      const [number = '', says = '', shownBy = '', tests = '', decided = ''] = cells.map((cell) =>
        cell.trim(),
      )
      if (cells.length !== 5 || !/^\d\.\d+$/.test(number) || !says) {
        throw new Error(`No line: ${row}`)
      }
      return {
        ...{ number, says, decided },
        shownBy: each(shownBy).map((cell) => must(/^`([\w./-]+)`$/.exec(cell)?.[1], row)),
        tests: each(tests).map((cell) => {
          const [, file, title] = /^`(\S+\.test\.ts)`: (.+)$/.exec(cell) ?? []
          return { file: must(file, row), title: must(title, row) }
        }),
      }
    })
}

const each = (cell: string) => (cell === '' ? [] : cell.split('<br>').map((one) => one.trim()))

function must(found: string | undefined, row: string): string {
  if (!found) throw new Error(`Neither a file nor a test: ${row}`)
  return found
}

/** What is wrong with it, in words. */
function problemsOf({ says, shownBy, tests, decided }: Line): string[] {
  const problems: string[] = []
  for (const file of shownBy) {
    if (!existsSync(join(root, file))) problems.push(`no such file: ${file}`)
  }
  for (const { file, title } of tests) {
    const path = join(root, 'tests', file)
    if (!existsSync(path) || !titlesOf(path).has(title)) {
      problems.push(`no such test in ${file}: ${title}`)
    }
  }
  if (decided !== '' && decided.split(' ').length < 6) problems.push(`no reason: ${decided}`)
  if (decided === '' && (shownBy.length === 0 || tests.length === 0)) {
    problems.push('neither shown and tested nor explained')
  }
  for (const message of quotedIn(says)) {
    if (!isSaid(message, product())) problems.push(`not in the product: ${message}`)
    const tested = tests.some(({ file }) => isSaid(message, textsOfTest(file)))
    if (!tested) problems.push(`not in its test: ${message}`)
  }
  return problems
}

const quotedIn = (says: string) => [...says.matchAll(/`([^`]+)`/g)].map(([, text = '']) => text)

/** The parts of a message that stand still: what is in braces differs from time to time. */
const fixedParts = (message: string) =>
  message
    .split(/:? ?\{[^}]+\} ?/)
    .map((part) => part.trim())
    .filter((part) => part.length > 2)

function isSaid(message: string, texts: readonly string[]): boolean {
  const parts = fixedParts(message)
  return parts.length > 0 && parts.every((part) => texts.some((text) => saying(text, part)))
}

/** A text says it whole; or, with a number of ours in it, as the pattern of it. */
function saying(text: string, part: string): boolean {
  if (text.includes(part)) return true
  const words = text.split(HOLE)
  const isTelling = words.length > 1 && words.join('').trim().split(/\s+/).length > 3
  return isTelling && new RegExp(`^${words.map(literally).join('\\S+')}$`).test(part)
}

const literally = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** Where a template has something to fill in. */
const HOLE = '\u0000'

/** Every text that a program says: literals, templates, patterns, what stands in its JSX. No comment. */
function textsOf(path: string): string[] {
  const kind = path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS
  const source = ts.createSourceFile(
    path,
    readFileSync(path, 'utf8'),
    ts.ScriptTarget.Latest,
    false,
    kind,
  )
  const texts: string[] = []
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isRegularExpressionLiteral(node)) texts.push(node.text)
    if (ts.isJsxText(node)) texts.push(node.text.replace(/\s+/g, ' ').trim())
    if (ts.isTemplateExpression(node)) {
      const spans = node.templateSpans.map(({ literal }) => HOLE + literal.text)
      texts.push(node.head.text + spans.join(''))
    }
    ts.forEachChild(node, visit)
  }
  visit(source)
  return texts.map((text) => text.replaceAll('\u00a0', ' '))
}

let said: string[] | undefined

/** Of everything that runs. */
function product(): string[] {
  said ??= ['web', 'server', 'shared'].flatMap((room) =>
    readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !/^(dist|node_modules)\//.test(file))
      .flatMap((file) => textsOf(join(root, room, file))),
  )
  return said
}

/** Of a test, of what it imports of the tests, and of the messages that it takes from the product. */
function textsOfTest(file: string): string[] {
  const path = join(root, 'tests', file)
  if (!existsSync(path)) return []
  const own = textsOf(path)
  const imported = own
    .filter((text) => /^\.\.?\/.*\.ts$/.test(text))
    .map((text) => join(dirname(path), text))
    .filter((one) => /\/(e2e\/steps|shared\/errors)\.ts$/.test(one))
  return [...own, ...imported.flatMap(textsOf)]
}

describe('the specification, line by line', () => {
  const lines = read(readFileSync(join(root, 'tests/specification.md'), 'utf8'))

  it('has every line once, in order, section by section', () => {
    const expected = Object.entries(LINES).flatMap(([section, count]) =>
      Array.from({ length: count }, (_, index) => `${section}.${index + 1}`),
    )
    expect(lines.map(({ number }) => number)).toEqual(expected)
  })

  it('has a line for every route there is, with its own screen', () => {
    const app = readFileSync(join(root, 'web/app.tsx'), 'utf8')
    const listed = lines.flatMap(({ says, shownBy }) => {
      const [, route] = /^\*\*(\/\S*)\*\*/.exec(says) ?? []
      for (const file of route ? shownBy : []) expect(app).toContain(file.replace('web/', './'))
      return route ? [route] : []
    })
    expect(listed.toSorted()).toEqual(routesIn(app).toSorted())
  })

  it.each(lines.map((line) => [line.number, line] as const))(
    '%s is shown and tested',
    (_n, line) => {
      expect(problemsOf(line)).toEqual([])
    },
  )

  it('is read strictly', () => {
    const one = (row: string) => read(`| 1.1 | ${row} |`)[0] as Line
    const here = '`server/specification.test.ts`: is read strictly'
    const screen = '`web/components/loading.tsx`'
    for (const [row, problem] of [
      ['Says. |  |  | ', 'neither shown and tested nor explained'],
      [`Says. | ${screen} |  | `, 'neither shown and tested nor explained'],
      [`Says. | \`web/none.tsx\` | ${here} | `, 'no such file: web/none.tsx'],
      [
        `Says. | ${screen} | \`server/specification.test.ts\`: is read | `,
        'no such test in server/specification.test.ts: is read',
      ],
      ['Says. |  |  | Later, perhaps.', 'no reason: Later, perhaps.'],
      [`\`Cargando….\` | ${screen} | ${here} | `, 'not in the product: Cargando….'],
      [
        `\`Pago existente\` | ${screen} | \`server/asvs.test.ts\`: is read strictly | `,
        'not in its test: Pago existente',
      ],
    ] as const) {
      expect(problemsOf(one(row))).toContain(problem)
    }
    expect(problemsOf(one(`\`Cargando...\` | ${screen} | ${here} | `))).toEqual([])
    expect(saying(`Al menos ${HOLE} letras, de veras.`, 'Al menos 6 letras, de veras.')).toBe(true)
    expect(saying(`${HOLE} ${HOLE}`, 'Cualquier cosa')).toBe(false)
    for (const row of [
      'Says. | nothing |  | ',
      `Says. | ${screen} | is read strictly | `,
      'Says.',
    ]) {
      expect(() => one(row)).toThrow(/^(No line|Neither a file nor a test):/)
    }
  })
})

/** The addresses of the route table, as the router knows them. */
function routesIn(app: string): string[] {
  const written = [...app.matchAll(/\[\s*(?:links\.(\w+)\(([^)]*)\)|'(\/[^']*)'),\s/g)]
  return written.map(([, name, id, path]) => {
    if (path) return path
    const link = links[name as keyof typeof links] as (id?: string) => string
    return id ? link(':id') : link()
  })
}
