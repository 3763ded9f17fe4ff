import { CircleAlert, CircleCheck, type LucideIcon, TriangleAlert } from 'lucide-react'
import { createContext, type ReactNode, useContext, useId } from 'react'
import { classNames } from './class-names.ts'
import styles from './field.module.css'
import { Icon } from './icon.tsx'

type FieldProps = {
  label: string
  id?: string | undefined
  optional?: boolean | undefined
  hint?: ReactNode
  /** The problem and its fix. Replaces hint and warning. */
  error?: string | null | undefined
  /** Found before the form was sent, so no summary announces it. */
  isEarly?: boolean
  /** Never blocks: "El monto es menor al sugerido de $ 15.000". */
  warning?: string | null | undefined
  good?: string | null | undefined
  children: ReactNode
}

/** Connects a label, a hint and an error to one control. */
export function Field(props: FieldProps) {
  const ownId = useId()
  const id = props.id ?? ownId
  const lineId = `${id}-line`
  const line = chooseLine(props)

  const wiring: FieldWiring = {
    id,
    'aria-describedby': line ? lineId : undefined,
    'aria-invalid': props.error ? true : undefined,
  }

  return (
    <div className={styles.field}>
      <label className={styles.label} htmlFor={id}>
        {/* One text: React writes a comment between two, after which Chromium drops the space for screen readers. */}
        {`${props.label} `}
        {props.optional && <span className={styles.optional}>opcional</span>}
      </label>
      <FieldContext value={wiring}>{props.children}</FieldContext>
      {/* The summary announces the errors of a sent form; this region announces all other changes. */}
      <div
        id={lineId}
        className={styles['line-place']}
        aria-live={props.error && !props.isEarly ? 'off' : 'polite'}
      >
        {line}
      </div>
    </div>
  )
}

function chooseLine({ error, warning, good, hint }: FieldProps): ReactNode {
  if (error) return <FieldLine tone="bad" icon={CircleAlert} text={error} />
  if (warning) return <FieldLine tone="warn" icon={TriangleAlert} text={warning} />
  if (good) return <FieldLine tone="ok" icon={CircleCheck} text={good} />
  return hint ? <div className={styles.hint}>{hint}</div> : null
}

export function FieldLine(props: LineProps) {
  return (
    <div className={classNames(styles.line, `tone-${props.tone}`)}>
      <Icon of={props.icon} size={16} />
      <span>{props.text}</span>
    </div>
  )
}

type LineProps = { tone: 'bad' | 'warn' | 'ok'; icon: LucideIcon; text: string }

export type FieldWiring = {
  id?: string
  'aria-describedby'?: string | undefined
  'aria-invalid'?: true | undefined
}

const FieldContext = createContext<FieldWiring>({})

export function useFieldWiring(): FieldWiring {
  return useContext(FieldContext)
}
