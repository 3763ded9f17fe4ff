import type { PGlite } from '@electric-sql/pglite'
import { IDBFactory } from 'fake-indexeddb'
import { AppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import { COPIED_TABLE_NAMES } from '../../shared/sync.ts'
import { createCopy } from '../../web/replica/copy.ts'
import { LOCAL_TABLES } from '../../web/replica/copy-indexes.ts'
import { createHttpTransport } from '../../web/replica/http-transport.ts'
import { createOutbox, type Outbox } from '../../web/replica/outbox.ts'
import { type Clock, createSyncClient, type SyncClient } from '../../web/replica/sync-client.ts'
import { type CopyImage, readImage, writeImage } from './copy-image.ts'
import { createLedger, type Ledger } from './ledger.ts'
import { createLife, type Life } from './life.ts'
import type { Network } from './network.ts'
import type { World } from './world.ts'

/** What is left of a copy when its tab ends (S10). */
export type CopyLeft = 'as it was' | 'an older one' | 'nothing' | 'another version'

/** A browser of one person: its disk lasts, its tabs come and go. */
export interface Device {
  readonly name: string
  readonly personId: string
  readonly engine: PGlite
  readonly ledger: Ledger
  /** Opens the outbox that is on the disk. */
  outbox(): Outbox
  /** How far the device's clock is ahead of the world's, in ms. */
  clockError: number
  isOnline: boolean
  /** Of the session this browser holds, whoever's it is; null when it holds none. */
  token: string | null
  readonly isOn: boolean
  client(): SyncClient | null
  /** Opens a tab on what the disk holds. */
  open(): Promise<void>
  /**
   * Ends the tab after it has asked its disk for that many more things. With a second tab open, that one
   * asks again of the next owner what was never answered (S11).
   */
  close(asked: number, left: CopyLeft, hasSecondTab?: boolean): void
  /** What an older copy is when one is left. */
  flush(): Promise<void>
  mutate(name: string, args: unknown): void
  retry(id: string, args?: unknown): void
  discard(id: string): void
}

interface Parts {
  world: World
  network: Network
  name: string
  personId: string
  engine: PGlite
}

export function createDevice({ world, network, name, personId, engine }: Parts): Device {
  const ledger = createLedger()
  const disk = new IDBFactory()
  const now = () => new Date(world.now().getTime() + device.clockError)
  const asked = new Set<string>()
  const unanswered = new Map<string, { change: string; args: unknown }>()
  let secondTab = false
  let tab: { life: Life; client: SyncClient } | null = null
  let left: CopyLeft = 'nothing'
  let image: CopyImage | null = null

  /** What a person does; they may never hear what came of it. */
  function act(work: () => Promise<void>): void {
    work().catch((error) => {
      if (error instanceof AppError) world.say(`${name}: «${error.message}»`)
      else world.fault(error)
    })
  }

  function ask(id: string, change: string, args: unknown): void {
    unanswered.set(id, { change, args })
    act(async () => {
      try {
        await tab?.client.mutate(change, args, id)
        ledger.acknowledge(id)
      } finally {
        unanswered.delete(id)
      }
    })
  }

  const device: Device = {
    name,
    personId,
    engine,
    ledger,
    outbox: () => createOutbox(personId, disk),
    clockError: 0,
    isOnline: true,
    token: null,
    get isOn() {
      return tab !== null
    },
    client: () => tab?.client ?? null,

    async open() {
      await world.busy(() => leave(left))
      left = 'as it was'
      const life = createLife(world, () => {
        world.say(`${name}: the tab ends; of its copy is left ${left}`)
        tab = null
      })
      const clock: Clock = { now, sleep: (ms, signal) => sleep(world, life, ms, signal) }
      const fetch = network.fetchOf({
        name,
        ended: () => life.ended,
        isOnline: () => device.isOnline,
        token: () => device.token,
      })
      const client = createSyncClient({
        copy: createCopy(life.engine(engine), personId),
        outbox: life.outbox(ledger.watch(device.outbox())),
        transport: createHttpTransport({ personId, fetch, clock }),
        clock,
        onFault: world.fault,
      })
      tab = { life, client }
      world.say(`${name}: opens`)
      client.start()
      if (secondTab) for (const [id, { change, args }] of [...unanswered]) ask(id, change, args)
      else unanswered.clear()
    },

    close(asked, what, hasSecondTab = false) {
      left = what
      secondTab = hasSecondTab
      if (asked === 0) tab?.life.end()
      else tab?.life.endAfter(asked)
    },

    async flush() {
      image = await world.busy(() => readImage(engine))
    },

    mutate(change, args) {
      const id = idAt(now())
      asked.add(id)
      world.say(`${name}: ${id} ${change} ${JSON.stringify(args)}`)
      ask(id, change, args)
    },

    retry(id, args) {
      world.say(`${name}: retries ${id}`)
      act(async () => {
        const made = await ledger.newDuring(async () => tab?.client.retry(id, args))
        for (const one of made) if (!asked.has(one)) ledger.acknowledge(one)
        ledger.dismiss(id)
      })
    },

    discard(id) {
      world.say(`${name}: discards ${id}`)
      ledger.dismiss(id)
      act(async () => tab?.client.discard(id))
    },
  }

  async function leave(what: CopyLeft): Promise<void> {
    if (what === 'as it was') return
    if (what === 'another version') return speakOtherwise(engine)
    if (what === 'an older one' && image) await writeImage(engine, image)
    else await empty(engine)
  }

  return device
}

/** An id that was made at that time by the device's clock: the first 48 bits of a UUIDv7 are its time in ms. */
function idAt(time: Date): string {
  const hex = time.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}${newId().slice(13)}`
}

/** Its cursor becomes one of another protocol: the server cannot continue from it (S10). */
async function speakOtherwise(engine: PGlite): Promise<void> {
  const { rows } = await engine.query<{ cursor: string | null }>('select cursor from replica_state')
  const cursor = rows[0]?.cursor
  if (!cursor) return
  const parts = JSON.parse(Buffer.from(cursor, 'base64url').toString())
  const other = Buffer.from(JSON.stringify({ ...parts, protocol: 0 })).toString('base64url')
  await engine.query('update replica_state set cursor = $1', [other])
}

async function empty(engine: PGlite): Promise<void> {
  await engine.exec(
    `truncate ${[...COPIED_TABLE_NAMES, ...LOCAL_TABLES].join(', ')};
     update replica_state set cursor = null`,
  )
}

function sleep(world: World, life: Life, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) return resolve()
    const done = () => {
      stop()
      signal?.removeEventListener('abort', done)
      if (!life.ended) resolve()
    }
    const stop = world.after(ms, done)
    signal?.addEventListener('abort', done)
  })
}
