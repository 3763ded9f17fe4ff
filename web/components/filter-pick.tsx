import { ChevronDown } from 'lucide-react'
import styles from './filter-pick.module.css'
import { Icon } from './icon.tsx'

export type FilterOption<Value extends string> = { value: Value; label: string }

type FilterPickProps<Value extends string> = {
  /** "Filtrar por método". */
  label: string
  /** What stands on it while nothing is filtered: "Método". */
  word: string
  /** The first filters nothing. */
  options: FilterOption<Value>[]
  value: Value
  onPick: (value: Value) => void
}

/** One filter of a few where tabs would be too many: a native select under the look of a tab. */
export function FilterPick<Value extends string>(props: FilterPickProps<Value>) {
  const { options, value } = props
  const isFiltering = value !== options[0]?.value
  const picked = options.find((option) => option.value === value)

  return (
    <span className={styles.pick} data-filtering={isFiltering}>
      <span className={styles.face} aria-hidden="true">
        {isFiltering ? picked?.label : props.word}
        <Icon of={ChevronDown} size={16} />
      </span>
      <select
        className={styles.select}
        aria-label={props.label}
        value={value}
        onChange={(event) => props.onPick(event.target.value as Value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
    </span>
  )
}
