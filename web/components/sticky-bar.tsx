import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './sticky-bar.module.css'

/** The deciding button of a page: in place on a wide screen, at the foot of a phone. */
export function StickyBar({ phoneOnly, children }: { phoneOnly?: boolean; children: ReactNode }) {
  return (
    <div className={classNames(styles.bar, phoneOnly && styles['phone-only'])} data-sticky-bar="">
      {children}
    </div>
  )
}
