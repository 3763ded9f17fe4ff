import type { LucideIcon } from 'lucide-react'
import { classNames } from './class-names.ts'
import styles from './icon.module.css'

const STROKES = { 14: 2.5, 16: 2.1, 18: 2, 20: 1.85, 24: 1.75 }

type IconProps = {
  of: LucideIcon
  /** In px at the usual text size; it grows with the person's own. */
  size?: keyof typeof STROKES
  className?: string | undefined
}

/** A Lucide drawing at the product's sizes and strokes. Always decoration: the word stands beside it. */
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
