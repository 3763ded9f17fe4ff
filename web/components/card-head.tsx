import type { ReactNode } from 'react'
import styles from './card-head.module.css'
import { classNames } from './class-names.ts'

type CardHeadProps = {
  title: string
  /** For the card's `aria-labelledby`. */
  id?: string
  /** With a line below, on a card without `pad`. */
  ruled?: boolean
  /** At the other end of the line. */
  children?: ReactNode
}

/** A card's title and what stands beside it. */
export function CardHead({ title, id, ruled, children }: CardHeadProps) {
  return (
    <div className={classNames(styles.head, ruled && styles.ruled)}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}
