import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link, type To } from 'react-router-dom'
import styles from './button.module.css'
import { classNames } from './class-names.ts'
import { Icon, Spinner } from './icon.tsx'

export type ButtonLook = {
  /** 52 px high, full width, primary unless `variant` is set. */
  main?: boolean | undefined
  /** `muted`: `quiet` in the text colour. `done`: the green of "¡Copiado!". */
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
  /** `md` 44 px; `lg` 52, for the decisive action; `sm` 40, inside rows. */
  size?: 'md' | 'lg' | 'sm' | undefined
  block?: boolean | undefined
  /** Aligns the text of a quiet button with this edge of the container, its padding outside. */
  edge?: 'start' | 'end' | undefined
  className?: string | undefined
}

/** Returns the classes that make another element look like a button. */
export function buttonLook(look: ButtonLook) {
  return takeLook(look)[0]
}

function takeLook<Props extends ButtonLook>({
  main = false,
  variant = main ? 'primary' : 'secondary',
  size = main ? 'lg' : 'md',
  block = main,
  edge,
  className,
  ...rest
}: Props) {
  const names = [styles.button, styles[variant], styles[size], block && styles.block]
  return [classNames(...names, edge && styles[`edge-${edge}`], className), rest] as const
}

type LabelProps = {
  icon?: LucideIcon | undefined
  trailingIcon?: LucideIcon | undefined
  children?: ReactNode
}

type ButtonProps = ButtonLook &
  LabelProps &
  Omit<ComponentProps<'button'>, 'className'> & {
    /** Shows the spinner, keeps the width and the focus, and ignores presses. */
    busy?: boolean | undefined
    /** "Guardando…". Set it from the start, so that the width does not change. */
    busyText?: string | undefined
  }

/**
 * For a button that can be disabled. At a reload Firefox would enable it again before the script runs, and a form that
 * is sent then puts its values into the URL.
 */
export const NOT_RESTORED = { autoComplete: 'off' }

/** Its text is a verb and its object: "Registrar aporte". One primary button per view. */
export function Button({ icon, trailingIcon, children, ...props }: ButtonProps) {
  const [look, { busy = false, busyText, onClick, ...rest }] = takeLook(props)
  const label = labelOf({ icon, trailingIcon, children })
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // A submit button would still send its form.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      {...(rest.disabled !== undefined && NOT_RESTORED)}
      className={look}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy || busyText ? (
        <BusyLabel busy={busy} idle={label} working={busyText ?? children} />
      ) : (
        label
      )}
    </button>
  )
}

function BusyLabel(props: { busy: boolean; idle: ReactNode; working: ReactNode }) {
  return (
    <span className={styles['label-stack']}>
      <span className={styles.label} data-hidden={props.busy}>
        {props.idle}
      </span>
      <span className={styles.label} data-hidden={!props.busy}>
        <Spinner />
        <span className={styles.words}>{props.working}</span>
      </span>
    </span>
  )
}

type ButtonLinkProps = ButtonLook &
  LabelProps &
  Omit<ComponentProps<'a'>, 'className' | 'href'> &
  (
    | { to: To; href?: never; state?: unknown; replace?: boolean }
    | { href: string; to?: never; state?: never; replace?: never }
  )

export function ButtonLink({ icon, trailingIcon, children, ...props }: ButtonLinkProps) {
  const [look, { to, href, state, replace, ...rest }] = takeLook(props)
  const label = labelOf({ icon, trailingIcon, children })
  if (to === undefined) {
    return (
      <a target="_blank" rel="noopener noreferrer" {...rest} href={href} className={look}>
        {label}
      </a>
    )
  }
  return (
    <Link {...rest} to={to} state={state} replace={replace} className={look}>
      {label}
    </Link>
  )
}

function labelOf({ icon, trailingIcon, children }: LabelProps) {
  return (
    <>
      {icon && <Icon of={icon} size={18} className={styles['leading-icon']} />}
      <span className={styles.words}>{children}</span>
      {trailingIcon && <Icon of={trailingIcon} size={18} />}
    </>
  )
}

type IconButtonProps = IconButtonLook &
  Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
    icon: LucideIcon
    /** The full action: "Más acciones para Julieta Romero". */
    label: string
  }

/** 44 by 44 px, without text: only for copy, close, menu, more, sort and delete. */
export function IconButton({ icon, label, outlined, edge, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      className={iconButtonLook({ outlined, edge, className })}
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
  outlined?: boolean | undefined
  edge?: 'start' | 'end' | undefined
  className?: string | undefined
}

export function iconButtonLook({ outlined, edge, className }: IconButtonLook) {
  return classNames(
    styles['icon-button'],
    outlined && styles.outlined,
    edge && styles[`icon-edge-${edge}`],
    className,
  )
}
