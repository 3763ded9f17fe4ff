import { classNames } from './class-names.ts'
import styles from './icon-button.module.css'

export type IconButtonLook = {
  /** With its own border, among other buttons. */
  line?: boolean | undefined
  /** At an edge it aligns by its ink. */
  edge?: 'start' | 'end' | undefined
  className?: string | undefined
}

/** The class name of that look. */
export function iconButtonLook({ line, edge, className }: IconButtonLook) {
  return classNames(
    styles['icon-button'],
    line && styles.line,
    edge && styles[`edge-${edge}`],
    className,
  )
}
