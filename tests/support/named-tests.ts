import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import ts from 'typescript'

/*
 * Finds the tests that a document names by file and title, with the code that their assertions come from:
 * the test's own body, and the helpers and constants that it refers to.
 */

/** A declaration, and the scope it was written in. */
interface Declared {
  node: ts.Node
  scope: Scope
}
type Scope = Map<string, Declared>

/** Imported code that belongs to a test: steps assert. A message of the product would change with it. */
const SHARED = /e2e\/steps\.ts$/

const files = new Map<string, Map<string, string>>()

/**
 * Returns the code of each test of a file by title: the bare title, and the title after that of each suite
 * around it. Marks such as [A4] are left out. A test of a table has its title as written and, if the table
 * is a literal, one title for each row that begins with a text; only that row belongs to its code.
 *
 * @example testsIn('tests/server/x.test.ts').get('a deleted account needs the password')
 */
export function testsIn(path: string): Map<string, string> {
  const known = files.get(path)
  if (known) return known
  const { source, scope } = parse(path)
  const testNames = namesOfTest(source)
  const tests = new Map<string, string>()

  function visit(node: ts.Node, suites: string[], outer: Scope): void {
    const scope = ts.isBlock(node) ? declare(node.statements, outer) : outer
    const call = ts.isCallExpression(node) ? readCall(node, testNames) : null
    if (call?.kind === 'skipped') return
    const titles = call ? [...call.code.keys()] : []
    if (call?.kind === 'test') {
      for (const [title, parts] of call.code) {
        const code = parts.map((part) => codeOf(part, scope)).join('\n')
        for (const name of [title, ...suites.map((suite) => `${suite} ${title}`)]) {
          tests.set(name, code)
        }
      }
    }
    const around =
      call?.kind === 'suite'
        ? titles.flatMap((title) => [title, ...suites.map((suite) => `${suite} ${title}`)])
        : suites
    ts.forEachChild(node, (child) => visit(child, around, scope))
  }
  visit(source, [], scope)
  files.set(path, tests)
  return tests
}

interface Call {
  kind: 'test' | 'suite' | 'skipped'
  /** The nodes that belong to each title. */
  code: Map<string, ts.Node[]>
}

/** Reads `it('…')`, `test.each(rows)('…')`, `describe('…')`; null for any other call. */
function readCall(call: ts.CallExpression, testNames: ReadonlySet<string>): Call | null {
  const [first, ...rest] = call.arguments
  if (!first || !ts.isStringLiteralLike(first)) return null
  const table = ts.isCallExpression(call.expression) ? call.expression : undefined
  const [name = '', ...modifiers] = (table?.expression ?? call.expression).getText().split('.')
  const isSuite = name === 'describe' || (testNames.has(name) && modifiers.includes('describe'))
  if (!isSuite && !testNames.has(name)) return null
  const title = first.text.replace(/\[[^\]]*\]\s*/g, '')
  const code = new Map<string, ts.Node[]>([[title, [call]]])
  for (const row of rowsOf(table?.arguments[0])) {
    const cell = ts.isArrayLiteralExpression(row) ? row.elements[0] : row
    if (!cell || !ts.isStringLiteralLike(cell)) continue
    code.set(
      title.replace(/%[sj]/, () => cell.text),
      [row, ...rest],
    )
  }
  const isSkipped = modifiers.some((word) => word === 'skip' || word === 'todo')
  return { kind: isSkipped ? 'skipped' : isSuite ? 'suite' : 'test', code }
}

function rowsOf(table: ts.Expression | undefined): readonly ts.Expression[] {
  if (table && ts.isAsExpression(table)) return rowsOf(table.expression)
  return table && ts.isArrayLiteralExpression(table) ? table.elements : []
}

const printer = ts.createPrinter({ removeComments: true })

/** Returns the text of a node and of all that it refers to, without comments. */
function codeOf(node: ts.Node, scope: Scope, seen = new Set<ts.Node>()): string {
  seen.add(node)
  const texts = [printer.printNode(ts.EmitHint.Unspecified, node, node.getSourceFile())]
  const visit = (child: ts.Node): void => {
    const found = ts.isIdentifier(child) ? scope.get(child.text) : undefined
    if (found && !seen.has(found.node)) texts.push(codeOf(found.node, found.scope, seen))
    ts.forEachChild(child, visit)
  }
  visit(node)
  return texts.join('\n')
}

function parse(path: string): { source: ts.SourceFile; scope: Scope } {
  const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true)
  const imported: Scope = new Map()
  for (const { file, names } of source.statements.flatMap(readImport)) {
    const shared = join(dirname(path), file)
    if (!SHARED.test(shared)) continue
    const { scope } = parse(shared)
    for (const name of names) {
      const declared = scope.get(name)
      if (declared) imported.set(name, declared)
    }
  }
  return { source, scope: declare(source.statements, imported) }
}

function readImport(statement: ts.Statement): { file: string; names: string[] }[] {
  const named = ts.isImportDeclaration(statement) && statement.importClause?.namedBindings
  if (!named || !ts.isNamedImports(named) || !ts.isImportDeclaration(statement)) return []
  const file = (statement.moduleSpecifier as ts.StringLiteral).text
  return [{ file, names: named.elements.map(({ name }) => name.text) }]
}

/** Returns the scope inside a block: its declarations over those around it. */
function declare(statements: readonly ts.Statement[], outer: Scope): Scope {
  const scope = new Map(outer)
  for (const statement of statements) {
    const declarations = ts.isVariableStatement(statement)
      ? statement.declarationList.declarations
      : [statement]
    for (const node of declarations) {
      const isNamed = ts.isVariableDeclaration(node) || ts.isFunctionDeclaration(node)
      if (isNamed && node.name && ts.isIdentifier(node.name)) {
        scope.set(node.name.text, { node, scope })
      }
    }
  }
  return scope
}

/** `test`, and what a file calls it: `import { test as world }`, `const measured = test.extend(…)`. */
function namesOfTest(source: ts.SourceFile): Set<string> {
  const aliases = source.text.matchAll(/\btest as (\w+)|\bconst (\w+) = \w+\.extend\b/g)
  return new Set(['it', 'test', ...[...aliases].map(([, one, other]) => one ?? other ?? '')])
}
