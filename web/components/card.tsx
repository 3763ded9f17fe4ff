import { ChevronDown } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type CardProps = ComponentProps<'section'> & {
  /** Without `pad`, a line separates it from the content. */
  title?: string
  /** `false` for content with its own padding (tables, lists). */
  pad?: boolean
  clip?: boolean
  /** No surface on a phone, for a form that is the whole page. */
  paperOnPhone?: boolean
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
  /** For text: padding, and no line below the title. */
  pad?: boolean
  children: ReactNode
}

/** A native `<details>`, so that the browser's search opens it, too. */
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
