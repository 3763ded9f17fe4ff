import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

/* What no test can show by asking, because it must be nowhere: the program's own text is searched. */

const root = fileURLToPath(new URL('../..', import.meta.url))

const files = ['server', 'shared', 'web'].flatMap((room) =>
  readdirSync(`${root}/${room}`, { recursive: true, encoding: 'utf8' })
    .filter((path) => /\.(ts|tsx|html)$/.test(path) && !path.startsWith('dist'))
    .map((path) => `${room}/${path}`),
)

/** Every place where it stands, as `file: what`. */
const places = (pattern: RegExp) =>
  files.flatMap((file) =>
    [...readFileSync(`${root}/${file}`, 'utf8').matchAll(pattern)].map(
      ([what]) => `${file}: ${what}`,
    ),
  )

const RUNS_TEXT = /\beval\(|\bnew Function\b|\bFunction\(|node:vm|set(?:Timeout|Interval)\(['"`]/g
const WRITES_HTML =
  /dangerouslySetInnerHTML|\b(?:inner|outer)HTML\b|insertAdjacentHTML|document\.write|srcDoc|createContextualFragment|DOMParser/gi

describe('the program', () => {
  it('is searched whole', () => {
    expect(files.length).toBeGreaterThan(300)
  })

  it('runs no text as code', () => {
    expect(places(RUNS_TEXT)).toEqual([])
  })

  it('makes no HTML of text in a page', () => {
    expect(places(WRITES_HTML)).toEqual([])
  })

  it('starts no other program, but ps with a number, and never by a shell', () => {
    expect(places(/.*child_process.*|execFileSync\(.*?\]/g)).toEqual([
      "server/data/process-start.ts: import { execFileSync } from 'node:child_process'",
      "server/data/process-start.ts: execFileSync('ps', ['-o', 'lstart=', '-p', String(pid)]",
    ])
  })

  it('encrypts in one file, by AES-256-GCM, and hashes by SHA-256 alone, but passwords by argon2id', () => {
    const file = 'server/domain/payments/token-cipher.ts'
    expect(places(/\bcreate(?:Cipher|Decipher)\w*\([^,)]*|\bsubtle\.(?:encrypt|wrapKey)/g)).toEqual(
      [`${file}: createCipheriv('aes-256-gcm'`, `${file}: createDecipheriv('aes-256-gcm'`],
    )
    const hashes = places(/\b(?:createHash|createHmac|subtle\.digest)\([^,)]*/g)
    expect(hashes.length).toBeGreaterThan(5)
    expect(hashes.filter((place) => !/\('sha-?256'$/i.test(place))).toEqual([])
    expect(places(/\b(?:md5|sha1|bcrypt|scrypt)\b/gi)).toEqual([])
  })

  it('takes nothing that must not be guessed from Math.random', () => {
    // How long to wait before asking again.
    expect(places(/Math\.random\(\).*/g)).toEqual([
      'server/data/folder-lock.ts: Math.random() * 200)',
    ])
  })
})
