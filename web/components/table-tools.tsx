import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Input } from './input.tsx'
import type { FilterOption } from './select.tsx'
import styles from './table-tools.module.css'

type TableToolsProps = {
  title?: string
  titleId?: string
  search?: ReactNode
  tabs?: ReactNode
  tabsBelow?: boolean
  pick?: ReactNode
  children?: ReactNode
}

export function TableTools({ title, titleId, search, tabs, tabsBelow, ...props }: TableToolsProps) {
  const { pick, children } = props
  const tabsBefore = tabs && !tabsBelow
  const pushes = !title && Boolean(children) && styles['before-actions']
  return (
    <>
      <div className={classNames(styles.tools, !title && styles.untitled)}>
        {title && <h2 id={titleId}>{title}</h2>}
        {search && <div className={classNames(styles.search, !tabsBefore && pushes)}>{search}</div>}
        {tabsBefore && <div className={classNames(styles.tabs, pushes)}>{tabs}</div>}
        {pick && <div className={styles.pick}>{pick}</div>}
        {children && <div className={styles.actions}>{children}</div>}
      </div>
      {tabs && tabsBelow && (
        <div className={styles['tabs-line']}>
          <div className={styles.tabs}>{tabs}</div>
        </div>
      )}
    </>
  )
}

type FilterTab<Value extends string> = FilterOption<Value> & { count?: string | undefined }

type FilterTabsProps<Value extends string> = {
  label: string
  tabs: readonly FilterTab<Value>[]
  value: Value
  onPick: (value: Value) => void
  /** Prefetches when the pointer enters a tab. */
  onIntent?: (value: Value) => void
}

export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div className={styles.filters} role="group" aria-label={props.label}>
      {props.tabs.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className={styles.tab}
          aria-pressed={value === props.value}
          onPointerEnter={() => props.onIntent?.(value)}
          onClick={() => props.onPick(value)}
        >
          {label}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </div>
  )
}

type SearchInputProps = {
  label: string
  value: string
  onValue: (text: string) => void
}

export function SearchInput({ label, value, onValue }: SearchInputProps) {
  return (
    <div className={styles['search-input']}>
      <Icon of={Search} />
      <Input
        type="search"
        enterKeyHint="search"
        aria-label={label}
        placeholder={label}
        value={value}
        onChange={(event) => onValue(event.target.value)}
      />
    </div>
  )
}
