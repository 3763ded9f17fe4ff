export interface SyncStatus {
  connection: 'starting' | 'live' | 'offline' | 'signed-out'
  copy: 'empty' | 'filling' | 'ready'
  /** Changes the stream has not confirmed yet. */
  pending: number
  /** Changes the server refused, to be retried or discarded (S9). */
  refused: number
  /** When the copy was last known to be in step with the server, ISO. */
  lastSync: string | null
}

export interface StatusBoard {
  status(): SyncStatus
  report(changes: Partial<SyncStatus>): void
  /** Calls back when something is different. Answers how to stop. */
  onStatus(listener: () => void): () => void
}

export function createStatusBoard(): StatusBoard {
  const listeners = new Set<() => void>()
  let status: SyncStatus = {
    connection: 'starting',
    copy: 'empty',
    pending: 0,
    refused: 0,
    lastSync: null,
  }
  return {
    status: () => status,
    report(changes) {
      const next = { ...status, ...changes }
      if (JSON.stringify(next) === JSON.stringify(status)) return
      status = next
      for (const listener of listeners) listener()
    },
    onStatus(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}
