/*
 * The clients of a load: organisers, each with an open stream and occasional edits, and guests, who report transfers
 * and send receipts. Each sends one request at a time and pauses before the next, so a slow server gets fewer.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { contribute, edit } from './actions.ts'
import { type ClientTools, createClient } from './client.ts'
import type { Fault } from './faults/fault.ts'
import { unstreamed } from './ledger.ts'
import { openLiveStreams } from './live-streams.ts'
import type { Organiser } from './make-organisers.ts'

/** Mean pauses; each pause is random. */
const GUEST_PAUSE = 5_000 // ms
const ORGANISER_PAUSE = 20_000 // ms
/** The share of guests' actions that is the fault's own action. */
const FAULT_ACTIONS = 0.3

export interface Clients {
  /** Starts no new actions; resolves when all responses and streamed changes have arrived, or after `timeoutMs`. */
  finish(timeoutMs: number): Promise<void>
  close(): void
}

/** Opens the organisers' streams, then starts all clients. `guestAction`: an action that some guests do instead. */
export async function openClients(
  tools: ClientTools,
  organisers: readonly [Organiser, ...Organiser[]],
  guests: number,
  guestAction?: Fault['guestAction'],
): Promise<Clients> {
  const giveUp = new AbortController()
  const finishing = new AbortController()
  setMaxListeners(0, giveUp.signal, finishing.signal) // Node warns at ten listeners, and each client is one
  const client = createClient(tools, giveUp.signal)
  const { ledger, random, onFault } = client

  async function repeat(meanPause: number, act: () => Promise<void>): Promise<void> {
    while (true) {
      // Exponentially distributed, so that clients do not synchronise.
      const pause = -Math.log(1 - random.next()) * meanPause
      await sleep(pause, undefined, { signal: finishing.signal }).catch(() => undefined)
      if (finishing.signal.aborted) return
      await act().catch((error: Error) => onFault(error.message))
    }
  }

  const streams = await openLiveStreams(client, organisers)
  const guest = () => {
    const organiser = random.pick(organisers)
    return guestAction && random.chance(FAULT_ACTIONS)
      ? guestAction(client, organiser)
      : contribute(client, organiser.collectionId)
  }
  const running = Promise.all([
    ...organisers.map((organiser) => repeat(ORGANISER_PAUSE, () => edit(client, organiser))),
    ...Array.from({ length: guests }, () => repeat(GUEST_PAUSE, guest)),
  ])

  return {
    async finish(timeoutMs) {
      finishing.abort()
      const until = Date.now() + timeoutMs
      await Promise.race([running, sleep(timeoutMs, undefined, { ref: false })])
      giveUp.abort()
      while (unstreamed(ledger).length > 0 && Date.now() < until) await sleep(50)
    },
    close: () => streams.close(),
  }
}
