import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/child.mjs'

/* The documentation is where a reader looks for it, and the rules that code cites are defined there. */

/** Documents that are not in the repository. */
const ELSEWHERE = /\bDESIGN \d|[(;,] ?FACTS\b|\b[Ss]pecification \d/
const FOLDERS = ['shared', 'server', 'web', 'migrations', 'scripts', 'tests']
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** Commits before it have longer subjects. */
const SHORT_SUBJECTS_SINCE = '2026-11-25T00:00:00Z'
const MAX_SUBJECT = 72
/** It was on the main branch when it was noticed, whose history is not rewritten. */
const LONG_SUBJECT = "tests: hold the privacy page's sentences and that no level 1 item is unmet"

/** '[S7] …' begins a test's title; '(S5, S10)' ends a sentence of a comment. */
const CITED = /[([]((?:[SRA]\d+(?:, | and | to )?)+)[)\]]/g

function sourcesIn(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|m?js|css|sql)$/.test(name) && !name.startsWith('dist'))
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

it('cites no document that is not in the repository', () => {
  // Applied migrations are compared by checksum and never edited, not even their comments.
  const sources = FOLDERS.filter((folder) => folder !== 'migrations').flatMap(sourcesIn)
  const others = sources.filter((path) => !path.endsWith('documentation.test.ts'))
  expect(others.filter((path) => ELSEWHERE.test(read(path)))).toEqual([])
  const documents = sources.flatMap((path) =>
    [...read(path).matchAll(/\b(?:[\w-]+\/)+[\w-]+\.md\b/g)].map(([document]) => document),
  )
  expect(documents.length).toBeGreaterThan(5)
  expect(documents.filter((document) => !existsSync(join(root, document)))).toEqual([])
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

it('has commit subjects of at most 72 characters', ({ skip }) => {
  const args = ['log', '--no-merges', `--since=${SHORT_SUBJECTS_SINCE}`, '--format=%s']
  // An archive of the repository has no history; the one of a folder around it is not ours.
  skip(!existsSync(join(root, '.git')), 'not a clone')
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8' })
  skip(status !== 0, 'git cannot read the history')
  const subjects = stdout.split('\n').filter((subject) => subject !== LONG_SUBJECT)
  expect(subjects.filter((subject) => subject.length > MAX_SUBJECT)).toEqual([])
})
