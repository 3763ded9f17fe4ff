import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type CardProps = ComponentProps<'section'> & {
  /** At the top, with a line below when there is no `pad`. Names the section. */
  title?: string
  /** `false` for content with its own padding (tables, lists). */
  pad?: boolean
  clip?: boolean
  /** No surface on a phone, for a form that is the whole page. */
  paperOnPhone?: boolean
  /** Fills the page on a phone, for the one card of a narrow page. */
  pageOnPhone?: boolean
}

/** A raised surface for a section of a page. Never nest cards: inside one, use the sunken background. */
export function Card({
  title,
  pad = true,
  clip,
  paperOnPhone,
  pageOnPhone,
  className,
  children,
  ...rest
}: CardProps) {
  const titleId = useId()
  return (
    <section
      aria-labelledby={title && titleId}
      {...rest}
      className={classNames(
        styles.card,
        pad && styles.pad,
        clip && styles.clip,
        paperOnPhone && styles['paper-on-phone'],
        pageOnPhone && styles['page-on-phone'],
        className,
      )}
    >
      {title && <CardHead title={title} id={titleId} ruled={!pad} />}
      {children}
    </section>
  )
}

type CardHeadProps = {
  title: string
  id?: string
  /** With a line below, on a card without `pad`. */
  ruled?: boolean
  children?: ReactNode
}

export function CardHead({ title, id, ruled, children }: CardHeadProps) {
  return (
    <div className={classNames('row spread gap-3', ruled && styles.ruled)}>
      <h2 id={id}>{title}</h2>
      {children}
    </div>
  )
}

type CollapsibleProps = {
  title: string
  count?: string | undefined
  startsClosed?: boolean
  /** With padding and without a line below the title, for text. */
  pad?: boolean
  children: ReactNode
}

/** A card that opens and closes: a native `<details>`, so that the browser's search opens it, too. */
export function Collapsible({ title, count, startsClosed, pad, children }: CollapsibleProps) {
  return (
    <details className={classNames(styles.collapsible, pad && styles.roomy)} open={!startsClosed}>
      <summary className={classNames(styles.summary, !pad && styles['ruled-summary'])}>
        <h2>{title}</h2>
        {count !== undefined && <span className="faint small medium figures">{count}</span>}
        <Icon of={ChevronDown} className="chevron" />
      </summary>
      {pad ? <div className={styles.padded}>{children}</div> : children}
    </details>
  )
}
