import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { type AppError, asAppError } from '../../../shared/errors.ts'
import type { LocalState, ReplicaDiagnosis } from '../../api/diagnosis.ts'
import { type Fault, recentFaults } from '../../api/faults.ts'
import { local, onLocal } from '../../api/local.ts'
import { type BrowserStorage, useBrowserStorage } from './browser-facts.ts'

export interface Diagnosis {
  /** null until the code of the replica is here. */
  state: LocalState | null
  /** null until the replica has answered. */
  replica: ReplicaDiagnosis | null
  /** Why it did not answer the last time. */
  error: AppError | null
  storage: BrowserStorage | null
  /** Those of the worker and of this page, newest first. */
  faults: readonly Fault[]
  reload: () => void
}

/** Everything that the page shows, asked again whenever the replica stands otherwise. */
export function useDiagnosis(): Diagnosis {
  const state = useSyncExternalStore(onLocal, () => local()?.state() ?? null)
  const [replica, setReplica] = useState<ReplicaDiagnosis | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const storage = useBrowserStorage(replica)

  const reload = useCallback(async () => {
    try {
      const answer = await local()?.diagnose()
      setReplica(answer ?? null)
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
