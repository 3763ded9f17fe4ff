import { Link } from 'react-router-dom'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { ListRow } from '../../components/data-table.tsx'
import { Money } from '../../components/money.tsx'
import { Meter } from '../../components/progress.tsx'
import { CollectionStatusPick } from '../../features/collections/collection-status-pick.tsx'
import { timeLeft } from '../../features/collections/time-left.ts'
import styles from './collection-row.module.css'

/** A collection of "Mis Colectas" on a phone. */
export function CollectionRow({ collection }: { collection: Collection }) {
  const { id, title, amountVerified, amountCollected, totalAmount } = collection
  return (
    <ListRow
      title={<Link to={links.collection(id)}>{title}</Link>}
      value={<CollectionStatusPick collection={collection} size="sm" />}
      middle={
        <div className={styles.meter}>
          <Meter verified={amountVerified} confirmed={amountCollected} total={totalAmount} />
        </div>
      }
      meta={
        <span className={styles.amounts}>
          <strong>
            <Money amount={amountCollected} />
          </strong>{' '}
          de <Money amount={totalAmount} />
        </span>
      }
      badge={timeLeft(collection)}
    />
  )
}
