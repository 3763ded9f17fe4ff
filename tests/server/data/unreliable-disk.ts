import * as fs from 'node:fs'
import { dirname, join, relative } from 'node:path'

const SECTOR = 512 // bytes; a disk writes one whole or not at all
const BLOCKS = [512, 4096, 8192] // bytes that may be lost together

/**
 * A folder whose disk may lose power. It gets every change from record-changes.ts, and stores what each sector
 * held when its file was last fsynced, and how to undo each entry of a folder that has not
 * been fsynced since. `losePower` then makes a folder that such a disk could show afterwards.
 *
 * It assumes two guarantees of every journaling file system: the entries of a folder become durable in the order of
 * their creation, and an fsync of a file also makes its entry durable.
 */
export class UnreliableDisk {
  readonly #root: string
  readonly #graveyard: string
  readonly #random: () => number
  readonly #files = new Map<number, Before>()
  #entries: EntryChange[] = []
  #buried = 0

  /** `graveyard` is an empty folder on the same file system: what was removed waits there. */
  constructor(root: string, graveyard: string, random: () => number) {
    this.#root = root
    this.#graveyard = graveyard
    this.#random = random
  }

  beforeWrite(path: string, position: number, length: number): void {
    const before = this.#before(path)
    const first = Math.floor(position / SECTOR)
    const last = Math.floor((position + length - 1) / SECTOR)
    const file = fs.openSync(path, 'r')
    for (let sector = first; sector <= last; sector++) {
      // Now and then the system writes something out by itself, before anyone asks for it.
      if (before.sectors.has(sector) && this.#random() < 0.9) continue
      const bytes = Buffer.alloc(SECTOR)
      fs.readSync(file, bytes, 0, SECTOR, sector * SECTOR)
      before.sectors.set(sector, bytes)
    }
    fs.closeSync(file)
  }

  beforeResize(path: string, size: number): void {
    const { size: now } = fs.statSync(path)
    this.#before(path)
    if (size < now) this.beforeWrite(path, size, now - size)
  }

  created(path: string): void {
    if (fs.statSync(path).isFile()) this.#before(path)
    this.#changed(path, (target) => fs.rmSync(target(path), { recursive: true, force: true }))
  }

  beforeRemove(path: string): void {
    const grave = this.#bury(path)
    this.#changed(path, (target) => this.#copy(grave, target(path)))
  }

  beforeRename(from: string, to: string): void {
    if (dirname(from) !== dirname(to)) throw new Error(`Not simulated: ${from} moves to ${to}`)
    const grave = fs.existsSync(to) ? this.#bury(to) : undefined
    this.#changed(to, (target) => {
      fs.renameSync(target(to), target(from))
      if (grave) this.#copy(grave, target(to))
    })
  }

  removedFolder(path: string): void {
    this.#changed(path, (target) => fs.mkdirSync(target(path), { recursive: true }))
  }

  fsynced(path: string): void {
    const stat = fs.statSync(path)
    if (stat.isDirectory()) {
      this.#keepEntries(path, this.#entries.length)
    } else {
      this.#files.delete(stat.ino)
      const own = this.#entries.findLastIndex((entry) => entry.path === path)
      this.#keepEntries(dirname(path), own + 1)
    }
  }

  /** Fills `target`, a new folder, with what could be left if the power went at this moment. */
  losePower(target: string): void {
    this.#copyTree(this.#root, target)
    const inTarget = (path: string) => join(target, relative(this.#root, path))
    for (const entry of this.#lostEntries().reverse()) {
      if (fs.existsSync(dirname(inTarget(entry.path)))) entry.undo(inTarget)
    }
  }

  /** The changes in `folder` before the given one can no longer be lost. */
  #keepEntries(folder: string, end: number): void {
    this.#entries = this.#entries.filter((entry, at) => entry.folder !== folder || at >= end)
  }

  /** Of each folder's changes a random number is kept, the oldest first. */
  #lostEntries(): EntryChange[] {
    const kept = new Map<string, number>()
    for (const { folder } of this.#entries) kept.set(folder, (kept.get(folder) ?? 0) + 1)
    for (const [folder, count] of kept) kept.set(folder, Math.floor(this.#random() * (count + 1)))
    return this.#entries.filter(({ folder }) => {
      const left = kept.get(folder) ?? 0
      kept.set(folder, left - 1)
      return left <= 0
    })
  }

  #copyTree(from: string, to: string): void {
    fs.mkdirSync(to)
    for (const entry of fs.readdirSync(from, { withFileTypes: true })) {
      const [source, copy] = [join(from, entry.name), join(to, entry.name)]
      if (entry.isDirectory()) this.#copyTree(source, copy)
      else this.#copy(source, copy)
    }
  }

  /** Copies a file, without some of what was never fsynced. */
  #copy(source: string, copy: string): void {
    fs.copyFileSync(source, copy)
    const { ino, size } = fs.statSync(source)
    const before = this.#files.get(ino)
    if (!before) return
    const lostShare = [0, 0.1, 0.5, 1][Math.floor(this.#random() * 4)] ?? 1
    const block = BLOCKS[Math.floor(this.#random() * BLOCKS.length)] ?? SECTOR
    const lost = new Map<number, boolean>()
    const file = fs.openSync(copy, 'r+')
    for (const [sector, bytes] of before.sectors) {
      const at = Math.floor((sector * SECTOR) / block)
      if (!lost.has(at)) lost.set(at, this.#random() < lostShare)
      // A truncated part comes back as it was, or not at all.
      if (lost.get(at) || sector * SECTOR >= size)
        fs.writeSync(file, bytes, 0, SECTOR, sector * SECTOR)
    }
    fs.ftruncateSync(file, this.#random() < lostShare ? before.size : size)
    fs.closeSync(file)
  }

  #before(path: string): Before {
    const { ino, size } = fs.statSync(path)
    const before = this.#files.get(ino) ?? { size, sectors: new Map() }
    this.#files.set(ino, before)
    return before
  }

  /** A second name keeps a removed file and its number. */
  #bury(path: string): string {
    const grave = join(this.#graveyard, String(++this.#buried))
    fs.linkSync(path, grave)
    return grave
  }

  #changed(path: string, undo: EntryChange['undo']): void {
    this.#entries.push({ path, folder: dirname(path), undo })
  }
}

/** A file as of its last fsync: its size, and the sectors that were written since. */
interface Before {
  size: number
  sectors: Map<number, Buffer>
}

interface EntryChange {
  path: string
  folder: string
  undo(inTarget: (path: string) => string): void
}
