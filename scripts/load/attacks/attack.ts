import type { Organiser } from '../make-organisers.ts'

/** The target of an attack, and its counters of the server's responses. */
export interface Target {
  origin: string
  /** The attacker's own account. */
  account: Organiser
  /** Counts one more of `what`: a status, or how a stream or connection ended. */
  count(what: string): void
}

/** An attack by one account or one machine. It runs in its own process (attacker.ts). */
export interface Attack {
  name: string
  /** How long it takes until the server defends itself, where that is longer than what is asked for. */
  leastSeconds?: number
  /** Goes on until the signal aborts. */
  run(target: Target, signal: AbortSignal): Promise<void>
}
