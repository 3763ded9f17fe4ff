import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { makeTemporaryFolder } from '../../../scripts/temporary-folder.ts'
import { installationSecret } from '../../../server/data/secret.ts'
import { AppError } from '../../../shared/errors.ts'

describe("the installation's own secret", () => {
  it('is created once, readable by its owner alone', () => {
    const dataDir = join(makeTemporaryFolder(), 'data')
    const secret = installationSecret(dataDir)
    expect(secret).toMatch(/^[\w-]{43}$/)
    expect(installationSecret(dataDir)).toBe(secret)
    expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  })

  it.each([
    ['empty', ''],
    ['a blank line', '\n'],
    ['cut short', 'x'.repeat(31)],
  ])('is rejected, and its file is not changed, when that is %s', (_problem, text) => {
    const dataDir = makeTemporaryFolder()
    const path = join(dataDir, 'secret')
    writeFileSync(path, text)
    expect(() => installationSecret(dataDir)).toThrow(AppError)
    expect(() => installationSecret(dataDir)).toThrow(`${path} no tiene los 32 caracteres`)
    expect(readFileSync(path, 'utf8')).toBe(text)
  })
})
