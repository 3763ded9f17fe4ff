import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type Election, joinElection, type SharedByTabs } from '../../web/outbox/election.ts'

/** Longer than every timeout. */
const LONG = 60_000 // ms

type Message = { type: 'work' }

let browser: ReturnType<typeof buildBrowser>

beforeEach(() => {
  vi.useFakeTimers()
  browser = buildBrowser()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

describe('[S11] the leader of the tabs of one browser', () => {
  it('is one tab, and the next one when it leaves', async () => {
    const [first, second] = [openTab(), openTab()]
    await settle()
    expect([first.isLeader(), second.isLeader()]).toEqual([true, false])
    first.election.leave()
    await settle()
    expect([first.isLeader(), second.isLeader()]).toEqual([false, true])
    expect(first.terms[0]?.aborted).toBe(true)
  })

  it('is not a tab that left before its turn', async () => {
    const [first, second] = [openTab(), openTab()]
    await settle()
    second.election.leave()
    expect(browser.locks()).toEqual({ held: 1, pending: 0 })
    first.election.leave()
    await settle()
    expect(second.terms).toEqual([])
    expect(browser.locks()).toEqual({ held: 0, pending: 0 })
  })

  it('receives messages of the other tabs, and they receive its own', async () => {
    const [first, second] = [openTab(), openTab()]
    await settle()
    second.election.ask({ type: 'work' })
    first.election.broadcast({ type: 'work' })
    await settle()
    expect([first.heard, second.heard]).toEqual([['work'], ['work']])
  })

  it('stays while it responds', async () => {
    const [first, second] = [openTab(), openTab()]
    await settle()
    second.election.ask({ type: 'work' })
    await settle(LONG)
    expect([first.isLeader(), second.isLeader()]).toEqual([true, false])
  })

  it('loses its place while it sleeps, and is the next one when it wakes', async () => {
    const [sleeper, second, third] = [openTab(), openTab(), openTab()]
    await settle()
    sleeper.sleep()
    second.election.ask({ type: 'work' })
    await settle(LONG)
    expect(second.isLeader()).toBe(true)
    third.election.leave()

    sleeper.wake()
    await settle()
    expect(sleeper.isLeader()).toBe(false)
    expect(sleeper.terms[0]?.aborted).toBe(true)
    second.election.leave()
    await settle()
    expect(sleeper.isLeader()).toBe(true)
    expect(sleeper.terms).toHaveLength(2)
  })

  it('stays the leader while it sleeps when two leaders are not allowed', async () => {
    const [sleeper, second] = [openTab({ allowsTwo: false }), openTab({ allowsTwo: false })]
    await settle()
    sleeper.sleep()
    second.election.ask({ type: 'work' })
    await settle(LONG)
    expect([sleeper.isLeader(), second.isLeader()]).toEqual([true, false])
    expect(browser.locks()).toEqual({ held: 1, pending: 1 })
  })

  it.each(['has none', 'refuses them'] as const)(
    'is each tab without locks, or none where two would do harm: a browser that %s',
    async (how) => {
      const shared = { locks: how === 'has none' ? null : REFUSED, openChannel: () => null }
      const tabs = [openTab({ shared }), openTab({ shared })]
      const careful = openTab({ shared, allowsTwo: false })
      await settle()
      expect(tabs.map((tab) => tab.isLeader())).toEqual([true, true])
      expect([careful.isLeader(), careful.isRefused()]).toEqual([false, true])
      expect(tabs.map((tab) => tab.isRefused())).toEqual([false, false])
      tabs[0]?.election.broadcast({ type: 'work' }) // to nobody
      tabs[0]?.election.leave()
    },
  )
})

describe('[S11] a tab that left', () => {
  /** Grants the lock, and calls back only when the test opens the gate. */
  function lateLocks() {
    let open = () => {}
    const opened = new Promise<void>((resolve) => {
      open = resolve
    })
    const released: string[] = []
    const locks = {
      async request(name: string, _: unknown, granted: (lock: null) => unknown) {
        await opened
        await granted(null)
        released.push(name)
      },
    } as unknown as SharedByTabs['locks']
    return { shared: { locks, openChannel: () => null }, open, released }
  }

  it('does not lead when its lock comes late, and releases it', async () => {
    const { shared, open, released } = lateLocks()
    const tab = openTab({ shared })
    tab.election.leave()
    open()
    await settle()
    expect(tab.terms).toEqual([])
    expect(released).toEqual(['work'])
  })

  it('does not take the place of a leader that does not respond', async () => {
    const [sleeper, second] = [openTab(), openTab()]
    await settle()
    sleeper.sleep()
    second.election.ask({ type: 'work' })
    second.election.leave()
    await settle(LONG)
    sleeper.wake()
    await settle()
    expect(sleeper.isLeader()).toBe(true)
    expect([...sleeper.terms, ...second.terms]).toHaveLength(1)
  })

  it('does not lead in a browser without locks either, and its term ends', async () => {
    const shared = { locks: null, openChannel: () => null }
    const [early, late] = [openTab({ shared }), openTab({ shared })]
    early.election.leave()
    await settle()
    late.election.leave()
    expect(early.terms).toEqual([])
    expect(late.terms.map(({ aborted }) => aborted)).toEqual([true])
    expect(late.isLeader()).toBe(false)
  })

  it('sends nothing more on its channel, which is closed', async () => {
    const openChannel = (name: string) => new BroadcastChannel(name)
    const tab = openTab({ shared: { locks: null, openChannel } })
    tab.election.leave()
    expect(() => tab.election.ask({ type: 'work' })).not.toThrow()
  })
})

it("uses the browser's own locks and channel", async () => {
  vi.stubGlobal('navigator', browser.openTab().shared)
  const tab = openTab({ shared: undefined, allowsTwo: false })
  await settle()
  expect(tab.isLeader()).toBe(true)
  const other = new BroadcastChannel('work')
  other.postMessage({ type: 'work' })
  await vi.waitFor(() => expect(tab.heard).toEqual(['work']))
  other.close()
  tab.election.leave()
})

it('leads without a channel where the browser refuses one, as Firefox does without storage', async () => {
  vi.stubGlobal('navigator', { locks: REFUSED })
  vi.stubGlobal('BroadcastChannel', function refuse() {
    throw new DOMException('The operation is insecure.', 'SecurityError')
  })
  const tab = openTab({ shared: undefined })
  await settle()
  expect(tab.isLeader()).toBe(true)
})

const REFUSED = {
  request: () => Promise.reject(new DOMException('Denied.', 'SecurityError')),
}

async function settle(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
}

function openTab(options: { allowsTwo?: boolean; shared?: SharedByTabs | undefined } = {}) {
  const tab = browser.openTab()
  const heard: string[] = []
  const terms: AbortSignal[] = []
  let isRefused = false
  const election: Election<Message> = joinElection<Message>({
    name: 'work',
    allowsTwo: true,
    lead: (term) => terms.push(term),
    onRefused: () => {
      isRefused = true
    },
    onMessage: ({ type }) => heard.push(type),
    shared: tab.shared,
    ...options,
  })
  const { sleep, wake } = tab
  const isLeader = () => election.term() !== null
  return { election, heard, terms, sleep, wake, isLeader, isRefused: () => isRefused }
}

/** One lock and one channel. In a tab that sleeps nothing happens before it wakes. */
function buildBrowser() {
  interface Request {
    begin(): void
    steal(): void
  }
  let holder: Request | null = null
  let queue: Request[] = []
  const receivers = new Map<object, (message: unknown) => void>()

  function grantNext(): void {
    if (holder) return
    holder = queue.shift() ?? null
    holder?.begin()
  }

  return {
    locks: () => ({ held: holder ? 1 : 0, pending: queue.length }),

    openTab() {
      let asleep: (() => void)[] | null = null
      const happen = (work: () => void) => {
        if (asleep) asleep.push(work)
        else queueMicrotask(work)
      }

      function request(_name: string, options: LockOptions, work: () => Promise<unknown>) {
        return new Promise((resolve, reject) => {
          options.signal?.throwIfAborted()
          const own: Request = {
            begin: () => happen(() => void work().then(resolve, reject).finally(release)),
            steal: () => happen(() => reject(new DOMException('Stolen.', 'AbortError'))),
          }
          function release(): void {
            if (holder !== own) return
            holder = null
            grantNext()
          }
          options.signal?.addEventListener('abort', () => {
            if (holder === own) return
            queue = queue.filter((other) => other !== own)
            reject(options.signal?.reason)
          })
          if (options.steal) {
            holder?.steal()
            holder = own
            own.begin()
          } else {
            queue.push(own)
            grantNext()
          }
        })
      }

      function openChannel() {
        const channel = {
          onmessage: null as ((event: MessageEvent) => void) | null,
          postMessage(message: unknown) {
            for (const [other, receive] of receivers) if (other !== channel) receive(message)
          },
          close: () => receivers.delete(channel),
        }
        receivers.set(channel, (data) =>
          happen(() => channel.onmessage?.({ data } as MessageEvent)),
        )
        return channel as unknown as BroadcastChannel
      }

      return {
        shared: { locks: { request } as unknown as LockManager, openChannel } as SharedByTabs,
        sleep() {
          asleep = []
        },
        wake() {
          const missed = asleep ?? []
          asleep = null
          for (const work of missed) work()
        },
      }
    },
  }
}
