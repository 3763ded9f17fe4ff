import { History } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './draft-note.module.css'
import { Note } from './note.tsx'

type Props = { text: ReactNode; actionLabel: string; onAction: () => void }

/** What was typed before is back; here is the way to be rid of it. */
export function DraftNote({ text, actionLabel, onAction }: Props) {
  return (
    <Note icon={History} role="status">
      <span className={styles.line}>
        <span>{text}</span>
        <button type="button" className={styles.action} onClick={onAction}>
          {actionLabel}
        </button>
      </span>
    </Note>
  )
}
