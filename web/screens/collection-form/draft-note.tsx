import { History } from 'lucide-react'
import { Note } from '../../components/note.tsx'
import styles from './draft-note.module.css'

type Props = { text: string; actionLabel: string; onAction: () => void }

/** What was typed before is back; here is the way to be rid of it. */
export function DraftNote({ text, actionLabel, onAction }: Props) {
  return (
    <Note icon={History} role="status">
      <span className={styles.line}>
        {text}
        <button type="button" className={styles.action} onClick={onAction}>
          {actionLabel}
        </button>
      </span>
    </Note>
  )
}
