import { Check, ListFilter } from 'lucide-react'
import type { Sort } from '../../components/data-table.tsx'
import { Menu } from '../../components/menu.tsx'
import styles from './sort-menu.module.css'
import type { ContributionSort, ContributionsView } from './use-contributions-view.ts'

const ORDERS: ({ label: string } & Sort<ContributionSort>)[] = [
  { label: 'Más recientes primero', key: 'date', direction: 'desc' },
  { label: 'Más antiguos primero', key: 'date', direction: 'asc' },
  { label: 'Por nombre', key: 'name', direction: 'asc' },
  { label: 'Mayor monto primero', key: 'amount', direction: 'desc' },
  { label: 'Menor monto primero', key: 'amount', direction: 'asc' },
]

/** The order of the rows where no table heads show it. */
export function SortMenu({ list: { view, change } }: { list: ContributionsView }) {
  return (
    <div className={styles.menu}>
      <Menu
        label="Ordenar aportes"
        icon={ListFilter}
        line
        items={ORDERS.map(({ label, ...sort }) => {
          const isOn = sort.key === view.sort.key && sort.direction === view.sort.direction
          return {
            label,
            ...(isOn ? { icon: Check } : {}),
            onPick: () => change({ sort }),
          }
        })}
      />
    </div>
  )
}
