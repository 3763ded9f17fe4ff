import { createHash } from 'node:crypto'
import {
  appendFile,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rename,
  rm,
  writeFile,
} from 'node:fs/promises'
import { join } from 'node:path'
import { root } from '../../scripts/child.mjs'
import { openDatabase } from '../../server/data/open.ts'
import { createReplicaFolder } from '../../web/replica-folder.ts'

/** Returns a folder with a migrated embedded database to copy. */
export function embeddedTemplate(): Promise<string> {
  return cachedFolder('server', ['migrations/server', 'server/data'], makeSmallDatabase)
}

/** Returns the path of the folder of an empty replica, as a tar. */
export async function replicaTemplate(): Promise<string> {
  const folder = await cachedFolder('replica', ['migrations/browser', 'web'], async (folder) => {
    await writeFile(
      join(folder, TAR),
      Buffer.from(await (await createReplicaFolder()).arrayBuffer()),
    )
  })
  return join(folder, TAR)
}

const TAR = 'replica.tar'

/**
 * Makes a migrated database without PostgreSQL's own two templates and with small buffers (128 MB by default). No test
 * needs either, and they take half of the time to copy and open a database.
 */
async function makeSmallDatabase(dataDir: string): Promise<void> {
  const database = await openDatabase({ dataDir })
  await database.query('update pg_database set datistemplate = false')
  for (const name of ['template0', 'template1']) await database.query(`drop database ${name}`)
  await database.close()
  await appendFile(join(dataDir, 'postgres/postgresql.conf'), '\nshared_buffers = 16MB\n')
}

/**
 * Fills a folder, or returns the one of an earlier run: initdb takes seconds. It is made again when a file in
 * `sources`, this one or PGlite changes.
 */
async function cachedFolder(
  kind: string,
  sources: string[],
  fill: (folder: string) => Promise<void>,
): Promise<string> {
  const cache = join(root, 'node_modules/.cache/test-databases', kind)
  const path = join(cache, await versionOf(sources))
  if ((await readdir(path).catch(() => [])).length > 0) return path
  await mkdir(cache, { recursive: true })
  const unfinished = await mkdtemp(join(cache, 'unfinished-'))
  await fill(unfinished)
  // Another run may have made it meanwhile.
  await rename(unfinished, path).catch(() => rm(unfinished, { recursive: true, force: true }))
  for (const name of await readdir(cache)) {
    const isOld = join(cache, name) !== path && !name.startsWith('unfinished-')
    if (isOld) await rm(join(cache, name), { recursive: true, force: true })
  }
  return path
}

async function versionOf(sources: string[]): Promise<string> {
  const hash = createHash('sha256').update(await readFile(new URL(import.meta.url)))
  for (const source of [...sources, 'node_modules/@electric-sql/pglite']) {
    const entries = await readdir(join(root, source), { withFileTypes: true })
    const names = entries.filter((entry) => entry.isFile()).map(({ name }) => name)
    for (const name of names.sort())
      hash.update(name).update(await readFile(join(root, source, name)))
  }
  return hash.digest('hex').slice(0, 16)
}
