import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import { Icon } from './icon.tsx'

export type Problem = { id?: string | undefined; message: string }

type ErrorSummaryProps = {
  title: string
  problems?: Problem[]
  /** A new number focuses the summary again. */
  attempt?: number
  children?: ReactNode
}

/** Takes the focus and shows the first field. If the only error is in a collapsed part, its field takes the focus. */
export function ErrorSummary({ title, problems = [], attempt = 0, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt focuses it again
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

/** Scrolls to the field and its message, no farther than necessary. */
function showField(id: string | undefined) {
  const field = id ? document.getElementById(id) : null
  const line = field?.getAttribute('aria-describedby')
  if (line) document.getElementById(line)?.scrollIntoView({ block: 'nearest' })
  field?.scrollIntoView({ block: 'nearest' })
}

/** Returns true if a collapsed part had to be opened. */
function expand(id: string): boolean {
  const part = document.getElementById(id)?.closest('details')
  if (!part || part.open) return false
  part.open = true
  return true
}
