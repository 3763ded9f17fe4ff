import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link } from 'react-router-dom'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './icon-button.module.css'

type IconButtonProps = IconButtonLook &
  Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
    icon: LucideIcon
    /** The whole name: "Más acciones para Julieta Romero". */
    label: string
  }

/** 44 by 44 px, for copy, close, menu, more, sort and delete only: other buttons have a text. */
export function IconButton({ icon, label, line, edge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={iconButtonLook({ line, edge, className })}
    >
      <Icon of={icon} />
    </button>
  )
}

export function IconLink(props: IconButtonLook & { to: string; icon: LucideIcon; label: string }) {
  return (
    <Link to={props.to} aria-label={props.label} className={iconButtonLook(props)}>
      <Icon of={props.icon} />
    </Link>
  )
}

export type IconButtonLook = {
  line?: boolean | undefined
  edge?: 'start' | 'end' | undefined
  className?: string | undefined
}

export function iconButtonLook({ line, edge, className }: IconButtonLook) {
  return classNames(
    styles['icon-button'],
    line && styles.line,
    edge && styles[`edge-${edge}`],
    className,
  )
}
