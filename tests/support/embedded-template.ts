import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../scripts/child.mjs'
import { openDatabase } from '../../server/data/open.ts'

/**
 * Returns a folder with a migrated embedded database to copy. initdb takes seconds, so the folder
 * stays for the next run, until a migration, the code that makes it or PGlite changes.
 */
export async function embeddedTemplate(): Promise<string> {
  const cache = join(root, 'node_modules/.cache/test-databases')
  const path = join(cache, await versionOfTemplate())
  if ((await readdir(path).catch(() => [])).length > 0) return path
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  await (await openDatabase({ dataDir: unfinished })).close()
  // Another run may have made it meanwhile.
  await rename(unfinished, path).catch(() => rm(unfinished, { recursive: true, force: true }))
  for (const name of await readdir(cache)) {
    const isOld = join(cache, name) !== path && !name.startsWith('unfinished-')
    if (isOld) await rm(join(cache, name), { recursive: true, force: true })
  }
  return path
}

async function versionOfTemplate(): Promise<string> {
  const hash = createHash('sha256')
  for (const source of ['migrations/server', 'server/data', 'node_modules/@electric-sql/pglite']) {
    const entries = await readdir(join(root, source), { withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    for (const name of names.sort())
      hash.update(name).update(await readFile(join(root, source, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
