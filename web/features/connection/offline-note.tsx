import { CloudOff } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { localReplica, onLocalReplica } from '../../api/local-replica.ts'
import { onNetwork } from '../../api/on-network.ts'
import { Note } from '../../components/note.tsx'
import { useTimer } from '../../components/use-timer.ts'
import styles from './offline-note.module.css'

/** Most interruptions end sooner, and the layout does not shift for them. */
const SHOWN_AFTER_MS = 2_000

export function OfflineNote() {
  const isCutOff = useCutOff()
  const [isShown, setShown] = useState(isCutOff)
  useTimer(() => setShown(isCutOff), isCutOff ? SHOWN_AFTER_MS : 0)

  if (!isCutOff || !isShown) return null
  return (
    <div className={styles.note}>
      <Note tone="warn" icon={CloudOff} role="status">
        Sin conexión. Ves lo último que recibimos; se actualiza solo cuando vuelva.
      </Note>
    </div>
  )
}

/** Returns true when the replica lost its connection or, without a replica, when the browser is offline. */
export function useCutOff(): boolean {
  return useSyncExternalStore(onConnection, isCutOff)
}

function isCutOff(): boolean {
  const replica = localReplica()
  return replica?.isReady() ? replica.isCutOff() : !navigator.onLine
}

function onConnection(listener: () => void): () => void {
  const stops = [onLocalReplica(listener), onNetwork(listener)]
  return () => {
    for (const stop of stops) stop()
  }
}
