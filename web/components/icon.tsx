import type { LucideIcon } from 'lucide-react'

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
      size={`${size / 16}rem`}
      strokeWidth={STROKES[size]}
      className={className}
      aria-hidden="true"
    />
  )
}
