import type { LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './icon-tile.module.css'

type IconTileProps = {
  icon?: LucideIcon
  tone?: 'primary' | 'accent' | 'mute' | 'ok' | 'warn' | 'bad'
  /** 56, 44 or 32 px. */
  size?: 'lg' | 'md' | 'sm'
  /** A number instead of an icon, for steps. */
  children?: ReactNode
}

/** An icon, or the number of a step, on a tile with three round corners. Decoration. */
export function IconTile({ icon, tone = 'primary', size = 'lg', children }: IconTileProps) {
  return (
    <span
      className={classNames(
        styles.tile,
        size !== 'lg' && styles[size],
        tone !== 'primary' && styles[tone],
      )}
      aria-hidden="true"
    >
      {icon ? <Icon of={icon} size={size === 'lg' ? 24 : 20} /> : children}
    </span>
  )
}
