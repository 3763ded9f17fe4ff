import { readFileSync } from 'node:fs'
import ts from 'typescript'

/**
 * The titles of the tests that a file says, as a report would show them: alone, and behind those of the
 * suites around it. Marks such as [A4] are left out. Of a test with a table there is its title as it is
 * written and, where the table stands beside it, one for each row that begins with a text.
 *
 * @example titlesOf('tests/server/x.test.ts') // Set { 'needs the password', 'a deleted account needs the password' }
 */
export function titlesOf(path: string): Set<string> {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const titles = new Set<string>()
  const names = namesOfTest(source)

  function visit(node: ts.Node, around: string[]): void {
    const call = ts.isCallExpression(node) ? readCall(node, names) : null
    if (call?.kind === 'skipped') return
    if (call?.kind === 'test') {
      for (const title of call.titles) {
        titles.add(title)
        for (const suite of around) titles.add(`${suite} ${title}`)
      }
    }
    const within =
      call?.kind === 'suite'
        ? call.titles.flatMap((title) => [title, ...around.map((suite) => `${suite} ${title}`)])
        : around
    ts.forEachChild(node, (child) => visit(child, within))
  }
  visit(source, [])
  return titles
}

/** `test`, and what a file calls it: `import { test as world } from './world.ts'`. */
function namesOfTest(source: ts.SourceFile): Set<string> {
  const names = new Set(['it', 'test'])
  for (const statement of source.statements) {
    const imported = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings
    if (!imported || !ts.isNamedImports(imported)) continue
    for (const { propertyName, name } of imported.elements) {
      if (propertyName?.text === 'test') names.add(name.text)
    }
  }
  return names
}

type Call = { kind: 'test' | 'suite' | 'skipped'; titles: string[] }

/** `it('…')`, `test.each(rows)('…')`, `describe('…')`, … or null. */
function readCall(call: ts.CallExpression, names: ReadonlySet<string>): Call | null {
  const {
    expression,
    arguments: [first],
  } = call
  const title = first && textOf(first)
  if (title === undefined) return null
  const table = ts.isCallExpression(expression) ? expression : undefined
  const [name = '', ...modifiers] = (table?.expression ?? expression).getText().split('.')
  const isSuite = name === 'describe' || (names.has(name) && modifiers.includes('describe'))
  if (!isSuite && !names.has(name)) return null
  if (modifiers.some((word) => word === 'skip' || word === 'todo')) {
    return { kind: 'skipped', titles: [] }
  }
  const rows = (table ? rowsOf(table.arguments[0]) : []).map((row) => title.replace(/%[sj]/, row))
  return {
    kind: isSuite ? 'suite' : 'test',
    titles: [title, ...rows].map((text) => text.replace(/\[[^\]]*\]\s*/g, '')),
  }
}

function rowsOf(table: ts.Expression | undefined): string[] {
  if (!table || !ts.isArrayLiteralExpression(table)) return []
  return table.elements.flatMap((row) => {
    const first = ts.isArrayLiteralExpression(row) ? row.elements[0] : row
    return (first && textOf(first)) ?? []
  })
}

function textOf(node: ts.Node): string | undefined {
  return ts.isStringLiteralLike(node) ? node.text : undefined
}
