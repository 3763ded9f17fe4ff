/*
 * One tab owns the replica, and the others call it (S11). When its tab ends, the next leader serves all tabs. Calls
 * under way are repeated: reads can be, and changes have an id that makes repeating harmless (S7).
 *
 * No tab replaces an owner that is suspended: its worker still has the files open, and two engines on one folder
 * lose rows. Calls time out then, and the server runs the queries.
 */
import { type Clock, systemClock, withTimeout } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
import { joinElection, type SharedByTabs } from '../outbox/election.ts'
import {
  type Args,
  type Call,
  type CallName,
  type CallResponse,
  createWaitingCalls,
  type EventMessage,
  type Host,
  newCall,
  type Result,
  responseTo,
} from './calls.ts'
import type { ReplicaEvent } from './replica-state.ts'

/** The lock and the channel of this person's tabs. Never another name: tabs of an older release hold this one. */
export const lockOf = (personId: string) => `entre-todos-copy-${personId}`

export interface ReplicaTabs {
  /**
   * Calls the owner, which may be this tab; waits while there is none. Rejects with AppError 'internal' after
   * `limitMs`, because a phone may have suspended the owner with its lock; the owner may still do it later.
   * null sets no limit, for calls whose result nobody waits for.
   */
  call<Name extends CallName>(
    method: Name,
    args: Args<Name>,
    limitMs: number | null,
  ): Promise<Result<Name>>
  /** Leaves: another tab takes over. */
  leave(): void
}

type Message = Call | CallResponse | EventMessage | { type: 'owner' }

interface Options {
  /** The name of the lock and of the channel: one for each person. */
  name: string
  /** Starts the owner's host, which sends its events to all tabs by `announce`. */
  start: (announce: (event: ReplicaEvent) => void) => Host
  /** Handles this tab's calls if the browser has no locks, or refuses them, as some do when they block storage. */
  withoutLock: Host
  onEvent: (event: ReplicaEvent) => void
  /** The browser's own by default, and its clock. */
  shared?: SharedByTabs | undefined
  clock?: Clock
}

export function joinTabs({
  name,
  start,
  withoutLock,
  onEvent,
  shared,
  clock = systemClock,
}: Options): ReplicaTabs {
  const waiting = createWaitingCalls()
  /** null while another tab owns the replica. */
  let host: Host | null = null
  const election = joinElection<Message>({
    name,
    allowsTwo: false,
    lead,
    onRefused() {
      host = withoutLock
      askAllAgain()
    },
    onMessage: receive,
    shared,
    clock,
  })

  function lead(term: AbortSignal): void {
    const own = start((event) => {
      onEvent(event)
      election.broadcast({ type: 'event', event })
    })
    host = own
    term.addEventListener('abort', () => {
      own.close()
      host = null
    })
    election.broadcast({ type: 'owner' })
    askAllAgain()
  }

  /** Runs the call on the host of this tab, or sends it to the owner. */
  function ask(call: Call): void {
    if (host) void responseTo(call, host.handle).then(waiting.settle)
    else election.broadcast(call)
  }

  function askAllAgain(): void {
    for (const call of waiting.all()) ask(call)
  }

  function receive(message: Message): void {
    switch (message.type) {
      case 'call':
        if (election.term() && host) void responseTo(message, host.handle).then(election.broadcast)
        break
      case 'owner':
        askAllAgain()
        break
      case 'event':
        onEvent(message.event)
        break
      default:
        waiting.settle(message)
    }
  }

  return {
    call<Name extends CallName>(method: Name, args: Args<Name>, limitMs: number | null) {
      const call = newCall(method, args)
      const response = waiting.add(call) as Promise<Result<Name>>
      ask(call)
      if (limitMs === null) return response
      return withTimeout(response, limitMs, clock).catch((error) => {
        waiting.forget(call)
        throw error instanceof AppError ? error : new AppError('internal', NO_RESPONSE)
      })
    },
    leave: election.leave,
  }
}

const NO_RESPONSE = 'La copia de este navegador no responde. Intenta nuevamente.'
