import { closeSync, fsyncSync, openSync } from 'node:fs'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Init = NodeFS['init']

/**
 * PGlite's folder on this machine's disk, with the fsync it lacks. Emscripten asks a file system
 * for `stream_ops.fsync` and takes its absence for success; with it, Postgres' own rules for the
 * write-ahead log keep every acknowledged row through a power loss.
 */
export class DurableNodeFS extends NodeFS {
  override async init(...[pg, options]: Parameters<Init>): ReturnType<Init> {
    const { emscriptenOpts } = await super.init(pg, options)
    const addFsync = ({ FS }: { FS: { filesystems: { NODEFS: NodeFiles } } }) => {
      const { NODEFS } = FS.filesystems
      NODEFS.stream_ops.fsync = (stream) =>
        stream.nfd === undefined ? fsyncFolder(NODEFS.realPath(stream.node)) : fsyncFile(stream.nfd)
    }
    return {
      emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), addFsync] },
    }
  }
}

/** The part of Emscripten's NODEFS that this file knows. A folder's stream has no `nfd`. */
type NodeFiles = {
  realPath(node: unknown): string
  stream_ops: { fsync?: (stream: { nfd?: number; node: unknown }) => number }
}

const EIO = 29 // as Emscripten counts; Postgres stops rather than go on after it

function fsyncFile(descriptor: number): number {
  try {
    fsyncSync(descriptor)
    return 0
  } catch {
    return EIO
  }
}

function fsyncFolder(path: string): number {
  const descriptor = openSync(path, 'r')
  try {
    return fsyncFile(descriptor)
  } finally {
    closeSync(descriptor)
  }
}
