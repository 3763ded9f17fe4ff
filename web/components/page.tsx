import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './page.module.css'

type PageProps = {
  /** `full` 1200 px, `medium` 1088, `reading` one column of text, `narrow` a form alone. */
  width?: 'full' | 'medium' | 'reading' | 'narrow'
  className?: string | undefined
  children: ReactNode
}

/** The main part of a screen, at one of four widths, with the gutters of the product. */
export function Page({ width = 'full', className, children }: PageProps) {
  return (
    <main
      id="contenido"
      tabIndex={-1}
      className={classNames(styles.page, styles[width], className)}
    >
      {children}
    </main>
  )
}
