import { CloudOff } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { Note } from '../../components/note.tsx'
import styles from './offline-note.module.css'

/** Says that what is on screen may be old, as long as the browser has no network. */
export function OfflineNote() {
  const isOnline = useSyncExternalStore(onNetworkChange, () => navigator.onLine)
  if (isOnline) return null
  return (
    <div className={styles.note}>
      <Note tone="warn" icon={CloudOff} role="status">
        Sin conexión. Ves lo último que recibimos; se actualiza solo cuando vuelva.
      </Note>
    </div>
  )
}

function onNetworkChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
