import { fsyncSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncPath } from './fsync-path.ts'

type Init = NodeFS['init']

/**
 * PGlite's NODEFS with fsync, so that the database survives a power loss: without `stream_ops.fsync`, Emscripten
 * reports success and writes nothing. Deletes Postgres' lock file at the start: a power loss may leave it empty, and
 * Postgres would refuse the folder for ever; folder-lock.ts has proved that it is free. Ends the process after a PANIC
 * (a full disk, a failed fsync): PGlite would call the dead engine for ever.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    rmSync(join(this.rootDir, 'postmaster.pid'), { force: true })
    let panic = ''
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
        printErr: (line: string) => {
          if (line.includes('PANIC:')) panic = line
        },
        onAbort: () => {
          console.error(`La base de datos se detuvo: ${panic}`)
          process.exit(1)
        },
      },
    }
  }
}

const EIO = 29 // as Emscripten counts

function addFsync({ FS }: { FS: { filesystems: { NODEFS: NodeFiles } } }): void {
  const { realPath, stream_ops } = FS.filesystems.NODEFS
  stream_ops.fsync = ({ nfd, node }) => {
    try {
      if (nfd === undefined) fsyncPath(realPath(node))
      else fsyncSync(nfd)
      return 0
    } catch {
      return EIO
    }
  }
}

interface NodeFiles {
  realPath(node: unknown): string
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}
