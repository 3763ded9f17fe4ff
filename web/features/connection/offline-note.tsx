import { CloudOff } from 'lucide-react'
import { useEffect, useState } from 'react'
import { Note } from '../../components/note.tsx'
import styles from './offline-note.module.css'
import { useCutOff } from './use-cut-off.ts'

/** A line that broke is mostly mended by then, and the screen has not jumped. */
const PATIENCE_MS = 2_000

/** Says that what is on screen may be old, as long as there is no connection. */
export function OfflineNote() {
  const isCutOff = useCutOff()
  const [isLong, setLong] = useState(isCutOff)

  useEffect(() => {
    const timer = setTimeout(() => setLong(isCutOff), isCutOff ? PATIENCE_MS : 0)
    return () => clearTimeout(timer)
  }, [isCutOff])

  if (!isCutOff || !isLong) return null
  return (
    <div className={styles.note}>
      <Note tone="warn" icon={CloudOff} role="status">
        Sin conexión. Ves lo último que recibimos; se actualiza solo cuando vuelva.
      </Note>
    </div>
  )
}
