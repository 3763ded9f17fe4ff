import type { ReactNode } from 'react'
import { classNames } from '../../components/class-names.ts'
import { Page } from '../../components/page.tsx'
import { useRootMark } from '../../components/use-root-mark.ts'
import styles from './paper.module.css'

type PaperPageProps = {
  /** Browsers use it as the name of a printed file, too. */
  title: string
  /** On the screen only. */
  controls: ReactNode
  className?: string | undefined
  children: ReactNode
}

/** Only the `Paper` in it is printed. */
export function PaperPage({ title, controls, className, children }: PaperPageProps) {
  return (
    <Page title={title} width="medium" className={classNames(styles.page, className)}>
      <div className={styles.controls}>{controls}</div>
      {children}
    </Page>
  )
}

type PaperProps = { label: string; className?: string | undefined; children: ReactNode }

/** A sheet to print: light also in the dark theme, as it is printed. */
export function Paper({ label, className, children }: PaperProps) {
  useRootMark('paper')
  return (
    <article className={classNames(styles.paper, className, 'on-paper')} aria-label={label}>
      {children}
    </article>
  )
}
