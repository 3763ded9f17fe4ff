import { Avatar } from '../../components/avatar.tsx'
import { Money } from '../../components/money.tsx'
import { Tiles } from '../../components/progress.tsx'
import { TilePattern } from '../../components/tile-pattern.tsx'
import styles from './home.module.css'

const COLLECTED = 486_000_00
const TOTAL = 900_000_00
const SHARE = 15_000_00

export function Example() {
  return (
    <div className={styles.example} aria-hidden="true">
      <TilePattern rows={HERO_TILES} />
      <div className={styles.arrival}>
        <Avatar firstName="Juli" />
        <div>
          <div className="strong">
            Juli aportó <Money amount={SHARE} />
          </div>
          <div className="faint tiny">recién</div>
        </div>
      </div>
      <div className={styles.exampleCollection}>
        <div className="row wrap spread gap-3">
          <span className={styles.exampleTitle}>Regalo para la seño Caro</span>
          <span className="num small muted">7 días</span>
        </div>
        <div className={styles.exampleAmounts}>
          <Money amount={COLLECTED} size="lg" />
          <span className="small muted">
            de <Money amount={TOTAL} />
          </span>
        </div>
        <Tiles verified={COLLECTED} confirmed={COLLECTED} total={TOTAL} size="sm" isPublic />
      </div>
    </div>
  )
}

/** From outlined tiles at the top to filled ones; the dot among the outlined is the next contribution. */
export const HERO_TILES = [
  'oo o oo ',
  'o oo o o',
  ' o oA o ',
  'ocpo pcp',
  'lpcppapc',
  'pcSplpcp',
  'apclpcps',
  'pccpApcl',
]
