/*
 * One tab owns the copy, the others ask it (S11): one message for a question, one for its answer.
 * The owner holds a Web Lock. When its tab ends in any way, the browser gives the lock to the next tab, which then serves
 * all tabs. Calls under way are repeated: reads can be, and changes have an id that makes repeating harmless (S7).
 */
import { type Clock, systemClock, withTimeout } from '../../shared/async.ts'
import { AppError, asAppError } from '../../shared/errors.ts'
import { newId } from '../../shared/id.ts'
import type { Refusal } from '../../shared/named-mutation.ts'
import type { CallName } from './calls.ts'
import { errorOf } from './error-of.ts'

/** The name of the lock and the channel of this person's tabs. */
export const lockOf = (personId: string) => `entre-todos-copy-${personId}`

/** The owner's implementation of the calls: the replica with its sync. */
export interface Host {
  handle(method: CallName, args: readonly unknown[]): Promise<unknown>
  close(): void
}

export interface Tabs {
  /**
   * Asks the owner, which may be this tab; waits while there is none. Rejects with AppError 'internal'
   * after `limitMs`: a phone may have put the owner to sleep, lock and all. It may yet do it. Without
   * a limit where nobody waits for the answer.
   */
  call(method: CallName, args: readonly unknown[], limitMs: number | null): Promise<unknown>
  /** Leaves: another tab takes over. */
  leave(): void
}

interface Call {
  type: 'call'
  id: string
  method: CallName
  args: readonly unknown[]
}

type Message =
  | Call
  | { type: 'answer'; id: string; value: unknown }
  | { type: 'refusal'; id: string; error: Refusal }
  | { type: 'event'; event: unknown }
  | { type: 'owner' }

interface Options {
  /** Of the lock and the channel: one for each person. */
  name: string
  /** Starts what the owner runs; it tells all tabs of what happens by `announce`. */
  start: (announce: (event: unknown) => void) => Host
  /** Answers this tab where the browser refuses the lock, as some do where they block storage. */
  withoutLock: Host
  onEvent: (event: unknown) => void
  /** The browser's own by default, and its clock. */
  shared?: SharedByTabs
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
  const channel = shared.openChannel(name)
  const waiting = new Map<string, Waiting>()
  const leaving = new AbortController()
  /** While this tab holds the lock. */
  let host: Host | null = null
  let isRefused = false

  const tell = (message: Message) => channel.postMessage(message)

  /** To the host of this tab, or out to whoever has it. */
  function ask(call: Call): void {
    const own = isRefused ? withoutLock : host
    if (own) void serve(own, call).then(settle)
    else tell(call)
  }

  function settle(message: Message): void {
    if (message.type !== 'answer' && message.type !== 'refusal') return
    const asker = waiting.get(message.id)
    if (!asker) return
    waiting.delete(message.id)
    if (message.type === 'answer') asker.resolve(message.value)
    else asker.reject(errorOf(message.error))
  }

  function askAllAgain(): void {
    for (const { call } of waiting.values()) ask(call)
  }

  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    switch (data.type) {
      case 'call':
        if (host) void serve(host, data).then(tell)
        break
      case 'owner':
        askAllAgain()
        break
      case 'event':
        onEvent(data.event)
        break
      default:
        settle(data)
    }
  }

  void shared.locks
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
    call(method, args, limitMs) {
      const call: Call = { type: 'call', id: newId(), method, args }
      const answered = new Promise((resolve, reject) => {
        waiting.set(call.id, { call, resolve, reject })
        ask(call)
      })
      if (limitMs === null) return answered
      return withTimeout(answered, limitMs, clock).catch((error) => {
        waiting.delete(call.id)
        throw error instanceof AppError ? error : new AppError('internal', NO_ANSWER)
      })
    },
    leave() {
      leaving.abort()
      channel.close()
    },
  }
}

interface Waiting {
  call: Call
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

async function serve(host: Host, { id, method, args }: Call): Promise<Message> {
  try {
    return { type: 'answer', id, value: await host.handle(method, args) }
  } catch (cause) {
    const { code, message, field } = asAppError(cause)
    return {
      type: 'refusal',
      id,
      error: { code, message, ...(field === undefined ? {} : { field }) },
    }
  }
}

const NO_ANSWER = 'La copia de este navegador no responde. Intenta nuevamente.'
