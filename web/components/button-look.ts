import styles from './button.module.css'
import { classNames } from './class-names.ts'

/** How a button, or a link that looks like one, may look. */
export type ButtonLook = {
  /** `muted` is quiet in ink instead of petrol; `done` is the calm green of "¡Copiado!". */
  variant?:
    | 'primary'
    | 'secondary'
    | 'soft'
    | 'quiet'
    | 'muted'
    | 'danger'
    | 'danger-quiet'
    | 'done'
    | undefined
  /** 44 px; `lg` 52 for the one that decides; `sm` 40 inside rows. */
  size?: 'md' | 'lg' | 'sm' | undefined
  /** As wide as its container. */
  block?: boolean | undefined
  /** A quiet button at an edge aligns by its ink. */
  edge?: 'start' | 'end' | undefined
  className?: string | undefined
}

/** The class name of that look. */
export function buttonLook({ variant = 'secondary', size, block, edge, className }: ButtonLook) {
  return classNames(
    styles.button,
    styles[variant],
    size && styles[size],
    block && styles.block,
    edge && styles[`edge-${edge}`],
    className,
  )
}
