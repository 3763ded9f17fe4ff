/*
 * One tab owns the copy, the others ask it (S11): one message for a question, one for its answer.
 * The owner holds a Web Lock. When its tab ends in any way, the browser gives the lock to the next tab, which then serves
 * all tabs. Calls under way are repeated: reads can be, and changes have an id that makes repeating harmless (S7).
 */
import { type Clock, systemClock, withTimeout } from '../../shared/async.ts'
import { AppError } from '../../shared/errors.ts'
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

/** The name of the lock and the channel of this person's tabs. */
export const lockOf = (personId: string) => `entre-todos-copy-${personId}`

export interface Tabs {
  /**
   * Asks the owner, which may be this tab; waits while there is none. Rejects with AppError 'internal'
   * after `limitMs`: a phone may have put the owner to sleep, lock and all. It may yet do it. Without
   * a limit where nobody waits for the answer.
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
  /** Of the lock and the channel: one for each person. */
  name: string
  /** Starts what the owner runs; it tells all tabs of what happens by `announce`. */
  start: (announce: (event: ReplicaEvent) => void) => Host
  /** Answers this tab where the browser has no locks, or refuses them, as some do where they block storage. */
  withoutLock: Host
  onEvent: (event: ReplicaEvent) => void
  /** The browser's own by default, and its clock. null where it has none. */
  shared?: SharedByTabs | null
  clock?: Clock
}

/** The browser's features that tabs share. */
export interface SharedByTabs {
  locks: Pick<LockManager, 'request'>
  openChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'>
}

export function joinTabs({
  name,
  start,
  withoutLock,
  onEvent,
  shared = { locks: navigator.locks, openChannel: (name) => new BroadcastChannel(name) },
  clock = systemClock,
}: Options): Tabs {
  const channel = shared?.openChannel(name) ?? null
  const waiting = createWaitingCalls()
  const leaving = new AbortController()
  /** While this tab holds the lock. */
  let host: Host | null = null
  let isRefused = shared === null

  const tell = (message: Message) => channel?.postMessage(message)

  /** To the host of this tab, or out to whoever has it. */
  function ask(call: Call): void {
    const own = isRefused ? withoutLock : host
    if (own) void responseTo(call, own.handle).then(waiting.settle)
    else tell(call)
  }

  function askAllAgain(): void {
    for (const call of waiting.all()) ask(call)
  }

  function receive(data: Message): void {
    switch (data.type) {
      case 'call':
        if (host) void responseTo(data, host.handle).then(tell)
        break
      case 'owner':
        askAllAgain()
        break
      case 'event':
        onEvent(data.event)
        break
      default:
        waiting.settle(data)
    }
  }

  if (channel) channel.onmessage = ({ data }: MessageEvent<Message>) => receive(data)
  void shared?.locks
    .request(name, { signal: leaving.signal }, async () => {
      host = start((event) => {
        onEvent(event)
        tell({ type: 'event', event })
      })
      tell({ type: 'owner' })
      askAllAgain()
      await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve))
      host.close()
      host = null
    })
    .catch(() => {
      if (leaving.signal.aborted) return // left before it was this tab's turn
      isRefused = true
      askAllAgain()
    })

  return {
    call<Name extends CallName>(method: Name, args: Args<Name>, limitMs: number | null) {
      const call = newCall(method, args)
      const response = waiting.add(call) as Promise<Result<Name>>
      ask(call)
      if (limitMs === null) return response
      return withTimeout(response, limitMs, clock).catch((error) => {
        waiting.forget(call)
        throw error instanceof AppError ? error : new AppError('internal', NO_ANSWER)
      })
    },
    leave() {
      leaving.abort()
      channel?.close()
    },
  }
}

const NO_ANSWER = 'La copia de este navegador no responde. Intenta nuevamente.'
