/*
 * The clients of a load: organisers, each with an open stream and occasional edits, and guests, who report transfers
 * and send receipts. Each sends one request at a time and pauses before the next, so a slow server gets fewer.
 */
import { setMaxListeners } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ClientTools, createClient } from './client.ts'
import { contribute } from './contribute.ts'
import { edit } from './edit.ts'
import type { Fault } from './faults/fault.ts'
import { unheard } from './ledger.ts'
import type { Organiser } from './make-organisers.ts'
import { watchChanges } from './watch-changes.ts'

/** Mean pauses; each is drawn anew. */
const GUEST_PAUSE = 5_000 // ms
const ORGANISER_PAUSE = 20_000 // ms
/** Of what guests do, the share that is the fault's own action, where it has one. */
const BESIDES = 0.3

export interface Clients {
  /** Nobody begins anything new; resolves when all is answered and told live, or after `patience` ms. */
  finish(patience: number): Promise<void>
  close(): void
}

/** Opens the organisers' streams, then lets everybody begin. `besides`: what some guests do instead. */
export async function openClients(
  tools: ClientTools,
  organisers: readonly [Organiser, ...Organiser[]],
  guests: number,
  besides?: Fault['besides'],
): Promise<Clients> {
  const giveUp = new AbortController()
  const resting = new AbortController()
  setMaxListeners(0, giveUp.signal, resting.signal) // Node warns at ten listeners, and each client is one
  const client = createClient(tools, giveUp.signal)
  const { ledger, random, onFault } = client

  async function repeat(meanPause: number, act: () => Promise<void>): Promise<void> {
    while (true) {
      // Exponentially distributed, so that clients do not fall into step.
      const pause = -Math.log(1 - random.next()) * meanPause
      await sleep(pause, undefined, { signal: resting.signal }).catch(() => undefined)
      if (resting.signal.aborted) return
      await act().catch((error: Error) => onFault(error.message))
    }
  }

  const streams = await watchChanges(client, organisers)
  const guest = () => {
    const organiser = random.pick(organisers)
    return besides && random.chance(BESIDES)
      ? besides(client, organiser)
      : contribute(client, organiser.collectionId)
  }
  const busy = Promise.all([
    ...organisers.map((organiser) => repeat(ORGANISER_PAUSE, () => edit(client, organiser))),
    ...Array.from({ length: guests }, () => repeat(GUEST_PAUSE, guest)),
  ])

  return {
    async finish(ms) {
      resting.abort()
      const until = Date.now() + ms
      await Promise.race([busy, sleep(ms, undefined, { ref: false })])
      giveUp.abort()
      while (unheard(ledger).length > 0 && Date.now() < until) await sleep(50)
    },
    close() {
      for (const stream of streams) stream.close()
    },
  }
}
