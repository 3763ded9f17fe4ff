/*
 * The owner on a device that cannot hold a replica (S10): queries and changes go to the server, and the changes that an
 * earlier replica left in the outbox are still sent, so that none is lost.
 */
import {
  backOff,
  type Clock,
  createEvent,
  createMutex,
  createSleeper,
  untilAborted,
} from '../../shared/async.ts'
import { AppError, hasCode, refusalOf } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { MutationRequest } from '../../shared/named-mutation.ts'
import { invalidResponse } from '../api/error-response.ts'
import { keepFault } from '../api/faults.ts'
import { diagnoseNothing } from './diagnosis.ts'
import { closing } from './mutation-queue.ts'
import {
  again,
  entryOf,
  nothingToRetry,
  type Outbox,
  type OutboxEntry,
  requestOf,
} from './outbox.ts'
import type { OwnedReplica } from './owned-replica.ts'
import type { ReplicaEvent, ReplicaState } from './replica-state.ts'
import type { Transport } from './transport.ts'

interface Parts {
  outbox: Outbox
  transport: Pick<Transport, 'push'>
  clock: Clock
  announce: (event: ReplicaEvent) => void
}

/** Sends the waiting changes, and again after a new change, when the network returns or the person signs in again. */
export function ownOutbox({ outbox, transport, clock, announce }: Parts): OwnedReplica {
  /** Held for one step on the outbox, never for a request: the person's calls would wait for the network. */
  const mutex = createMutex()
  const sending = createMutex()
  const sleeper = createSleeper(clock)
  const unsentAdded = createEvent()
  const stopping = new AbortController()
  let connection: ReplicaState['connection'] = 'starting'
  let opens = true

  /** Throws once this outbox ends: a change that it stores then would outlive a sign-out. */
  function exclusively<T>(work: () => Promise<T>): Promise<T> {
    return mutex.run(async () => {
      stopping.signal.throwIfAborted()
      return work()
    })
  }

  async function entries(): Promise<OutboxEntry[]> {
    try {
      const all = await outbox.all()
      opens = true
      return all
    } catch (error) {
      opens = false
      throw error
    }
  }

  async function state(): Promise<ReplicaState> {
    // Without storage no change waits on this device: all go to the server.
    const changes = await entries().catch(() => [])
    const nothing = { lastSync: null, kept: true, rows: null, bytes: null }
    return { replica: 'none', connection, changes, changesKept: outbox.isOnDisk(), ...nothing }
  }

  async function announceState(): Promise<void> {
    const current = await state()
    // By then the next owner may have announced its own (S11).
    if (!stopping.signal.aborted) announce({ type: 'state', state: current })
  }

  async function run(): Promise<void> {
    let failures = 0
    while (!stopping.signal.aborted) {
      try {
        await sending.run(sendAll)
        failures = 0
        await announceState()
        await unsentAdded.wait(stopping.signal)
      } catch (error) {
        if (stopping.signal.aborted) return
        keepFault(error)
        const isSignedOut = hasCode(error, 'not-signed-in')
        if (opens) connection = isSignedOut ? 'signed-out' : 'offline'
        await announceState()
        if (isSignedOut) await sleeper.untilWoken(stopping.signal)
        else await sleeper.sleep(backOff(failures++), stopping.signal)
      }
    }
  }

  /** Sends the changes in order, one by one. A refused one stays with its reason and does not block the others (S9). */
  async function sendAll(): Promise<void> {
    let failure: unknown = null
    for (const { id } of await exclusively(entries)) {
      // The person may have discarded it since.
      const entry = await exclusively(() => findWaiting(id))
      if (!entry) continue
      try {
        await send(entry)
      } catch (error) {
        // The server failed on this change. It may accept the others.
        if (!hasCode(error, 'internal')) throw error
        failure = error
      }
    }
    if (failure) throw failure
  }

  async function send(entry: OutboxEntry): Promise<void> {
    const { id } = entry
    const pushing = transport.push([requestOf(entry)])
    const refusal = await untilAborted(pushing, stopping.signal).then(
      ({ outcomes: [outcome] }) => {
        if (outcome?.id !== id) throw invalidResponse()
        return outcome.ok ? null : outcome.error
      },
      (error) => {
        if (error instanceof AppError && isUnreadable(error)) return error
        throw error
      },
    )
    connection = 'live'
    await exclusively(async () => {
      // No replica waits for the rows, so an accepted change is finished.
      if (!refusal) return outbox.delete([id])
      // A change that was discarded meanwhile must not come back.
      if (!(await findWaiting(id))) return
      await outbox.put({ ...entry, refusal: refusalOf(refusal) })
    })
  }

  async function findWaiting(id: string): Promise<OutboxEntry | undefined> {
    return (await entries()).find((entry) => entry.id === id && entry.refusal === null)
  }

  async function find(id: string): Promise<OutboxEntry | undefined> {
    return entryOf(await outbox.all(), id)
  }

  async function keep(change: MutationRequest): Promise<void> {
    await outbox.put({ ...change, at: clock.now().toISOString(), refusal: null })
  }

  const stopListening = outbox.onDiskChange(() => void announceState())
  // Tabs may still have the state of an earlier replica, and the first push may take long.
  void announceState()
  const running = run()
  return {
    state,
    calls: {
      // A call to the replica's worker, which died before it responded.
      async mutate(name, args, id, version) {
        await exclusively(async () => {
          if (!(await find(id))) await keep({ id, name, args, version })
        })
        unsentAdded.set()
      },
      async retry(id, args, version = 1, changeId = newId()) {
        await exclusively(async () => {
          const refused = await find(id)
          if (!(await find(changeId))) {
            if (!refused?.refusal) return nothingToRetry(args)
            await keep(again(refused, args, version, changeId))
          }
          if (refused?.refusal) await outbox.delete([refused.id])
        })
        unsentAdded.set()
      },
      discard: (id) =>
        exclusively(async () => {
          await outbox.delete([id])
          await announceState()
        }),
      send: async () => {
        await sending.run(sendAll)
        await announceState()
      },
      tryNetwork: async () => sleeper.wake(),
      wake: async () => sleeper.wake(),
      diagnose: async () => diagnoseNothing(),
      flush: async () => {},
      answer: askServer,
      csvWindows: askServer,
      csvRows: askServer,
      querySql: askServer,
    },
    async drop() {
      stopping.abort(closing())
      stopListening()
      await running
      await sending.run(async () => undefined)
      await mutex.run(async () => undefined)
    },
  }
}

async function askServer(): Promise<never> {
  throw new AppError('internal', 'Este navegador no tiene una copia.')
}

function isUnreadable({ code }: AppError): boolean {
  return code === 'invalid-input' || code === 'too-large'
}
