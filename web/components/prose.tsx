import type { ReactNode } from 'react'
import { Page } from './page.tsx'
import styles from './prose.module.css'

interface ProseProps {
  title: string
  /** One or two sentences below the title. */
  lead?: ReactNode
  children: ReactNode
}

/** A page that is read: a title, sections with headings, lists and links. */
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
