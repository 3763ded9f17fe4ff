import { fsyncSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { NodeFS } from '@electric-sql/pglite/nodefs'
import { fsyncPath } from './fsync-path.ts'

type Init = NodeFS['init']

/**
 * PGlite's folder on this machine's disk, with what it lacks there.
 *
 * fsync: Emscripten asks a file system for `stream_ops.fsync` and takes its absence for success;
 * with it, Postgres' own rules for the write-ahead log keep every acknowledged row through a
 * power loss.
 *
 * The beginning: where the power fails between the creation of Postgres' own lock file and its first
 * byte, Postgres refuses that folder for ever. Nobody else can be in it (folder-lock.ts), so the file goes.
 *
 * The end: where a server's PANIC (a disk that is full, or that cannot fsync) ends its process,
 * PGlite would call the dead engine for ever. So it ends this process.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    rmSync(join(this.rootDir, 'postmaster.pid'), { force: true })
    let lastWords = ''
    return {
      emscriptenOpts: {
        ...emscriptenOpts,
        preRun: [...(emscriptenOpts.preRun ?? []), addFsync],
        printErr: (line: string) => {
          if (line.includes('PANIC:')) lastWords = line
        },
        onAbort: () => {
          console.error(`La base de datos se detuvo: ${lastWords}`)
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

/** The part of Emscripten's NODEFS that this file knows. A folder's stream has no `nfd`. */
interface NodeFiles {
  realPath(node: unknown): string
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}
