import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

/* The documentation is where a reader looks for it, and the rules that code cites are defined there. */

const root = fileURLToPath(new URL('../..', import.meta.url))
/** Documents outside the repository. */
const ELSEWHERE = /DESIGN [\d]|[(;,] ?FACTS/
const FOLDERS = ['shared', 'server', 'web', 'migrations', 'scripts', 'tests']
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** '[S7] …' begins a test's title; '(S5, S10)' ends a sentence of a comment. */
const CITED = /[([]((?:[SRA]\d+(?:, | and | to )?)+)[)\]]/g

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs|sql)$/.test(name) && !name.startsWith('dist'))
    .map((name) => join(folder, name))
}

function rulesIn(text: string): string[] {
  return [...text.matchAll(CITED)].flatMap(([, cited]) => cited?.match(/[SRA]\d+/g) ?? [])
}

it('defines each rule that code or a test cites', () => {
  const defined = new Set([
    ...(read('shared/sync.ts').match(/(?<=^ \* )S\d+/gm) ?? []),
    ...(read('server/README.md').match(/(?<=^- \*\*)[RA]\d+/gm) ?? []),
  ])
  expect(defined.size).toBe(12 + 7 + 9)
  const sources = FOLDERS.flatMap(sourcesIn)
  const undefinedIn = sources.flatMap((path) =>
    rulesIn(read(path)).flatMap((rule) => (defined.has(rule) ? [] : [`${path}: ${rule}`])),
  )
  expect(undefinedIn).toEqual([])
  expect(sources.flatMap((path) => rulesIn(read(path))).length).toBeGreaterThan(300)
})

it('cites no document that is elsewhere', () => {
  // Migrations are never edited.
  const sources = FOLDERS.filter((folder) => folder !== 'migrations').flatMap(sourcesIn)
  expect(sources.filter((path) => ELSEWHERE.test(read(path)))).toEqual([])
})

it('has a README of at most 1,200 words, and one in each folder that it names', () => {
  const readme = read('README.md')
  expect(readme.split(/\s+/).length).toBeLessThanOrEqual(1_200)
  const links = [...readme.matchAll(/\]\(([^)#]+)/g)].map(([, path = '']) => path)
  expect(links).toEqual(
    expect.arrayContaining(['shared/README.md', 'server/README.md', 'web/README.md']),
  )
  for (const path of links) expect(() => readFileSync(join(root, path))).not.toThrow()
})
