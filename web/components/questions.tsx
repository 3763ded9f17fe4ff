import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import styles from './questions.module.css'

export interface Question {
  /** For the address: `#comprobante`. */
  id: string
  question: string
  answer: ReactNode
}

/** Questions that unfold. Native `<details>`, so the browser's search and a link find the answers. */
export function Questions({ questions }: { questions: Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ id, question, answer }) => (
        <details key={id} id={id} className={styles.question}>
          <summary>
            <h3>{question}</h3>
            <Icon of={ChevronDown} className={styles.chevron} />
          </summary>
          <div className={styles.answer}>{answer}</div>
        </details>
      ))}
    </div>
  )
}
