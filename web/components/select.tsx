import { ChevronDown } from 'lucide-react'
import badge from './badge.module.css'
import type { StatusLooks } from './badge.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './select.module.css'

type StatusSelectProps<Status extends string> = {
  label: string
  value: Status
  looks: StatusLooks<Status>
  onPick: (status: Status) => void
  /** `sm` is 40 px for a table row; 44 on a phone. */
  size?: 'md' | 'sm'
}

/** A native select that looks like a badge. */
export function StatusSelect<Status extends string>(props: StatusSelectProps<Status>) {
  const { looks, value } = props
  const { tone, icon, label } = looks[value]
  const statuses = Object.keys(looks) as Status[]

  return (
    <span
      className={classNames(styles.status, `toned tone-${tone}`, props.size === 'sm' && styles.sm)}
    >
      <span className={styles['status-face']} aria-hidden="true">
        {icon === 'dot' ? <span className={badge.dot} /> : <Icon of={icon} size={14} />}
        {label}
        <Icon of={ChevronDown} size={16} />
      </span>
      <Select
        {...props}
        options={statuses.map((status) => ({ value: status, label: looks[status].label }))}
      />
    </span>
  )
}

export type FilterOption<Value extends string> = { value: Value; label: string }

type FilterSelectProps<Value extends string> = {
  label: string
  /** Shown while nothing is filtered: "Método". */
  placeholder: string
  /** The first one filters nothing. */
  options: readonly FilterOption<Value>[]
  value: Value
  onPick: (value: Value) => void
}

/** A native select that looks like a tab, for more options than tabs can show. */
export function FilterSelect<Value extends string>(props: FilterSelectProps<Value>) {
  const { options, value } = props
  const isFiltering = value !== options[0]?.value
  const picked = options.find((option) => option.value === value)

  return (
    <span
      className={classNames(styles.filter, 'pressable muted small medium')}
      data-filtering={isFiltering}
    >
      <span className={styles['filter-face']} aria-hidden="true">
        {isFiltering ? picked?.label : props.placeholder}
        <Icon of={ChevronDown} size={16} />
      </span>
      <Select {...props} />
    </span>
  )
}

type SelectProps<Value extends string> = Omit<FilterSelectProps<Value>, 'placeholder'>

function Select<Value extends string>(props: SelectProps<Value>) {
  return (
    <select
      className={styles.select}
      aria-label={props.label}
      value={props.value}
      onChange={(event) => props.onPick(event.target.value as Value)}
    >
      {props.options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  )
}
