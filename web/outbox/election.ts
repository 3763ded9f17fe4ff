/*
 * Leader election among the tabs of a browser: the leader does the work that only one tab should do, such as owning the
 * replica (replica/tabs.ts) or sending reports (reports/outgoing.ts). It holds a Web Lock; when it ends in any way, the
 * browser gives the lock to the next tab. The tabs exchange messages on a channel of the same name.
 */
import { type Clock, startTimer, systemClock } from '../../shared/async.ts'
import { openChannel } from './open-channel.ts'

export interface Election<Message> {
  /** The term of this tab, which aborts when another tab leads; null while it does not lead. */
  term(): AbortSignal | null
  broadcast(message: Message): void
  /**
   * Like `broadcast`, for a message that the leader must handle. With `allowsTwo`, a leader that does not respond loses
   * its place.
   */
  ask(message: Message): void
  /** Ends this tab's term; another tab leads. */
  leave(): void
}

interface Options<Message> {
  /** The name of the lock and of the channel. */
  name: string
  /**
   * True when two leaders at once do no harm. A tab then replaces a leader that a phone has suspended with its lock;
   * the old leader continues for a moment when it resumes. In a browser without locks every tab then leads. When false,
   * no tab leads in such a browser, and a new leader follows only when the old one ends.
   */
  allowsTwo: boolean
  lead(term: AbortSignal): void
  /** Called when this tab can never lead, because the browser has no locks or refuses them. */
  onRefused?(): void
  onMessage(message: Message): void
  shared?: SharedByTabs | undefined
  clock?: Clock | undefined
}

/** The browser's features that tabs share. Some browsers lack one. */
export interface SharedByTabs {
  locks: Pick<LockManager, 'request'> | null
  openChannel(name: string): Pick<BroadcastChannel, 'postMessage' | 'onmessage' | 'close'> | null
}

type WireMessage<Message> = Message | { type: 'here' }

/** The time in which a running leader responds. */
const RESPONSE_MS = 5_000

export function joinElection<Message extends { type: string }>({
  name,
  allowsTwo,
  lead,
  onRefused = () => {},
  onMessage,
  shared = sharedByTabs(),
  clock = systemClock,
}: Options<Message>): Election<Message> {
  const channel = shared.openChannel(name)
  const leaving = new AbortController()
  let term: AbortController | null = null
  let responses = 0

  function broadcast(message: WireMessage<Message>): void {
    if (!leaving.signal.aborted) channel?.postMessage(message) // a closed channel throws
  }

  function begin(): AbortController {
    const begun = new AbortController()
    term = begun
    leaving.signal.addEventListener('abort', () => end(begun))
    lead(begun.signal)
    return begun
  }

  function end(begun: AbortController): void {
    if (term === begun) term = null
    begun.abort()
  }

  function refuse(): void {
    if (leaving.signal.aborted) return
    if (allowsTwo) begin()
    else onRefused()
  }

  async function requestLock(steal: boolean): Promise<void> {
    if (!shared.locks) return queueMicrotask(refuse)
    let begun: AbortController | null = null
    // A request that steals takes no signal.
    const options = steal ? { steal } : { signal: leaving.signal }
    try {
      await shared.locks.request(name, options, async () => {
        // The tab may leave between the grant and this call.
        if (leaving.signal.aborted) return
        begun = begin()
        await new Promise((resolve) => leaving.signal.addEventListener('abort', resolve))
      })
    } catch {
      // The tab left before its turn, or the browser blocks storage and with it the locks.
      if (!begun) return refuse()
      // Another tab became the leader while this one was suspended.
      end(begun)
      void requestLock(false)
    }
  }

  function receive(message: WireMessage<Message>): void {
    if (isResponse(message)) {
      responses += 1
      return
    }
    if (term && allowsTwo) broadcast({ type: 'here' })
    onMessage(message)
  }

  if (channel) channel.onmessage = ({ data }: MessageEvent<WireMessage<Message>>) => receive(data)
  void requestLock(false)

  return {
    term: () => term?.signal ?? null,
    broadcast,
    ask(message) {
      const before = responses
      broadcast(message)
      if (!allowsTwo) return
      startTimer(clock, RESPONSE_MS, () => {
        const isLeft = leaving.signal.aborted
        if (!isLeft && !term && responses === before) void requestLock(true)
      })
    },
    leave() {
      leaving.abort()
      channel?.close()
    },
  }
}

function isResponse(message: { type: string }): message is { type: 'here' } {
  return message.type === 'here'
}

function sharedByTabs(): SharedByTabs {
  const { locks } = navigator as { locks?: LockManager }
  return {
    locks: locks ?? null,
    openChannel,
  }
}
