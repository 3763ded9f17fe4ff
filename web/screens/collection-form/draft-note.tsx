import { History } from 'lucide-react'
import { Button } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import styles from './draft-note.module.css'

type Props = { text: string; actionLabel: string; onAction: () => void }

/** What was typed before is back; here is the way to be rid of it. */
export function DraftNote({ text, actionLabel, onAction }: Props) {
  return (
    <Note icon={History} role="status">
      <span className={styles.line}>
        {text}
        <Button variant="quiet" size="sm" edge="end" onClick={onAction}>
          {actionLabel}
        </Button>
      </span>
    </Note>
  )
}
