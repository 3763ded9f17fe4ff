import { ChevronDown, type LucideIcon } from 'lucide-react'
import type { Tone } from './badge.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'
import styles from './status-pick.module.css'

/** How each status looks, in the order of the list. */
export type StatusLooks<Status extends string> = Record<
  Status,
  { label: string; tone: Tone; icon: LucideIcon | 'dot' }
>

type StatusPickProps<Status extends string> = {
  /** "Estado de la colecta Regalo para la seño Caro". */
  label: string
  value: Status
  /** COLLECTION_STATUSES, for a collection. */
  looks: StatusLooks<Status>
  onPick: (status: Status) => void
  /** Who may not change it sees it all the same. */
  disabled?: boolean
  busy?: boolean
  /** `sm` is 40 px for a table row; 44 again on a phone. */
  size?: 'md' | 'sm'
}

/** A badge that can be changed: a native select under the badge's look. */
export function StatusPick<Status extends string>(props: StatusPickProps<Status>) {
  const { looks, value, disabled = false, busy = false } = props
  const { tone, icon, label } = looks[value]
  const statuses = Object.keys(looks) as Status[]

  return (
    <span
      className={classNames(
        styles.pick,
        tone !== 'mute' && styles[tone],
        props.size === 'sm' && styles.sm,
      )}
    >
      <span className={styles.face} aria-hidden="true">
        {icon === 'dot' ? <span className={styles.dot} /> : <Icon of={icon} size={14} />}
        {label}
        {busy ? <Spinner size={16} /> : !disabled && <Icon of={ChevronDown} size={16} />}
      </span>
      <select
        className={styles.select}
        aria-label={props.label}
        aria-busy={busy || undefined}
        value={value}
        disabled={disabled || busy}
        onChange={(event) => props.onPick(event.target.value as Status)}
      >
        {statuses.map((status) => (
          <option key={status} value={status}>
            {looks[status].label}
          </option>
        ))}
      </select>
    </span>
  )
}
