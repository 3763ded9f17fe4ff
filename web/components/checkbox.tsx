import { type ComponentProps, type ReactNode, useId } from 'react'
import styles from './checkbox.module.css'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'className'> & {
  label: ReactNode
  hint?: ReactNode
}

/** Something that may be so or not. Takes all that `<input type="checkbox">` takes. */
export function Checkbox({ label, hint, ...rest }: CheckboxProps) {
  const hintId = useId()
  return (
    <label className={styles.line}>
      <input
        {...rest}
        type="checkbox"
        className={styles.box}
        aria-describedby={hint ? hintId : undefined}
      />
      <span>
        {label}
        {hint && (
          <span id={hintId} className={styles.hint}>
            {hint}
          </span>
        )}
      </span>
    </label>
  )
}
