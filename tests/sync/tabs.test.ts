/* The tab that owns the replica: it runs the worker, and does what the other tabs ask. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { localReplica } from '../../web/api/local-replica.ts'
import type { Call } from '../../web/replica/calls.ts'
import { type Replica, startReplica } from '../../web/replica/replica.ts'
import { OPENING, type ReplicaState } from '../../web/replica/replica-state.ts'
import type { FromWorker } from '../../web/replica/worker-host.ts'

const READY: ReplicaState = { ...OPENING, replica: 'ready', connection: 'live', rows: 0, bytes: 0 }

let replica: Replica
let other: BroadcastChannel

beforeEach(() => {
  vi.stubGlobal('window', new EventTarget())
  vi.stubGlobal('document', new EventTarget())
  other = new BroadcastChannel('entre-todos-copy-lucia')
})

afterEach(() => {
  replica.stop()
  other.close()
  vi.unstubAllGlobals()
})

it('[S11] starts its worker, calls it, and informs the other tabs', async () => {
  const { worker, heard } = await startOwning()
  expect(replica.state()).toEqual(READY)
  expect(await localReplica()?.runQuery('profile', {})).toEqual(['answer', 'profile', {}])

  const state = { ...READY, rows: 7 }
  worker()?.say({ type: 'event', event: { type: 'state', state } })
  expect(replica.state()).toEqual(state)
  await vi.waitFor(() =>
    expect(heard).toEqual([
      expect.objectContaining({ type: 'call', method: 'state', args: [] }),
      { type: 'owner' },
      { type: 'event', event: { type: 'state', state } },
    ]),
  )
})

it('[S11] does what another tab asks, until it leaves', async () => {
  const { worker, heard } = await startOwning()
  other.postMessage({ type: 'call', id: 'an id', method: 'querySql', args: ['select 1'] })
  await vi.waitFor(() =>
    expect(heard).toContainEqual({
      type: 'answer',
      id: 'an id',
      value: ['querySql', 'select 1'],
    }),
  )
  expect(worker()?.isTerminated).toBe(false)
  replica.stop()
  await vi.waitFor(() => expect(worker()?.isTerminated).toBe(true))
})

/** Its worker gives back the name and arguments of each call. */
async function startOwning() {
  const workers: EchoWorker[] = []
  class EchoWorker {
    onmessage: ((event: { data: FromWorker }) => void) | null = null
    isTerminated = false
    constructor() {
      workers.push(this)
    }
    say(data: FromWorker): void {
      this.onmessage?.({ data })
    }
    postMessage({ id, method, args }: Call): void {
      const value = method === 'state' ? READY : [method, ...args]
      queueMicrotask(() => this.say({ type: 'answer', id, value }))
    }
    terminate(): void {
      this.isTerminated = true
    }
  }
  vi.stubGlobal('Worker', EchoWorker)
  const request = (_name: string, _options: object, work: () => Promise<void>) =>
    Promise.resolve().then(work)
  vi.stubGlobal('navigator', { locks: { request } })
  const heard: unknown[] = []
  other.onmessage = ({ data }) => heard.push(data)
  replica = startReplica('lucia')
  await vi.waitFor(() => expect(replica.state()).toEqual(READY))
  return { heard, worker: () => workers.at(-1) }
}
