import { existsSync } from 'node:fs'
import type { NodeFS } from '@electric-sql/pglite/nodefs'
import type { UnreliableDisk } from './unreliable-disk.ts'

/**
 * Reports to `disk` every change that PGlite makes through `files`, for the simulated power loss of durability.test.ts.
 * An fsync is reported but not done; the library's own NodeFS has none. `beforeEach` runs before each change.
 */
export function recordChanges<Files extends NodeFS>(
  files: Files,
  disk: UnreliableDisk,
  beforeEach: () => void,
): Files {
  const init = files.init.bind(files)
  files.init = async (pg, options) => {
    const { emscriptenOpts } = await init(pg, options)
    // Emscripten runs these in reverse order, and `listen` must run last.
    const preRun = [listen, ...(emscriptenOpts.preRun ?? [])]
    return { emscriptenOpts: { ...emscriptenOpts, preRun } }
  }
  return files

  function listen({ FS }: { FS: { filesystems: { NODEFS: NodeFiles } } }): void {
    const { realPath, node_ops, stream_ops } = FS.filesystems.NODEFS
    const { mknod, rename, unlink, rmdir, setattr } = node_ops
    const { write, fsync } = stream_ops
    const pathIn = (parent: Node, name: string) => `${realPath(parent)}/${name}`

    stream_ops.write = (stream, buffer, offset, length, position) => {
      beforeEach()
      const path = realPath(stream.node)
      if (existsSync(path)) disk.beforeWrite(path, position, length)
      return write(stream, buffer, offset, length, position)
    }
    if (fsync) {
      stream_ops.fsync = (stream) => {
        beforeEach()
        const path = realPath(stream.node)
        if (existsSync(path)) disk.fsynced(path)
        return 0
      }
    }
    node_ops.setattr = (node, change) => {
      beforeEach()
      if (change.size !== undefined) disk.beforeResize(realPath(node), change.size)
      setattr(node, change)
    }
    node_ops.mknod = (parent, name, mode, device) => {
      beforeEach()
      const node = mknod(parent, name, mode, device)
      disk.created(pathIn(parent, name))
      return node
    }
    node_ops.rename = (node, parent, name) => {
      beforeEach()
      disk.beforeRename(realPath(node), pathIn(parent, name))
      rename(node, parent, name)
    }
    node_ops.unlink = (parent, name) => {
      beforeEach()
      disk.beforeRemove(pathIn(parent, name))
      unlink(parent, name)
    }
    node_ops.rmdir = (parent, name) => {
      beforeEach()
      rmdir(parent, name)
      disk.removedFolder(pathIn(parent, name))
    }
  }
}

/** The part of Emscripten's NODEFS by which Postgres changes a folder. */
interface NodeFiles {
  realPath(node: Node): string
  node_ops: {
    setattr(node: Node, change: { size?: number }): void
    mknod(parent: Node, name: string, mode: number, device: unknown): Node
    rename(node: Node, parent: Node, name: string): void
    unlink(parent: Node, name: string): void
    rmdir(parent: Node, name: string): void
  }
  stream_ops: {
    write(
      stream: { node: Node },
      buffer: Uint8Array,
      offset: number,
      length: number,
      position: number,
    ): number
    fsync?: (stream: { node: Node }) => number
  }
}

type Node = object
