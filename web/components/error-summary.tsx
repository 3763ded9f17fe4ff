import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import { Icon } from './icon.tsx'

/** `id` of its control; without one there is no link. */
export type Problem = { id?: string | undefined; message: string }

type ErrorSummaryProps = {
  title: string
  problems?: Problem[]
  /** A second failure takes the focus again. */
  attempt?: number
  children?: ReactNode
}

/**
 * A box with the errors of a form, each a link to its field. It takes the focus and scrolls the first field into view.
 * If the only error is in a collapsed part, its field takes the focus instead.
 */
export function ErrorSummary({ title, problems = [], attempt = 0, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks for the focus anew
  useEffect(() => {
    const hidden = problems.flatMap(({ id }) => (id && expand(id) ? [id] : []))
    if (problems.length === 1 && hidden[0]) focusField(hidden[0])
    else {
      showField(problems[0]?.id)
      summary.current?.scrollIntoView({ block: 'nearest' })
      summary.current?.focus({ preventScroll: true })
    }
  }, [attempt, title])

  return (
    <div className={styles.summary} role="alert" tabIndex={-1} ref={summary}>
      <Icon of={CircleAlert} />
      <div>
        <h2 className={styles.title}>{title}</h2>
        {problems.length > 0 && (
          <ul className={styles.links}>
            {problems.map(({ id, message }) => (
              <li key={message}>
                {id ? (
                  <a href={`#${id}`} onClick={(event) => focusLinked(event, id)}>
                    {message}
                  </a>
                ) : (
                  message
                )}
              </li>
            ))}
          </ul>
        )}
        {children && <div className={styles.more}>{children}</div>}
      </div>
    </div>
  )
}

function focusLinked(event: MouseEvent, id: string) {
  event.preventDefault()
  expand(id)
  focusField(id)
}

function focusField(id: string) {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/** Scrolls to the field and its message, no farther than needed. */
function showField(id: string | undefined) {
  const field = id ? document.getElementById(id) : null
  const line = field?.getAttribute('aria-describedby')
  if (line) document.getElementById(line)?.scrollIntoView({ block: 'nearest' })
  field?.scrollIntoView({ block: 'nearest' })
}

/** Returns whether the part around the field was closed. */
function expand(id: string): boolean {
  const part = document.getElementById(id)?.closest('details')
  if (!part || part.open) return false
  part.open = true
  return true
}
