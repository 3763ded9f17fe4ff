import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import type { LocalReplicaState, ReplicaDiagnosis } from '../../api/diagnosis.ts'
import { type Fault, recentFaults } from '../../api/faults.ts'
import { localReplica, onLocalReplica } from '../../api/local-replica.ts'
import { scriptUrlOfPage } from '../../api/session.ts'

export interface DeviceDiagnosis {
  /** null until the replica's code is loaded. */
  state: LocalReplicaState | null
  replica: ReplicaDiagnosis | null
  error: AppError | null
  storage: BrowserStorage | null
  faults: readonly Fault[]
  reload: () => void
}

/** Returns the state of this device's replica, its worker and its storage. Reloads when the replica's state changes. */
export function useDiagnosis(): DeviceDiagnosis {
  const state = useSyncExternalStore(onLocalReplica, () => localReplica()?.state() ?? null)
  const [replica, setReplica] = useState<ReplicaDiagnosis | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const storage = useBrowserStorage(replica)

  const reload = useCallback(async () => {
    try {
      const diagnosed = await localReplica()?.diagnose()
      setReplica(diagnosed ?? null)
      setError(null)
    } catch (cause) {
      setError(asAppError(cause))
    }
  }, [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each new state may have other figures
  useEffect(() => void reload(), [reload, state])

  const faults = [...(replica?.faults ?? []), ...recentFaults()]
    .sort((a, b) => b.at.localeCompare(a.at))
    .slice(0, MOST_SHOWN)
  return { state, replica, error, storage, faults, reload: () => void reload() }
}

const MOST_SHOWN = 20

export function featuresOfBrowser(): Record<string, boolean> {
  return {
    'Web Locks': 'locks' in navigator && Boolean(navigator.locks),
    BroadcastChannel: Boolean(globalThis.BroadcastChannel),
    Worker: Boolean(globalThis.Worker),
    'Service Worker': Boolean(navigator.serviceWorker),
    IndexedDB: hasIndexedDb(),
    WebAssembly: Boolean(globalThis.WebAssembly),
    StorageManager: Boolean(navigator.storage),
  }
}

/** Some browsers throw when they block storage. */
function hasIndexedDb(): boolean {
  try {
    return Boolean(globalThis.indexedDB)
  } catch {
    return false
  }
}

export interface BrowserStorage {
  /** In bytes; null when the browser does not report it. */
  usage: number | null
  quota: number | null
  /** The browser does not evict it by itself. */
  persisted: boolean | null
}

function useBrowserStorage(replica: unknown): BrowserStorage | null {
  const [storage, setStorage] = useState<BrowserStorage | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the replica holds is part of it
  useEffect(() => {
    let isCurrent = true
    void readStorage().then((read) => isCurrent && setStorage(read))
    return () => {
      isCurrent = false
    }
  }, [replica])
  return storage
}

async function readStorage(): Promise<BrowserStorage> {
  const unknown = () => null
  const [estimate, persisted] = await Promise.all([
    navigator.storage?.estimate?.().catch(unknown),
    navigator.storage?.persisted?.().catch(unknown),
  ])
  const { usage = null, quota = null } = estimate ?? {}
  return { usage, quota, persisted: persisted ?? null }
}

/** The hash in the name of the first script identifies the release. */
export function programOfPage(): string {
  const url = scriptUrlOfPage()
  return url === '' ? 'desarrollo' : new URL(url).pathname
}
