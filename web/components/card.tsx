import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

type CardProps = ComponentProps<'section'> & {
  /** Room inside; `false` for what brings its own (tables, lists). */
  pad?: boolean
  /** Nothing sticks out of its corners: for tables. */
  clip?: boolean
  /** For a form that is the page: on a phone it lies on the paper. */
  paperOnPhone?: boolean
  /** For the one card of a narrow page: on a phone it is the page. */
  pageOnPhone?: boolean
}

/** What lies on the paper. Never a card in a card: inside, use the sunken ground. */
export function Card({
  pad = true,
  clip,
  paperOnPhone,
  pageOnPhone,
  className,
  ...rest
}: CardProps) {
  return (
    <section
      {...rest}
      className={classNames(
        styles.card,
        pad && styles.pad,
        clip && styles.clip,
        paperOnPhone && styles['paper-on-phone'],
        pageOnPhone && styles['page-on-phone'],
        className,
      )}
    />
  )
}
