import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './page.module.css'
import { useRootMark } from './use-root-mark.ts'

type PageProps = {
  title: string
  /** `full` 1200 px, `medium` 1088, `reading` one column of text, `narrow` a form. */
  width?: 'full' | 'medium' | 'reading' | 'narrow'
  className?: string | undefined
  children: ReactNode
}

/** The `<main>` of a screen. Sets the document's title: `title`, then the name of the product. */
export function Page({ title, width = 'full', className, children }: PageProps) {
  return (
    <main
      id="contenido"
      tabIndex={-1}
      className={classNames(styles.page, styles[width], className)}
    >
      <title>{`${title} · Entre Todos`}</title>
      {children}
    </main>
  )
}

export function BackLink({ to, children }: { to: string; children: string }) {
  return (
    <Link to={to} className={styles.back}>
      <Icon of={ArrowLeft} size={16} />
      {children}
    </Link>
  )
}

/** Actions in place on a wide screen, sticky at the bottom on a phone. */
export function StickyBar(props: { phoneOnly?: boolean; className?: string; children: ReactNode }) {
  const { phoneOnly, className, children } = props
  useRootMark('sticky-bar')
  return (
    <div
      className={classNames(styles.bar, phoneOnly && styles['phone-only'], className)}
      data-sticky-bar=""
    >
      {children}
    </div>
  )
}
