import { ChevronDown } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Icon } from '../../components/icon.tsx'
import styles from './proposed.module.css'

type ProposedProps = {
  title: string
  /** What is proposed, in a sentence: whoever agrees need not open it. */
  words: string
  isOpen: boolean
  children: ReactNode
}

/** The part of a form that is filled in already, folded. The error summary unfolds it. */
export function Proposed({ title, words, isOpen, children }: ProposedProps) {
  const [opened, setOpened] = useState(isOpen)
  return (
    <details
      className={styles.proposed}
      open={opened}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
    >
      <summary className={styles.summary}>
        <span className={styles.text}>
          <span className={styles.title}>{title}</span>
          <span className={styles.words}>{words}</span>
        </span>
        <Icon of={ChevronDown} className={styles.chevron} />
      </summary>
      <div className={styles.fields}>{children}</div>
    </details>
  )
}
