import type { Centavos } from '../../shared/money.ts'
import { classNames } from './class-names.ts'
import { Money } from './money.tsx'
import styles from './progress-legend.module.css'
import type { Progress } from './progress-share.ts'

/** The words and amounts of the Tiles above it. */
export function ProgressLegend({ verified, confirmed, total }: Progress) {
  return (
    <ul className={styles.legend}>
      <Item look="verified" label="Acreditado" amount={verified} />
      <Item look="confirmed" label="Confirmado, por verificar" amount={confirmed - verified} />
      <Item look="empty" label="Falta" amount={Math.max(total - confirmed, 0)} />
    </ul>
  )
}

type ItemProps = { look: 'verified' | 'confirmed' | 'empty'; label: string; amount: Centavos }

function Item({ look, label, amount }: ItemProps) {
  return (
    <li className={styles.item}>
      <span className={classNames(styles.key, styles[look])} />
      <span className={styles.label}>{label}</span>
      <span className={styles.amount}>
        <Money amount={amount} />
      </span>
    </li>
  )
}
