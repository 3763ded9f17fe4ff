import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import { fsyncPath } from './fsync-path.ts'

/**
 * Makes a new, empty cluster in `folder`, unless there is one. It is made beside its place and
 * moved there when every byte is on the disk, so an interrupted first start leaves nothing half.
 */
export async function makeCluster(folder: string): Promise<void> {
  if (existsSync(join(folder, 'PG_VERSION'))) return
  const unfinished = `${folder}.unfinished`
  rmSync(unfinished, { recursive: true, force: true })
  const pglite = await PGlite.create(unfinished)
  await pglite.close()

  fsyncTree(unfinished)
  renameSync(unfinished, folder)
  fsyncPath(dirname(folder))
}

function fsyncTree(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) fsyncTree(path)
    else if (entry.isFile()) fsyncPath(path)
  }
  fsyncPath(folder)
}
