/*
 * Items that wait on this device until the server has them. The queue orders them by a sequence number of its
 * own, because a device's clock may go back. It keeps them in memory too: when the browser wipes its storage,
 * the queue writes them again.
 */
import { type Clock, startTimer, systemClock } from '../../shared/async.ts'
import type { IndexedDb, ObjectStore } from './indexed-db.ts'

export interface DurableQueue<Item extends { id: string }> {
  /** Returns all items in the order in which they were first put. */
  all(): Promise<Item[]>
  /** Resolves when the item is on the disk. An item with a known id keeps its place. */
  put(item: Item): Promise<void>
  /** Removes these items in one transaction; ignores unknown ids. */
  delete(ids: readonly string[]): Promise<void>
  /** Returns whether the disk has this item; without an id, whether it has all. */
  isOnDisk(id?: string): boolean
  /** Calls back when `isOnDisk` changes. Returns a function that stops it. */
  onDiskChange(listener: () => void): () => void
  /** Call when the queue is not used any more. It writes nothing again then. */
  close(): void
}

interface Options {
  database: IndexedDb
  store: string
  clock?: Clock | undefined
  /**
   * Set when several tabs use the queue. It then reads the disk at each call, and keeps an item in memory that
   * the disk does not take. After a wipe a tab writes only the items again for which `isWaiting` returns true:
   * another tab may have removed the others. Without it, the queue reads the disk once, and throws AppError
   * 'unavailable' when the disk fails.
   */
  shared?: { isWaiting(id: string): boolean }
}

/** Releases before `seq` was added stored none. */
type Stored<Item> = Item & { seq?: number }

const WRITE_AGAIN_PAUSE = 1_000 // ms

export function createDurableQueue<Item extends { id: string }>({
  database,
  store,
  clock = systemClock,
  shared,
}: Options): DurableQueue<Item> {
  let known = new Map<string, Stored<Item>>()
  /** Ids of known items that the disk does not have. */
  const missing = new Set<string>()
  let lastSeq = 0
  let isRead = false
  let reading: Promise<void> | null = null
  const listeners = new Set<() => void>()

  database.onClose((cause) => {
    if (cause === 'deleted') forget() // the person signed out
    if (cause === 'browser') noteWipe()
  })

  function forget(): void {
    known.clear()
    isRead = false
    noteWritten([...missing])
  }

  function noteWipe(): void {
    for (const id of known.keys()) if (shared?.isWaiting(id) ?? true) noteMissing(id)
    writeAgainSoon()
  }

  function noteMissing(id: string): void {
    missing.add(id)
    announce()
  }

  function noteWritten(ids: readonly string[]): void {
    for (const id of ids) missing.delete(id)
    if (ids.length > 0) announce()
  }

  function announce(): void {
    for (const listener of listeners) listener()
  }

  /** Not at once: a browser that is still wiping refuses to open the database. */
  function writeAgainSoon(): void {
    startTimer(clock, WRITE_AGAIN_PAUSE, () => {
      if (missing.size > 0) void write('strict', async () => {}).catch(writeAgainSoon)
    })
  }

  function readDisk(): Promise<void> {
    reading ??= database
      .read<Stored<Item>[]>(store, (objects) => objects.getAll())
      .then((stored = []) => merge(stored))
      .finally(() => {
        reading = null
      })
    return reading
  }

  /** Takes over the items of the disk. In memory a missing item is newer. */
  function merge(stored: readonly Stored<Item>[]): void {
    const ofDisk = stored.filter(({ id }) => !missing.has(id))
    const ofMemory = [...known.values()].filter(({ id }) => missing.has(id))
    // Stable: items without `seq` stay first, in the order of their ids.
    const items = [...ofDisk, ...ofMemory].sort((a, b) => (a.seq ?? 0) - (b.seq ?? 0))
    known = new Map(items.map((item) => [item.id, item]))
    lastSeq = Math.max(lastSeq, items.at(-1)?.seq ?? 0)
    isRead = true
  }

  async function write(
    durability: 'strict' | 'relaxed',
    change: (objects: ObjectStore) => Promise<unknown>,
  ): Promise<void> {
    let again: string[] = []
    await database.write(store, durability, async (objects) => {
      again = [...missing]
      for (const item of known.values()) if (missing.has(item.id)) await save(objects, item)
      await change(objects)
    })
    noteWritten(again)
  }

  function numbered(item: Item): Stored<Item> {
    return { ...item, seq: known.get(item.id)?.seq ?? ++lastSeq }
  }

  function unlessShared(error: unknown): void {
    if (!shared) throw error
  }

  return {
    async all() {
      if (shared || !isRead) await readDisk().catch(unlessShared)
      return [...known.values()].map(({ seq, ...item }) => item as unknown as Item)
    },
    async put(item) {
      let stored: Stored<Item> | undefined
      try {
        await write('strict', async (objects) => {
          if (shared || !isRead) merge(await objects.getAll())
          stored = numbered(item)
          await save(objects, stored)
        })
      } catch (error) {
        unlessShared(error)
        noteMissing(item.id)
      }
      known.set(item.id, stored ?? numbered(item))
    },
    // An item that comes back after a power failure is sent again, which changes nothing (S7).
    async delete(ids) {
      const remove = (objects: ObjectStore) => Promise.all(ids.map((id) => objects.delete(id)))
      const writing = missing.size > 0 ? write('relaxed', remove) : database.update(store, remove)
      await writing.catch(unlessShared)
      for (const id of ids) known.delete(id)
      noteWritten(ids.filter((id) => missing.has(id)))
    },
    isOnDisk: (id) => (id === undefined ? missing.size === 0 : !missing.has(id)),
    onDiskChange(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: forget,
  }
}

function save(objects: ObjectStore, item: { id: string }): Promise<unknown> {
  return objects.put(item, objects.keyPath === null ? item.id : undefined)
}
