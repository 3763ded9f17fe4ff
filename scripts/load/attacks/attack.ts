import type { Organiser } from '../make-organisers.ts'

/** What an attack is aimed at, and how it reports what the server does to it. */
export interface Target {
  origin: string
  /** The attacker's own account. */
  account: Organiser
  /** Counts one more of `what`: a status, or how a stream or connection ended. */
  count(what: string): void
}

/** What one account, or one machine, does to a site. It runs in a process of its own (attacker.ts). */
export interface Attack {
  name: string
  /** How long it takes until the server defends itself, where that is longer than what is asked for. */
  leastSeconds?: number
  /** Goes on until the signal aborts. */
  run(target: Target, signal: AbortSignal): Promise<void>
}
