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

/**
 * Whether this browser reaches the server over the current connection: `live` when the stream speaks and
 * pushes succeed, `offline` when the stream speaks but a push failed.
 */
export interface Connectivity {
  /** Call when a connection begins: nothing is known of it. */
  reset(): void
  /** Call when the stream has sent something. */
  received(): void
  /** Call after each push. */
  sent(succeeded: boolean): void
  /** Whether the stream of this connection has sent anything. */
  hasReceived(): boolean
}

export function createConnectivity(report: (changes: Partial<SyncStatus>) => void): Connectivity {
  let hasReceived = false
  let canSend = true

  function reportIfKnown(): void {
    if (hasReceived) report({ connection: canSend ? 'live' : 'offline' })
  }

  return {
    reset() {
      hasReceived = false
      canSend = true
    },
    received() {
      hasReceived = true
      reportIfKnown()
    },
    sent(succeeded) {
      canSend = succeeded
      reportIfKnown()
    },
    hasReceived: () => hasReceived,
  }
}
