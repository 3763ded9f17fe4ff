import type { Random } from '../seed/random.ts'
import type { Answer, Ask } from './ask.ts'
import type { Ledger } from './ledger.ts'
import type { Kind, Meter } from './meter.ts'
import { persist } from './persist.ts'

/** The context that all clients of a load share. */
export interface ClientTools {
  origin: string
  ask: Ask
  ledger: Ledger
  meter: Meter
  random: Random
  /** Is told what should not have happened, in a sentence. */
  onFault(what: string): void
}

/** Somebody who loads a site. */
export interface Client extends ClientTools {
  /** A number that nobody else was given. */
  serial(): number
  /** Tries until the server accepts (persist.ts), and records how long that took; null where it was given up. */
  perform(kind: Kind, attempt: () => Promise<Answer>): Promise<Answer | null>
}

/** `giveUp`, once aborted, ends all tries. */
export function createClient(tools: ClientTools, giveUp: AbortSignal): Client {
  const { meter, onFault } = tools
  let last = 0

  function onUnhelpfulError({ status, body }: Answer): void {
    onFault(`an error does not say what to do: ${status} ${JSON.stringify(body)}`)
  }

  return {
    ...tools,
    serial: () => ++last,
    async perform(kind, attempt) {
      const began = performance.now()
      const answer = await persist({ meter, onUnhelpfulError }, giveUp, attempt)
      if (answer) meter.record(kind, performance.now() - began)
      return answer
    },
  }
}
