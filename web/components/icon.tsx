import { LoaderCircle, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import styles from './icon.module.css'

const STROKES = { 14: 2.5, 16: 2.1, 18: 2, 20: 1.85, 24: 1.75 }

type IconProps = {
  of: LucideIcon
  /** In px at the default text size; scales with the text size. */
  size?: keyof typeof STROKES
  className?: string | undefined
}

/** A decorative icon, hidden from screen readers: it needs a text beside it. */
export function Icon({ of: Drawing, size = 20, className }: IconProps) {
  return (
    <Drawing
      size={size}
      strokeWidth={STROKES[size]}
      className={classNames(styles[`px${size}`], className)}
      aria-hidden="true"
    />
  )
}

/** Decorative, too: needs a text beside it. */
export function Spinner({ size = 18 }: { size?: 18 | 24 }) {
  return <Icon of={LoaderCircle} size={size} className={styles.spinner} />
}

type IconTileProps = {
  icon?: LucideIcon
  tone?: 'primary' | 'accent' | 'mute' | 'ok' | 'warn' | 'bad'
  /** 56, 44 or 32 px. */
  size?: 'lg' | 'md' | 'sm'
  children?: ReactNode
}

export function IconTile({ icon, tone = 'primary', size = 'lg', children }: IconTileProps) {
  return (
    <span
      className={classNames(styles.tile, size !== 'lg' && styles[size], `tone-${tone}`)}
      aria-hidden="true"
    >
      {icon ? <Icon of={icon} size={size === 'lg' ? 24 : 20} /> : children}
    </span>
  )
}
