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

/** On top of a form that was refused: takes the focus and leads to each field. */
export function ErrorSummary({ title, problems = [], attempt = 0, children }: ErrorSummaryProps) {
  const summary = useRef<HTMLDivElement>(null)

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt asks for the focus anew
  useEffect(() => summary.current?.focus(), [attempt, title])

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
                  <a href={`#${id}`} onClick={(event) => focusField(event, id)}>
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
function focusField(event: MouseEvent, id: string) {
  event.preventDefault()
  const field = document.getElementById(id)
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}
