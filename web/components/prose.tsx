import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { Icon } from './icon.tsx'
import { Page } from './page.tsx'
import styles from './prose.module.css'

interface ProseProps {
  title: string
  lead?: ReactNode
  children: ReactNode
}

export function Prose({ title, lead, children }: ProseProps) {
  return (
    <Page width="reading">
      <title>{`${title} · Entre Todos`}</title>
      <article className={styles.prose}>
        <header className={styles.head}>
          <h1>{title}</h1>
          {lead && <p className={styles.lead}>{lead}</p>}
        </header>
        {children}
      </article>
    </Page>
  )
}

export interface Question {
  id: string
  question: string
  answer: ReactNode
}

/** Native `<details>`, so that the browser's search and links find the answers. */
export function Questions({ questions }: { questions: Question[] }) {
  return (
    <div className={styles.questions}>
      {questions.map(({ id, question, answer }) => (
        <details key={id} id={id} className={styles.question}>
          <summary>
            <h3>{question}</h3>
            <Icon of={ChevronDown} className="chevron" />
          </summary>
          <div className={styles.answer}>{answer}</div>
        </details>
      ))}
    </div>
  )
}
