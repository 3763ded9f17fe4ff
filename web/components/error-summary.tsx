import { CircleAlert } from 'lucide-react'
import { type MouseEvent, type ReactNode, useEffect, useRef } from 'react'
import styles from './error-summary.module.css'
import { Icon } from './icon.tsx'

/** One thing to put right. `id` is the id of its control; without one it is only told. */
export type Problem = { id?: string | undefined; message: string }

type ErrorSummaryProps = {
  /** The specification's sentence: "Por favor, completa todos los campos obligatorios". */
  title: string
  problems?: Problem[]
  /** Changes with every attempt, so that a second failure takes the focus again. */
  attempt?: number
  /** A way out beside the links: "Reenviar email". */
  children?: ReactNode
}

/**
 * On top of a form that was refused: takes the focus and leads to each field. Opens the folded parts that have
 * one of them; a field that is the only one, and was hidden there, takes the focus itself.
 */
export function ErrorSummary({ title, problems = [], attempt = 0, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks for the focus anew
  useEffect(() => {
    const hidden = problems.flatMap(({ id }) => (id && unfold(id) ? [id] : []))
    if (problems.length === 1 && hidden[0]) focusField(hidden[0])
    else summary.current?.focus()
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
                  <a href={`#${id}`} onClick={(event) => follow(event, id)}>
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

/** The field itself takes the focus, and the address stays as it is. */
function follow(event: MouseEvent, id: string) {
  event.preventDefault()
  unfold(id)
  focusField(id)
}

function focusField(id: string) {
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

/** Opens the folded part around this field. Returns whether it was closed. */
function unfold(id: string): boolean {
  const part = document.getElementById(id)?.closest('details')
  if (!part || part.open) return false
  part.open = true
  return true
}
