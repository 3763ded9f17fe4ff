import { execFileSync } from 'node:child_process'
import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/*
 * Searches the source text for code that must not exist, and for names and comments that are hard to read
 * (tests/README.md, Writing).
 */

const files = ['server', 'shared', 'web'].flatMap((folder) =>
  readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|html)$/.test(path) && !path.startsWith('dist'))
    .map((path) => `${folder}/${path}`),
)

/** Returns every match in the product's files, as `file: match`. */
const places = (pattern: RegExp) =>
  files.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(pattern)].map(
      ([what]) => `${file}: ${what}`,
    ),
  )

const RUNS_TEXT = /\beval\(|\bnew Function\b|\bFunction\(|node:vm|set(?:Timeout|Interval)\(['"`]/g
const WRITES_HTML =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc|createContextualFragment|DOMParser/gi

const LACKING =
  /\(\?<[=!]|\bAbortSignal\.any\(|\bPromise\.(?:try|withResolvers)\b|\b(?:Map|Object)\.groupBy\b|\bArray\.fromAsync\b|\bURL\.(?:canParse|parse)\b|\.checkVisibility\(|\.(?:entries|keys|values)\(\)\.(?:filter|map|some|toArray)\b/g

it('has the same line endings in a checkout on every system', () => {
  const folder = makeTemporaryFolder()
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder })
  git('init', '--quiet')
  cpSync(join(root, '.gitattributes'), join(folder, '.gitattributes'))
  for (const [name, text] of Object.entries({ lf: 'a\nb\n', crlf: 'a\r\nb\r\n' })) {
    const file = join(folder, name)
    writeFileSync(file, text)
    git('add', name)
    rmSync(file)
    git('-c', 'core.autocrlf=true', 'checkout-index', name)
    expect(readFileSync(file, 'utf8')).toBe(text)
  }
})

describe('the program', () => {
  it('loads the base styles before those of any module, which override them', () => {
    const imports = readFileSync(join(root, 'web/main.tsx'), 'utf8').matchAll(/^import .*'(.+)'$/gm)
    const first = [...imports].slice(0, 2).map(([, path]) => path)
    expect(first).toEqual(['./styles/tokens.css', './styles/base.css'])
  })

  it('is searched whole', () => {
    expect(files.length).toBeGreaterThan(300)
  })

  it('runs no text as code', () => {
    expect(places(RUNS_TEXT)).toEqual([])
  })

  it('builds no HTML from text in a page', () => {
    expect(places(WRITES_HTML)).toEqual([])
  })

  it('uses nothing in a page that Safari 16 lacks: it cannot even parse a lookbehind', () => {
    expect(places(LACKING).filter((place) => !place.startsWith('server/'))).toEqual([])
  })

  it('starts no other program, but ps with a number, and never by a shell', () => {
    expect(places(/.*child_process.*|execFileSync\(.*?\]/g)).toEqual([
      "server/data/process-start.ts: import { execFileSync } from 'node:child_process'",
      "server/data/process-start.ts: execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)]",
    ])
  })

  it('encrypts tokens by AES-256-GCM and web push by RFC 8291, and hashes by SHA-256 alone, but passwords by argon2id', () => {
    const file = 'server/domain/payments/token-cipher.ts'
    expect(places(/\bcreate(?:Cipher|Decipher)\w*\([^,)]*|\bsubtle\.(?:encrypt|wrapKey)/g)).toEqual(
      [
        "server/providers/push-message.ts: createCipheriv('aes-128-gcm'",
        `${file}: createCipheriv('aes-256-gcm'`,
        `${file}: createDecipheriv('aes-256-gcm'`,
      ],
    )
    const hashes = places(/\b(?:createHash|createHmac|subtle\.digest)\([^,)]*/g)
    expect(hashes.length).toBeGreaterThan(5)
    expect(hashes.filter((place) => !/\('sha-?256'$/i.test(place))).toEqual([])
    expect(places(/\b(?:md5|sha1|bcrypt|scrypt)\b/gi)).toEqual([])
  })

  it('generates no secret by Math.random', () => {
    // The pause before the next attempt.
    expect(places(/Math\.random\(\).*/g)).toEqual([
      'server/data/folder-lock.ts: Math.random() * 200)',
    ])
  })
})

const FOLDERS = ['server', 'shared', 'web', 'scripts', 'tests']

/** Text of each source file of the repository, by path. Migrations are never edited. */
const sources = new Map(
  FOLDERS.flatMap((folder) =>
    readdirSync(`${root}/${folder}`, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.(tsx?|mjs|css)$/.test(path) && !path.startsWith('dist'))
      .map((path) => join(folder, path)),
  ).map((path) => [path, readFileSync(join(root, path), 'utf8')]),
)

/** Returns one text for each match in each file. */
function findAll(pattern: RegExp, describe: (path: string, match: RegExpExecArray) => string[]) {
  return [...sources].flatMap(([path, text]) =>
    [...text.matchAll(pattern)].flatMap((match) => describe(path, match)),
  )
}

/** A comment that opens with a clause as its subject ("What is out of step …", "Whether it hung") needs two readings. */
const HARD_OPENING =
  /(?:^|[\s{])(?:\/\*\*?|\/\/|^\s*\*)\s+(?:(?:What|Who|Where)(?:ever)?|Whose|That which|Whether|How|As)\b.*/gm

/** Metaphors; the field has a word for each: context, event, sleep, timeout, message, frame, render … */
const METAPHORS =
  /^(?:alarm|arrows|bells?|desk|easel|feet|foot|hearsay|hear|house|naps?|news|patience|patient(?:ly)?|patio|road|told)$/
/** Names that say nothing when they stand alone. */
const EMPTY_NAMES =
  /^(?:after|floor|hangUp|hang-up|latest|reach|turns|utils|wayOn|way-on|why-not|whyNot)$/

/** Files over the limit, each with the reason why it is one file. */
const LONG_FILES: Record<string, string> = {
  'tests/e2e/specification-constants.test.ts':
    'each constant of the specification, one after the other',
  'tests/e2e/specification-messages.test.ts':
    'each message of the specification, one after the other',
  'tests/e2e/specification-screens.test.ts':
    'the screens of the specification, figure by figure, with shared expectations',
  'tests/server/backup.test.ts': 'save and restore share their databases and helpers',
  'tests/server/data/database-contract.test.ts': 'one contract for both engines',
  'tests/server/google.test.ts': 'every way through one sign-in, on one provider',
  'tests/server/limits.test.ts': 'every limit, on one clock',
  'tests/server/mutations.test.ts': 'a table of cases for each mutation',
  'tests/server/own-account.test.ts': 'everything that people do with their account',
  'tests/server/payments.test.ts': 'one payment through every order of events',
  'tests/server/permissions.test.ts': 'the whole table of who may do what',
  'tests/server/receipts.test.ts': 'one upload through every order of events',
  'tests/server/sellers.test.ts': 'one connection through its whole life',
  'tests/server/queries.test.ts': 'each list of the program, by every filter and order',
  'tests/shared/queries.test.ts': 'each query against one model of its rows',
  'tests/web/features/conciliation.test.ts': 'a review from its file to its list, on one harness',
  'tests/sync/sync-client.test.ts': 'each rule of the protocol, on one harness',
}
const MAX_LINES = 400

/** Imported by the build (web/vite.config.ts), or by server/http/page-writer.ts from the build. */
const OF_BUILD = /^web\/(?:fetch-then-import\.ts|render\.tsx):/

const EXPORTED = /^export (?:async )?(const|let|function\*?|class|interface|type|enum) ([\w$]+)/gm

function wordsOf(name: string): string[] {
  return (name.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? []).map((word) => word.toLowerCase())
}

function isBadName(name: string): boolean {
  return EMPTY_NAMES.test(name) || wordsOf(name).some((word) => METAPHORS.test(word))
}

/** Returns `file name` for each name that a file imports from another one; `*` stands for all of them. */
function importedNames(): Set<string> {
  const named = findAll(
    /^(?:import|export) (?:type )?\{([^}]*)\} from '(\.[^']+)'/gm,
    (path, [, list = '', from = '']) =>
      [...list.matchAll(/(?:^|,)\s*(?:type )?([\w$]+)/g)].map(
        ([, name]) => `${join(dirname(path), from)} ${name}`,
      ),
  )
  const whole = findAll(
    /^(?:import|export) \* (?:as \w+ )?from '(\.[^']+)'|\bimport\(\s*'(\.[^']+)'/gm,
    (path, [, first, second]) => [`${join(dirname(path), first ?? second ?? '')} *`],
  )
  return new Set([...named, ...whole])
}

describe('the source text', () => {
  it('is read whole', () => {
    expect(sources.size).toBeGreaterThan(1_000)
    expect(findAll(EXPORTED, (_, [, , name = '']) => [name]).length).toBeGreaterThan(1_000)
  })

  it('opens no comment with a clause as its subject: What, Who, Where, Whether, How, As', () => {
    const openings = findAll(HARD_OPENING, (path, [comment]) => [`${path}: ${comment.trim()}`])
    expect(openings).toEqual([])
  })

  it('names files and exports by terms of the field', () => {
    const paths = [...sources.keys()].filter((path) =>
      isBadName(basename(path).split('.')[0] ?? ''),
    )
    const exported = findAll(EXPORTED, (path, [, , name = '']) =>
      isBadName(name) ? [`${path}: ${name}`] : [],
    )
    expect([...paths, ...exported]).toEqual([])
  })

  it('exports nothing that no other file imports', () => {
    const imported = importedNames()
    const unused = findAll(EXPORTED, (path, [, kind = '', name = '']) => {
      const isUsed = imported.has(`${path} ${name}`) || imported.has(`${path} *`)
      // The type of an exported function's argument or result is worth a name.
      const isType = kind === 'type' || kind === 'interface'
      const uses = sources.get(path)?.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []
      return isUsed || (isType && uses.length > 1) ? [] : [`${path}: ${name}`]
    })
    expect(unused.filter((place) => !OF_BUILD.test(place))).toEqual([])
  })

  // The browser would compute the style of every element again at each change of the page.
  it('does not ask :has() of the root, nor of every element', () => {
    const asking = findAll(
      /^.*\b(?:html|body)\)?:has\(.*|^.*(?:>|^)\s*:has\(.*/gm,
      (path, [rule]) => (path.endsWith('.css') ? [`${path}: ${rule.trim()}`] : []),
    )
    expect(asking).toEqual([])
  })

  it('has no file of more than 400 lines without a reason', () => {
    const long = [...sources].flatMap(([path, text]) =>
      text.split('\n').length - 1 > MAX_LINES ? [path] : [],
    )
    expect(long.toSorted()).toEqual(Object.keys(LONG_FILES).toSorted())
  })
})
