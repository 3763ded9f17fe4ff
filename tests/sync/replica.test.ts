/* A tab whose replica is owned by a sleeping tab, or that has no replica. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { newId } from '../../shared/id.ts'
import { exportContributions } from '../../web/api/export-contributions.ts'
import { local } from '../../web/api/local.ts'
import { type Replica, startReplica } from '../../web/replica/replica.ts'
import type { ReplicaState } from '../../web/replica/replica-state.ts'

const PERSON = 'lucia'
/** Longer than anybody waits. */
const LONG = 120_000 // ms
const LIST = { collectionId: newId(), search: '', state: 'all', method: 'all' } as const
const READY: ReplicaState = {
  copy: 'ready',
  connection: 'live',
  changes: [],
  lastSync: null,
  kept: true,
  changesKept: true,
  rows: 0,
  bytes: 0,
}

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
  const isReady = new Promise<void>((ready) => {
    replica.onState(ready)
  })
  owner.postMessage({ type: 'event', event: { type: 'state', state: READY } })
  await isReady
})

afterEach(() => {
  replica.stop()
  owner.close()
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

describe('[S11] a tab whose owner sleeps', () => {
  it.each<[string, () => Promise<unknown> | undefined]>([
    ['a question', () => local()?.answer('profile', {})],
    ['a change', () => local()?.mutate({ id: newId(), name: 'close', args: {} })],
    [
      'a corrected change',
      () => local()?.correct(newId(), { id: newId(), name: 'close', args: {} }),
    ],
    ['a change to be tried again', () => replica.retry(newId())],
    ['a change to be discarded', () => replica.discard(newId())],
    ['a copy to be made anew', () => replica.rebuild()],
    ['the parts of a file', () => local()?.csvWindows(LIST)],
    [
      'a part of a file',
      () => local()?.csvRows({ ...LIST, separator: ',', window: { after: null, upTo: null } }),
    ],
    ['a diagnosis', () => local()?.diagnose()],
    ['a query in SQL', () => local()?.querySql('select 1')],
    ['all to be forgotten', () => local()?.forget()],
  ])('does not wait for ever for %s', async (_what, ask) => {
    const refused = expect(ask()).rejects.toMatchObject({ code: 'internal' })
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
    '[S7] asks for what waits to be sent, with a copy that is %s',
    async (copy) => {
      const change = { id: newId(), name: 'close', args: {}, at: '', refusal: null }
      const asked = new Promise((resolve) => {
        owner.addEventListener('message', ({ data }) => resolve(data))
      })
      const told = new Promise<void>((resolve) => {
        replica.onState(resolve)
      })
      const state = { ...READY, copy, changes: [change] }
      owner.postMessage({ type: 'event', event: { type: 'state', state } })
      await told
      void local()
        ?.sendWaiting()
        .catch(() => undefined)
      expect(await asked).toMatchObject({ method: 'send' })
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
    const windows = local()?.csvWindows(LIST)
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
  const heard: unknown[] = []
  owner.onmessage = ({ data }) => heard.push(data.method)
  happen()
  await vi.waitFor(() => expect(heard).toContain(method))
  expect(heard.filter((call) => call !== 'state')).toEqual([method])
})

function changeVisibility(visibilityState: DocumentVisibilityState): void {
  Object.assign(document, { visibilityState })
  document.dispatchEvent(new Event('visibilitychange'))
}

it('[S10] has no copy where the browser refuses the lock, and leaves the rest to the server', async () => {
  replica.stop()
  const refuse = () => Promise.reject(new DOMException('Denied.', 'SecurityError'))
  vi.stubGlobal('navigator', { locks: { request: refuse } })
  replica = startReplica('bruno')
  await vi.waitFor(() => expect(replica.state().copy).toBe('none'))
  await expect(local()?.answer('profile', {})).rejects.toMatchObject({ code: 'internal' })
  await local()?.forget()
})
