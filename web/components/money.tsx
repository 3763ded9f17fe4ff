import { type Centavos, formatAmount, formatMoney } from '../../shared/money.ts'
import { classNames } from './class-names.ts'
import styles from './money.module.css'

export function Money({ amount, size }: { amount: Centavos; size?: 'lg' | 'xl' }) {
  if (!size) return <span className="num">{formatMoney(amount)}</span>
  return (
    <span className={classNames('num', styles[size])}>
      <span className={styles.sign}>$</span>
      {'\u00a0'}
      {formatAmount(amount)}
    </span>
  )
}
