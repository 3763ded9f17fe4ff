import { newId } from '../../shared/id.ts'
import { announceChange } from '../api/answers.ts'
import { type Local, setLocal } from '../api/local.ts'
import { sessionEnded } from '../api/session.ts'
import type { OutboxEntry } from './outbox.ts'
import type { SyncStatus } from './sync-client.ts'
import { joinTabs, type Tabs } from './tabs.ts'
import { startWorkerHost } from './worker-host.ts'

/** How the copy stands, for the sync centre. */
export interface ReplicaState {
  /** `none`: this device cannot hold a copy, and the server answers. */
  copy: SyncStatus['copy'] | 'none'
  connection: SyncStatus['connection']
  /** What the server has not confirmed, in order; refused ones among them. */
  changes: OutboxEntry[]
  lastSync: string | null
  rows: number | null
  bytes: number | null
}

/** What the worker tells all tabs. */
export type ReplicaEvent = { type: 'state'; state: ReplicaState } | { type: 'changed' }

export interface Replica {
  state(): ReplicaState
  onState(listener: () => void): () => void
  retry(id: string): Promise<unknown>
  discard(id: string): Promise<unknown>
  /** Drops the copy and fills it again; what waits to be sent stays (S10). */
  rebuild(): Promise<unknown>
  /** Leaves the copy to other tabs. */
  stop(): void
}

const STARTING: ReplicaState = {
  copy: 'empty',
  connection: 'starting',
  changes: [],
  lastSync: null,
  rows: null,
  bytes: null,
}

/** Opens this person's copy, shared by all tabs, and lets it answer the screens once it is complete. */
export function startReplica(personId: string): Replica {
  let state = STARTING
  const listeners = new Set<() => void>()

  function onEvent(event: unknown): void {
    const happened = event as ReplicaEvent
    if (happened.type === 'changed') {
      announceChange()
      return
    }
    const wasReady = state.copy === 'ready'
    state = happened.state
    for (const listener of listeners) listener()
    if (!wasReady && state.copy === 'ready') announceChange()
    if (state.connection === 'signed-out') sessionEnded()
  }

  const tabs = joinTabs({
    name: `entre-todos-copy-${personId}`,
    start: (announce) => startWorkerHost(personId, announce),
    onEvent,
  })
  // Another tab may have the copy ready: how does it stand?
  void tabs.call('state', []).then((answer) => onEvent({ type: 'state', state: answer }))
  setLocal({
    ...localOn(tabs, () => state),
    async forget() {
      await tabs.call('forget', [])
      stop()
    },
  })
  const online = () => void tabs.call('online', [])
  const flush = () => {
    if (document.visibilityState === 'hidden') void tabs.call('flush', [])
  }
  window.addEventListener('online', online)
  document.addEventListener('visibilitychange', flush)

  function stop(): void {
    setLocal(null)
    window.removeEventListener('online', online)
    document.removeEventListener('visibilitychange', flush)
    tabs.leave()
  }

  return {
    state: () => state,
    onState(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    retry: (id) => tabs.call('retry', [id]),
    discard: (id) => tabs.call('discard', [id]),
    rebuild: () => tabs.call('rebuild', []),
    stop,
  }
}

function localOn(tabs: Tabs, state: () => ReplicaState): Omit<Local, 'forget'> {
  return {
    isReady: () => state().copy === 'ready',
    isLive: () => state().copy === 'ready' && state().connection === 'live',
    answer: (name, args) => tabs.call('answer', [name, args]),
    // The id is made here: asked again of another owner it is the same change (S7, S11).
    mutate: async (name, args) => {
      await tabs.call('mutate', [name, args, newId()])
    },
    unsent: () => state().changes.length,
  }
}
