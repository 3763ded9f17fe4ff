/* Web Locks and BroadcastChannel among the pages of one simulated browser (S11). */
import type { SharedByTabs } from '../../web/outbox/election.ts'
import type { Life } from './life.ts'

/** Returns what a page sees of both; a page that ends lets go of everything. */
export interface TabMeetingPoint {
  of(life: Life): SharedByTabs
  /** Called when a page has ended. */
  leave(life: Life): void
}

interface Waiting {
  life: Life
  grant(): Promise<unknown>
}

interface Channel {
  life: Life
  name: string
  onmessage: ((event: MessageEvent) => void) | null
}

export function createTabMeetingPoint(): TabMeetingPoint {
  const queues = new Map<string, Waiting[]>()
  const channels = new Set<Channel>()

  /** Gives the lock to the first in the queue, which keeps its place until it lets go. */
  function grantNext(name: string): void {
    const [first] = queues.get(name) ?? []
    first?.life.after(0, () => {
      if (queues.get(name)?.[0] !== first) return
      void first.grant().finally(() => remove(name, first))
    })
  }

  function remove(name: string, waiting: Waiting): void {
    const queue = queues.get(name) ?? []
    const wasFirst = queue[0] === waiting
    queues.set(
      name,
      queue.filter((other) => other !== waiting),
    )
    if (wasFirst) grantNext(name)
  }

  function request(
    life: Life,
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        life,
        grant: () => {
          const done = work()
          done.then(resolve, reject)
          return done
        },
      }
      const queue = queues.get(name) ?? []
      queues.set(name, [...queue, waiting])
      if (queue.length === 0) grantNext(name)
      signal.addEventListener('abort', () => {
        if (queues.get(name)?.[0] === waiting) return // it holds the lock, and lets go by itself
        remove(name, waiting)
        reject(signal.reason)
      })
    })
  }

  function openChannel(life: Life, name: string) {
    const channel: Channel = { life, name, onmessage: null }
    channels.add(channel)
    return Object.assign(channel, {
      postMessage(message: unknown) {
        if (life.ended) return
        for (const other of channels) {
          if (other === channel || other.name !== name) continue
          const data = structuredClone(message)
          other.life.after(0, () => other.onmessage?.({ data } as MessageEvent))
        }
      },
      close: () => channels.delete(channel),
    })
  }

  return {
    of: (life) => ({
      locks: {
        request: (name: string, options: object, work?: unknown) =>
          request(
            life,
            name,
            options as { signal: AbortSignal },
            work as () => Promise<unknown>,
          ) as never,
      },
      openChannel: (name) => openChannel(life, name) as unknown as BroadcastChannel,
    }),
    leave(life) {
      for (const channel of channels) if (channel.life === life) channels.delete(channel)
      for (const [name, queue] of queues) {
        for (const waiting of queue) if (waiting.life === life) remove(name, waiting)
      }
    },
  }
}
