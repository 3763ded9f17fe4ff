import { ArrowUpDown, Check } from 'lucide-react'
import type { Sort } from '../../components/data-table.tsx'
import { Menu } from '../../components/menu.tsx'
import styles from './sort-menu.module.css'

export type SortOption<Key extends string> = { label: string } & Sort<Key>

type SortMenuProps<Key extends string> = {
  label: string
  orders: SortOption<Key>[]
  sort: Sort<Key>
  onSort: (sort: Sort<Key>) => void
  /** Also beside column headers, which lack some of the orders. */
  always?: boolean
}

/** Menu that sorts a list, for layouts without column headers. */
export function SortMenu<Key extends string>(props: SortMenuProps<Key>) {
  const { label, orders, sort, onSort, always } = props
  return (
    <div className={always ? undefined : styles.menu}>
      <Menu
        label={label}
        icon={ArrowUpDown}
        outlined
        items={orders.map(({ label, key, direction }) => {
          const isCurrent = key === sort.key && direction === sort.direction
          return {
            label,
            isCurrent,
            ...(isCurrent && { icon: Check }),
            onPick: () => onSort({ key, direction }),
          }
        })}
      />
    </div>
  )
}
