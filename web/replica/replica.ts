import { newId } from '../../shared/id.ts'
import {
  type LocalReplica,
  localReplica,
  notifyLocalReplica,
  setLocalReplica,
} from '../api/local-replica.ts'
import { createObservable } from '../api/observable.ts'
import { announceChange } from '../api/query-cache.ts'
import { sessionEnded } from '../api/session.ts'
import type { SharedByTabs } from '../outbox/election.ts'
import { onReturn } from '../outbox/on-return.ts'
import type { Host } from './calls.ts'
import { NO_REPLICA, OPENING, type ReplicaEvent, type ReplicaState } from './replica-state.ts'
import { joinTabs, lockOf, type ReplicaTabs } from './tabs.ts'
import { failed, startWorkerHost } from './worker-host.ts'

/** The handle of a started replica, for the shell; screens use LocalReplica. */
export interface Replica {
  state(): ReplicaState
  onState(listener: () => void): () => void
  retry(id: string): Promise<unknown>
  discard(id: string): Promise<unknown>
  /** Deletes the replica and fills it again; unsent changes stay (S10). */
  rebuild(): Promise<unknown>
  /** Leaves the replica to other tabs. */
  stop(): void
}

/** After this time the server runs the query instead. */
const READ_LIMIT = 8_000 // ms
/** A change may wait while a fill writes its rows. */
const CHANGE_LIMIT = 20_000 // ms
/** One part of a CSV file is one long statement, and the server cannot take it over without a network. */
const CSV_LIMIT = 30_000 // ms
/** Longer than worker-host.ts waits for a worker that is silent. */
const QUERY_LIMIT = 45_000 // ms
/** Long enough for the engine to end and its files to be deleted. */
const FORGET_LIMIT = 30_000 // ms
/** Includes FORGET_LIMIT. Then a new engine opens, whose files may have to come over a slow network. */
const REBUILD_LIMIT = 90_000 // ms

/** Opens this person's replica, which all tabs share. Once it is complete, the screens' queries run on it. */
export function startReplica(personId: string): Replica {
  const state = createObservable(OPENING)

  function onEvent(event: ReplicaEvent): void {
    if (event.type === 'changed') {
      announceChange()
      return
    }
    const wasReady = state.get().replica === 'ready'
    const { replica, connection } = event.state
    state.set(event.state)
    notifyLocalReplica()
    if (!wasReady && replica === 'ready') announceChange()
    if (connection === 'signed-out') sessionEnded()
  }

  const tabs = joinTabs({
    name: lockOf(personId),
    start: (announce) => startWorkerHost(personId, announce),
    withoutLock: WITHOUT_LOCKS,
    onEvent,
    shared: canShareReplica() ? undefined : NOTHING_SHARED,
  })
  // Another tab may already own a replica that is ready.
  tabs.call('state', [], null).then(
    (state) => onEvent({ type: 'state', state }),
    () => undefined, // a host that runs nothing has announced it
  )
  const own: LocalReplica = {
    ...localReplicaOf(tabs, state.get),
    async forget() {
      await tabs.call('forget', [], FORGET_LIMIT)
      stop()
    },
    leave: stop,
  }
  setLocalReplica(own)
  const stopListening = onReturn((returned) =>
    callOwner(tabs, returned === 'network' ? 'tryNetwork' : 'wake'),
  )
  // An open stream detects a lost network only after a while.
  const onOffline = () => callOwner(tabs, 'tryNetwork')
  const flush = () => {
    if (document.visibilityState === 'hidden') callOwner(tabs, 'flush')
  }
  window.addEventListener('offline', onOffline)
  document.addEventListener('visibilitychange', flush)

  function stop(): void {
    if (localReplica() === own) setLocalReplica(null)
    stopListening()
    window.removeEventListener('offline', onOffline)
    document.removeEventListener('visibilitychange', flush)
    tabs.leave()
  }

  return {
    state: state.get,
    onState: state.subscribe,
    // With an id for the new change, so that the next owner may be asked again (S11).
    retry: (id) => tabs.call('retry', [id, undefined, undefined, newId()], CHANGE_LIMIT),
    discard: (id) => tabs.call('discard', [id], CHANGE_LIMIT),
    rebuild: () => tabs.call('rebuild', [], REBUILD_LIMIT),
    stop,
  }
}

const NOTHING_SHARED: SharedByTabs = { locks: null, openChannel: () => null }

/** Returns true if this browser has the features that tabs share. Old browsers and pages without https lack some. */
function canShareReplica(): boolean {
  return Boolean(navigator.locks && globalThis.BroadcastChannel && globalThis.Worker)
}

/** For a browser without locks: two tabs would damage one replica, so there is none, and the server runs queries. */
const WITHOUT_LOCKS: Host = {
  async handle({ method }) {
    if (method === 'state') return NO_REPLICA
    if (method !== 'forget') throw failed()
  },
  close() {},
}

/** Calls without waiting. A host that runs nothing has announced it, so a failure needs no handling. */
function callOwner(tabs: ReplicaTabs, method: 'flush' | 'tryNetwork' | 'wake'): void {
  tabs.call(method, [], null).catch(() => undefined)
}

function localReplicaOf(
  tabs: ReplicaTabs,
  state: () => ReplicaState,
): Omit<LocalReplica, 'forget' | 'leave'> {
  return {
    isReady: () => state().replica === 'ready',
    isOpening: () => state().replica === 'empty' && state().connection === 'starting',
    isPreferred: () => isPreferred(state()),
    isLive: () => state().replica === 'ready' && state().connection === 'live',
    isCutOff: () => state().replica === 'ready' && state().connection === 'offline',
    resume: () => callOwner(tabs, 'tryNetwork'),
    runQuery: (name, args) => tabs.call('answer', [name, args], READ_LIMIT),
    mutate: ({ name, args, id, version = 1 }) =>
      tabs.call('mutate', [name, args, id, version], CHANGE_LIMIT),
    async sendWaiting() {
      if (hasWaiting(state())) await tabs.call('send', [], CHANGE_LIMIT)
    },
    hasWaiting: (changeId) => hasWaiting(state(), changeId),
    correct: (id, { args, version, id: changeId }) =>
      tabs.call('retry', [id, args, version, changeId], CHANGE_LIMIT),
    discard: (id) => tabs.call('discard', [id], CHANGE_LIMIT),
    csvWindows: (list) => tabs.call('csvWindows', [list], CSV_LIMIT),
    csvRows: (part) => tabs.call('csvRows', [part], CSV_LIMIT),
    unsent: () => state().changes.length,
    state,
    diagnose: () => tabs.call('diagnose', [], READ_LIMIT),
    querySql: (text) => tabs.call('querySql', [text], QUERY_LIMIT),
  }
}

function hasWaiting({ changes }: ReplicaState, but?: string): boolean {
  return changes.some(({ id, refusal }) => refusal === null && id !== but)
}

/** A replica that was just opened has the rows of the last visit until the stream's first event. */
function isPreferred({ replica, lastSync, connection, changes }: ReplicaState): boolean {
  const isBehind = lastSync === null && connection !== 'offline' && changes.length === 0
  return replica === 'ready' && !isBehind
}
