import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { PGlite } from '@electric-sql/pglite'
import type { Plugin } from 'vite'

const MIGRATIONS = new URL('../migrations/browser/', import.meta.url)
const MODULE = fileURLToPath(new URL('replica/empty-folder.ts', import.meta.url))
const DEV_PATH = '/replica-folder.data'

/**
 * Vite plugin: makes the data folder of an empty replica at build time, because initdb takes seconds and most of the
 * memory on a phone. The import of replica/empty-folder.ts resolves to it. A replica made from another version is deleted
 * and synced again (S10).
 */
export function replicaFolder(): Plugin {
  let tar: Promise<Uint8Array> | undefined
  const getTar = async () => {
    tar ??= createReplicaFolder().then(async (blob) => new Uint8Array(await blob.arrayBuffer()))
    return tar
  }
  let isBuild = false
  return {
    name: 'replica-folder',
    configResolved(config) {
      isBuild = config.command === 'build'
    },
    async load(id) {
      if (id !== MODULE) return
      const version = `export const version = ${JSON.stringify(await versionOfSchema())}`
      if (!isBuild) return `${version}\nexport const url = ${JSON.stringify(DEV_PATH)}`
      // Named .data so that it is compressed beside the engine's own files (vite.config.ts).
      const file = this.emitFile({
        type: 'asset',
        name: 'replica-folder.data',
        source: await getTar(),
      })
      return `${version}\nexport const url = import.meta.ROLLUP_FILE_URL_${file}`
    },
    configureServer(server) {
      server.middlewares.use(DEV_PATH, (_request, response, next) => {
        getTar().then((bytes) => response.end(bytes), next)
      })
    },
  }
}

/**
 * Returns a PGlite data folder with migrations/browser applied, as a tar. Its log segments have 1 MB instead of 16,
 * because a flush writes whole segments, and it has one database instead of three.
 */
export async function createReplicaFolder(): Promise<Blob> {
  const pglite = await PGlite.create({
    initDbStartParams: ['--wal-segsize=1'],
    startParams: [...PGlite.defaultStartParams, '-c', 'wal_recycle=off', '-c', 'max_wal_size=2MB'],
  })
  try {
    for (const script of await readMigrations()) await pglite.exec(script)
    await pglite.exec('update pg_database set datistemplate = false')
    for (const name of ['template0', 'template1']) await pglite.exec(`drop database ${name}`)
    await pglite.exec('checkpoint')
    return await pglite.dumpDataDir('none')
  } finally {
    await pglite.close()
  }
}

/** Changes with the schema and with the engine's version, because another version cannot open the folder. */
async function versionOfSchema(): Promise<string> {
  const hash = createHash('sha256').update(await engineVersion())
  for (const script of await readMigrations()) hash.update(script)
  return hash.digest('hex').slice(0, 12)
}

async function engineVersion(): Promise<string> {
  const manifest = new URL('../package.json', import.meta.resolve('@electric-sql/pglite'))
  return JSON.parse(await readFile(manifest, 'utf8')).version
}

async function readMigrations(): Promise<string[]> {
  const names = (await readdir(MIGRATIONS)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(names.map((name) => readFile(new URL(name, MIGRATIONS), 'utf8')))
}
