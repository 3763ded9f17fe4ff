/* The Web Locks and BroadcastChannels that the tabs of one simulated browser share (S11). */
import type { SharedByTabs } from '../../web/outbox/election.ts'
import type { SimulatedProcess } from './process.ts'

export interface LocksAndChannels {
  of(page: SimulatedProcess): SharedByTabs
  /** Releases everything of a page that has ended. */
  leave(page: SimulatedProcess): void
}

interface Waiting {
  page: SimulatedProcess
  grant(): Promise<unknown>
}

interface Channel {
  page: SimulatedProcess
  name: string
  onmessage: ((event: MessageEvent) => void) | null
}

export function createLocksAndChannels(): LocksAndChannels {
  const queues = new Map<string, Waiting[]>()
  const channels = new Set<Channel>()

  /** Grants the lock to the first in the queue, which stays first until it releases the lock. */
  function grantNext(name: string): void {
    const [first] = queues.get(name) ?? []
    first?.page.after(0, () => {
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
    page: SimulatedProcess,
    name: string,
    { signal }: { signal: AbortSignal },
    work: () => Promise<unknown>,
  ): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const waiting: Waiting = {
        page,
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
        if (queues.get(name)?.[0] === waiting) return // it holds the lock, and releases it itself
        remove(name, waiting)
        reject(signal.reason)
      })
    })
  }

  function openChannel(page: SimulatedProcess, name: string) {
    const channel: Channel = { page, name, onmessage: null }
    channels.add(channel)
    return Object.assign(channel, {
      postMessage(message: unknown) {
        if (page.ended) return
        for (const other of channels) {
          if (other === channel || other.name !== name) continue
          const data = structuredClone(message)
          other.page.after(0, () => other.onmessage?.({ data } as MessageEvent))
        }
      },
      close: () => channels.delete(channel),
    })
  }

  return {
    of: (page) => ({
      locks: {
        request: (name: string, options: object, work?: unknown) =>
          request(
            page,
            name,
            options as { signal: AbortSignal },
            work as () => Promise<unknown>,
          ) as never,
      },
      openChannel: (name) => openChannel(page, name) as unknown as BroadcastChannel,
    }),
    leave(page) {
      for (const channel of channels) if (channel.page === page) channels.delete(channel)
      for (const [name, queue] of queues) {
        for (const waiting of queue) if (waiting.page === page) remove(name, waiting)
      }
    },
  }
}
