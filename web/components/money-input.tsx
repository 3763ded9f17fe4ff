import type { ComponentProps, FocusEvent } from 'react'
import { formatAmount, parseMoney } from '../../shared/money.ts'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field-context.ts'
import styles from './money-input.module.css'

type MoneyInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'size' | 'className'
> & {
  /** The text as the person types it; the form reads it with `parseMoney`. */
  value: string
  onValue: (text: string) => void
  /** `hero` is the 32 px figure of the contribution page. */
  size?: 'normal' | 'hero'
}

/** An amount in pesos. When the field is left, what was understood is written back: 15000 -> 15.000. */
export function MoneyInput({ value, onValue, size = 'normal', onBlur, ...rest }: MoneyInputProps) {
  const tidy = (event: FocusEvent<HTMLInputElement>) => {
    const amount = parseMoney(value)
    if (amount !== null && formatAmount(amount) !== value) onValue(formatAmount(amount))
    onBlur?.(event)
  }

  return (
    <div className={classNames(styles.affix, size === 'hero' && styles.hero)}>
      <span className={styles.sign} aria-hidden="true">
        $
      </span>
      <input
        {...useFieldWiring()}
        inputMode="decimal"
        autoComplete="off"
        {...rest}
        className={styles.input}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onBlur={tidy}
      />
    </div>
  )
}
