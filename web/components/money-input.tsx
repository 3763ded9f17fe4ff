import type { ComponentProps, FocusEvent } from 'react'
import { type Centavos, formatAmount, formatMoney, parseMoney } from '../../shared/money.ts'
import { NOT_RESTORED } from './button.tsx'
import { classNames } from './class-names.ts'
import { useFieldWiring } from './field.tsx'
import styles from './input.module.css'

type MoneyInputProps = Omit<
  ComponentProps<'input'>,
  'value' | 'onChange' | 'size' | 'className'
> & {
  /** The typed text; the form parses it with `parseMoney`. */
  value: string
  onValue: (text: string) => void
  /** `hero`: the 32 px figure of the contribution page. */
  size?: 'normal' | 'hero'
}

/** On blur it shows the parsed amount: 15000 -> 15.000. */
export function MoneyInput({ value, onValue, size = 'normal', onBlur, ...rest }: MoneyInputProps) {
  const formatTyped = (event: FocusEvent<HTMLInputElement>) => {
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
        className={styles.amount}
        value={value}
        onChange={(event) => onValue(event.target.value)}
        onBlur={formatTyped}
      />
    </div>
  )
}

type QuickAmountsProps = {
  amounts: Centavos[]
  value: Centavos | null
  disabled?: boolean
  onPick: (amount: Centavos) => void
}

export function QuickAmounts({ amounts, value, disabled, onPick }: QuickAmountsProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div className={styles.chips} role="group" aria-label="Montos rápidos">
      {amounts.map((amount) => (
        <button
          key={amount}
          type="button"
          className={styles.chip}
          aria-pressed={amount === value}
          disabled={disabled}
          {...NOT_RESTORED}
          onClick={() => onPick(amount)}
        >
          {formatMoney(amount)}
        </button>
      ))}
    </div>
  )
}

/** Returns a warning that never blocks; null without an amount. */
export function belowSuggested(amount: Centavos | null, suggested: Centavos): string | null {
  if (!amount || amount >= suggested) return null
  return `El monto es menor al sugerido de ${formatMoney(suggested)}`
}
