import styles from './filter-tabs.module.css'

export type FilterTab<Value extends string> = {
  value: Value
  label: string
  /** Already in es-AR digits: "1.284". */
  count?: string | undefined
}

type FilterTabsProps<Value extends string> = {
  /** "Filtrar aportes". */
  label: string
  tabs: FilterTab<Value>[]
  value: Value
  onPick: (value: Value) => void
}

/** One filter at a time, with how many stand behind each. */
export function FilterTabs<Value extends string>(props: FilterTabsProps<Value>) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would want a legend on screen
    <div className={styles.tabs} role="group" aria-label={props.label}>
      {props.tabs.map(({ value, label, count }) => (
        <button
          key={value}
          type="button"
          className={styles.tab}
          aria-pressed={value === props.value}
          onClick={() => props.onPick(value)}
        >
          {label}
          {count !== undefined && <span className={styles.count}>{count}</span>}
        </button>
      ))}
    </div>
  )
}
