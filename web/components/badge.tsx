import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'verified' | 'mute'

type BadgeProps = {
  tone?: Tone
  /** An icon or the dot of what is live: colour never speaks alone. */
  icon?: LucideIcon | 'dot' | undefined
  children: ReactNode
}

/** A state in one word, rounded like a tile. */
export function Badge({ tone = 'mute', icon, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, tone !== 'mute' && styles[tone])}>
      {icon === 'dot' ? <span className={styles.dot} /> : icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  )
}
