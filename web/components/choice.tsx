import { CircleAlert, type LucideIcon } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './choice.module.css'
import { FieldLine } from './field.tsx'
import { Icon } from './icon.tsx'

type ChoiceGroupProps = {
  legend: string
  id?: string
  error?: string | undefined
  children: ReactNode
}

export function ChoiceGroup({ legend, id, error, children }: ChoiceGroupProps) {
  const lineId = useId()
  return (
    <fieldset
      id={id}
      className="stack gap-2"
      tabIndex={id ? -1 : undefined}
      aria-describedby={error ? lineId : undefined}
    >
      <legend className={styles.legend}>{legend}</legend>
      {children}
      {error && (
        <div id={lineId}>
          <FieldLine tone="bad" icon={CircleAlert} text={error} />
        </div>
      )}
    </fieldset>
  )
}

type ChoiceProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: string
  hint?: ReactNode
  icon?: LucideIcon
  badge?: ReactNode
}

export function Choice({ label, hint, icon, badge, ...rest }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input {...rest} type="radio" className={styles.radio} />
      <span className={styles.words}>
        <span className={styles.label}>{label}</span>
        {hint && <span className={styles.hint}>{hint}</span>}
      </span>
      {icon && <Icon of={icon} />}
      {badge}
    </label>
  )
}

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
}

export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const hintId = useId()
  return (
    <label className={styles.checkbox}>
      <input
        {...rest}
        type="checkbox"
        className={styles.box}
        aria-describedby={hint ? hintId : undefined}
      />
      <span>
        {label}
        {hint && (
          <span id={hintId} className={styles['checkbox-hint']}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
