import { type Centavos, formatMoney } from '../../shared/money.ts'
import styles from './quick-amounts.module.css'

type QuickAmountsProps = {
  amounts: Centavos[]
  /** The amount now in the field, or null. */
  value: Centavos | null
  disabled?: boolean
  onPick: (amount: Centavos) => void
}

/** A few amounts to take with the thumb instead of typing. */
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
          onClick={() => onPick(amount)}
        >
          {formatMoney(amount)}
        </button>
      ))}
    </div>
  )
}
