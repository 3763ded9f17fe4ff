/* The replica as a tab sees it: the tab sends its calls to the tab that owns the replica, which may sleep or be missing. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../shared/id.ts'
import { exportContributions } from '../../web/api/export-contributions.ts'
import { localReplica } from '../../web/api/local-replica.ts'
import { onChange } from '../../web/api/query-cache.ts'
import type { Call, CallName } from '../../web/replica/calls.ts'
import { type Replica, startReplica } from '../../web/replica/replica.ts'
import { OPENING, type ReplicaEvent, type ReplicaState } from '../../web/replica/replica-state.ts'

const PERSON = 'lucia'
/** Longer than every timeout. */
const LONG = 120_000 // ms
const LIST = { collectionId: newId(), search: '', state: 'all', method: 'all' } as const
const PART = { ...LIST, separator: ',', window: { after: null, upTo: null } } as const
const WAITING = { id: newId(), name: 'close', args: {}, at: '', refusal: null }
const REFUSED = { ...WAITING, id: newId(), refusal: { code: 'not-found', message: '' } } as const
const READY: ReplicaState = { ...OPENING, replica: 'ready', connection: 'live', rows: 0, bytes: 0 }

let replica: Replica
let owner: BroadcastChannel

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  vi.stubGlobal('navigator', { locks: { request: () => new Promise(() => {}) } })
  vi.stubGlobal('Worker', EventTarget) // this tab never gets to start one
  owner = new BroadcastChannel(`entre-todos-copy-${PERSON}`)
  replica = startReplica(PERSON)
  await announce(READY)
})

afterEach(() => {
  replica.stop()
  owner.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('[S11] a tab whose owner sleeps', () => {
  it.each<[string, () => Promise<unknown> | undefined]>([
    ['a question', () => localReplica()?.runQuery('profile', {})],
    ['a change', () => localReplica()?.mutate({ id: newId(), name: 'close', args: {} })],
    [
      'a corrected change',
      () => localReplica()?.correct(newId(), { id: newId(), name: 'close', args: {} }),
    ],
    ['a change to be tried again', () => replica.retry(newId())],
    ['a change to be discarded', () => replica.discard(newId())],
    ['a replica to be made anew', () => replica.rebuild()],
    ['the parts of a file', () => localReplica()?.csvWindows(LIST)],
    ['a part of a file', () => localReplica()?.csvRows(PART)],
    ['a diagnosis', () => localReplica()?.diagnose()],
    ['a query in SQL', () => localReplica()?.querySql('select 1')],
    ['all to be forgotten', () => localReplica()?.forget()],
  ])('times out after a request for %s', async (_what, ask) => {
    const refused = expect(ask()).rejects.toMatchObject({
      code: 'internal',
      message: 'La copia de este navegador no responde. Intenta nuevamente.',
    })
    await vi.advanceTimersByTimeAsync(LONG)
    await refused
  })

  it('gets the file from the server', async () => {
    const fetched = vi.fn(async () => new Response('the file'))
    vi.stubGlobal('fetch', fetched)
    const file = exportContributions(
      { ...LIST, separator: ',' },
      { signal: new AbortController().signal, onProgress: () => {} },
    )
    await vi.advanceTimersByTimeAsync(LONG)
    expect(await (await file).text()).toBe('the file')
    expect(fetched).toHaveBeenCalledOnce()
  })

  it.each(['none', 'filling'] as const)(
    '[S7] asks the owner to send waiting changes, with a replica that is %s',
    async (replica) => {
      const asked = new Promise((resolve) => {
        owner.addEventListener('message', ({ data }) => resolve(data))
      })
      await announce({ ...READY, replica, changes: [WAITING] })
      void localReplica()
        ?.sendWaiting()
        .catch(() => undefined)
      expect(await asked).toMatchObject({ method: 'send', args: [] })
    },
  )

  it('[S9] gives a retry the id of its new change, so that the next owner may be asked again', async () => {
    const heard = vi.fn()
    owner.onmessage = ({ data }) => heard(data)
    const id = newId()
    replica.retry(id).catch(() => undefined)
    await vi.waitFor(() => expect(heard).toHaveBeenCalled())
    owner.postMessage({ type: 'owner' })
    await vi.waitFor(() =>
      expect(heard.mock.calls.filter(([{ method }]) => method === 'retry')).toHaveLength(2),
    )
    const calls = heard.mock.calls.map(([call]) => call).filter(({ method }) => method === 'retry')
    expect(calls[0].args).toEqual([id, undefined, undefined, expect.any(String)])
    expect(calls[1].args).toEqual(calls[0].args)
  })

  it('leaves a slow owner the time that a phone needs', async () => {
    const heard = vi.fn<(call: { id: string; method: string }) => void>()
    owner.onmessage = ({ data }) => heard(data)
    const windows = localReplica()?.csvWindows(LIST)
    await vi.advanceTimersByTimeAsync(25_000)
    await vi.waitFor(() =>
      expect(heard).toHaveBeenCalledWith(expect.objectContaining({ method: 'csvWindows' })),
    )
    const id = heard.mock.calls.map(([call]) => call).find(({ method }) => method === 'csvWindows')
    owner.postMessage({ type: 'answer', id: id?.id, value: [{ after: null, upTo: null }] })
    expect(await windows).toEqual([{ after: null, upTo: null }])
  })
})

it.each([
  ['the network comes back', 'tryNetwork', () => window.dispatchEvent(new Event('online'))],
  ['the network goes', 'tryNetwork', () => window.dispatchEvent(new Event('offline'))],
  ['the person comes back', 'wake', () => changeVisibility('visible')],
  ['the person leaves', 'flush', () => changeVisibility('hidden')],
] as const)('when %s, it calls «%s» of the owner', async (_when, method, happen) => {
  const heard = callsOf(owner)
  happen()
  await vi.waitFor(() => expect(heard).toContainEqual([method]))
  expect(heard.filter(([call]) => call !== 'state')).toEqual([[method]])
})

function changeVisibility(visibilityState: DocumentVisibilityState): void {
  Object.assign(document, { visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}

describe('a tab that does not own the replica', () => {
  it('passes on to the owner each call as it is made', async () => {
    const heard = callsOf(owner)
    const [id, changeId] = [newId(), newId()]
    for (const ask of [
      () => localReplica()?.runQuery('profile', { of: 'me' }),
      () => localReplica()?.mutate({ id, name: 'close', args: { a: 1 } }),
      () => localReplica()?.mutate({ id, name: 'close', args: { a: 1 }, version: 2 }),
      () =>
        localReplica()?.correct(id, { id: changeId, name: 'close', args: { a: 2 }, version: 3 }),
      () => localReplica()?.discard(id),
      () => replica.discard(id),
      () => replica.rebuild(),
      () => localReplica()?.csvWindows(LIST),
      () => localReplica()?.csvRows(PART),
      () => localReplica()?.diagnose(),
      () => localReplica()?.querySql('select 1'),
      () => localReplica()?.forget(),
      () => localReplica()?.resume(),
    ]) {
      Promise.resolve(ask()).catch(() => undefined)
    }
    await vi.waitFor(() => expect(heard).toContainEqual(['tryNetwork']))
    expect(heard.filter(([method]) => method !== 'state')).toEqual([
      ['answer', 'profile', { of: 'me' }],
      ['mutate', 'close', { a: 1 }, id, 1],
      ['mutate', 'close', { a: 1 }, id, 2],
      ['retry', id, { a: 2 }, 3, changeId],
      ['discard', id],
      ['discard', id],
      ['rebuild'],
      ['csvWindows', LIST],
      ['csvRows', PART],
      ['diagnose'],
      ['querySql', 'select 1'],
      ['forget'],
      ['tryNetwork'],
    ])
  })

  it('repeats open calls with the next owner, but not those that timed out', async () => {
    const late = expect(localReplica()?.runQuery('profile', {})).rejects.toMatchObject({
      code: 'internal',
    })
    await vi.advanceTimersByTimeAsync(LONG)
    await late
    localReplica()?.resume()
    const heard = callsOf(owner)
    owner.postMessage({ type: 'owner' })
    await vi.waitFor(() => expect(heard.filter(([name]) => name === 'tryNetwork')).toHaveLength(2))
    expect(heard.slice(-2)).toEqual([['state'], ['tryNetwork']])
  })

  it('has an empty state until the owner sends one', () => {
    replica.stop()
    replica = startReplica('bruno')
    expect(replica.state()).toEqual({
      replica: 'empty',
      connection: 'starting',
      changes: [],
      lastSync: null,
      kept: true,
      changesKept: true,
      rows: null,
      bytes: null,
    })
    expect(standing()).toEqual(['opening'])
  })

  const AT = '2026-11-25T12:00:00.000Z'
  it.each<[string, Partial<ReplicaState>, string[]]>([
    ['a live replica before its first news', {}, ['ready', 'live']],
    ['a live replica', { lastSync: AT }, ['ready', 'live', 'newest']],
    ['a live replica with changes', { changes: [WAITING] }, ['ready', 'live', 'newest']],
    ['a replica without a network', { connection: 'offline' }, ['ready', 'newest', 'cut off']],
    ['a replica that was just opened', { connection: 'starting' }, ['ready']],
    ['no replica yet', { replica: 'empty', connection: 'starting' }, ['opening']],
    ['an empty replica', { replica: 'empty', connection: 'live', changes: [WAITING] }, []],
    ['no replica', { replica: 'none', connection: 'starting', lastSync: AT }, []],
    ['a first fill without a network', { replica: 'filling', connection: 'offline' }, []],
  ])('derives the status of %s', async (_what, state, expected) => {
    await announce({ ...READY, ...state })
    expect(standing()).toEqual(expected)
  })

  it('[S7] counts unsent changes, and sends nothing when all are refused', async () => {
    await announce({ ...READY, changes: [WAITING, REFUSED] })
    expect(localReplica()?.unsent()).toBe(2)
    expect([WAITING.id, REFUSED.id, newId()].map((id) => localReplica()?.hasWaiting(id))).toEqual([
      ...[false, true, true],
    ])
    await announce({ ...READY, changes: [REFUSED] })
    expect(localReplica()?.hasWaiting(newId())).toBe(false)
    await localReplica()?.sendWaiting() // nobody responds
  })

  it('has the screens ask again when rows change, and when the replica becomes ready', async () => {
    const changed = vi.fn()
    const stop = onChange(changed)
    for (const replica of ['ready', 'filling', 'filling', 'ready'] as const) {
      expect(changed).not.toHaveBeenCalled()
      await announce({ ...READY, replica })
    }
    expect(changed).toHaveBeenCalledTimes(1)
    post({ type: 'changed' })
    await vi.waitFor(() => expect(changed).toHaveBeenCalledTimes(2))
    stop()
  })

  it('loads the session again when the replica says that it has ended', async () => {
    const nobody = { access_token: null, refresh_token: null, user: null }
    const fetched = vi.fn(async () => Response.json(nobody))
    const removeItem = vi.fn()
    vi.stubGlobal('fetch', fetched)
    vi.stubGlobal('localStorage', { getItem: () => null, removeItem })
    await announce({ ...READY, connection: 'offline' })
    expect(fetched).not.toHaveBeenCalled()
    await announce({ ...READY, connection: 'signed-out' })
    expect(fetched).toHaveBeenCalledOnce()
    await vi.waitFor(() => expect(removeItem).toHaveBeenCalledWith('known-user'))
  })

  it('does not call a listener that has left', async () => {
    const left = vi.fn()
    replica.onState(left)()
    await announce({ ...READY, rows: 1 })
    expect(left).not.toHaveBeenCalled()
  })

  it('sends no call once it has stopped, and does not stop the replica of the next person', () => {
    const next = startReplica('bruno')
    replica.stop()
    expect(localReplica()).not.toBeNull()
    next.stop()
    expect(localReplica()).toBeNull()
    const sent = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
    for (const type of ['online', 'offline']) window.dispatchEvent(new Event(type))
    changeVisibility('visible')
    changeVisibility('hidden')
    expect(sent).not.toHaveBeenCalled()
    sent.mockRestore()
  })
})

it('[S10] has no replica where the browser refuses the lock, and leaves the rest to the server', async () => {
  replica.stop()
  const refuse = () => Promise.reject(new DOMException('Denied.', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request: refuse } })
  replica = startReplica('bruno')
  await vi.waitFor(() => expect(replica.state().replica).toBe('none'))
  await expect(localReplica()?.runQuery('profile', {})).rejects.toMatchObject({ code: 'internal' })
  const sent = vi.spyOn(BroadcastChannel.prototype, 'postMessage')
  owner.close()
  owner = new BroadcastChannel('entre-todos-copy-bruno')
  owner.postMessage({ type: 'call', id: 'an id', method: 'answer', args: ['profile', {}] })
  await announce(READY)
  await new Promise(setImmediate)
  expect(sent.mock.calls.map(([{ type }]) => type)).toEqual(['call', 'event']) // both of `owner`
  sent.mockRestore()
  await localReplica()?.forget()
})

it.each<[string, () => void]>([
  ['locks', () => vi.stubGlobal('navigator', {})],
  ['channels', () => vi.stubGlobal('BroadcastChannel', undefined)],
  ['workers', () => vi.stubGlobal('Worker', undefined)],
])('[S10] has no replica in a browser without %s', async (_what, remove) => {
  replica.stop()
  remove()
  replica = startReplica('bruno')
  await vi.waitFor(() => expect(replica.state().replica).toBe('none'))
  await expect(localReplica()?.runQuery('profile', {})).rejects.toMatchObject({ code: 'internal' })
  await localReplica()?.forget()
})

function post(event: ReplicaEvent): void {
  owner.postMessage({ type: 'event', event })
}

/** Sends the state as the owner does; resolves once the tab has received it. */
async function announce(state: ReplicaState): Promise<void> {
  let stop = () => {}
  const heard = new Promise<void>((resolve) => {
    stop = replica.onState(resolve)
  })
  post({ type: 'state', state })
  await heard
  stop()
}

/** Collects the calls on the channel from now on, each as its name and arguments. */
function callsOf(channel: BroadcastChannel): [CallName, ...unknown[]][] {
  const heard: [CallName, ...unknown[]][] = []
  channel.onmessage = ({ data: { method, args } }: MessageEvent<Call>) =>
    heard.push([method, ...args])
  return heard
}

function standing(): string[] {
  const now = localReplica()
  const is = {
    ready: now?.isReady(),
    live: now?.isLive(),
    newest: now?.isPreferred(),
    'cut off': now?.isCutOff(),
    opening: now?.isOpening(),
  }
  return Object.entries(is).flatMap(([name, isSo]) => (isSo ? [name] : []))
}
