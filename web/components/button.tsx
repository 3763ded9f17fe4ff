import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import styles from './button.module.css'
import { type ButtonLook, buttonLook } from './button-look.ts'
import { Icon } from './icon.tsx'
import { Spinner } from './spinner.tsx'

type ButtonProps = ButtonLook &
  Omit<ComponentProps<'button'>, 'className'> & {
    icon?: LucideIcon | undefined
    trailingIcon?: LucideIcon | undefined
    /** At work: shows the spinner, keeps its width and the focus, and takes no further press. */
    busy?: boolean | undefined
    /** "Guardando…". Give it also while not busy, so that the width is right from the start. */
    busyText?: string | undefined
  }

/** A verb and its object: "Registrar aporte". One primary button per view. */
export function Button({
  variant,
  size,
  block,
  edge,
  className,
  icon,
  trailingIcon,
  busy = false,
  busyText,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const face = (
    <>
      {icon && <Icon of={icon} size={18} className={styles.leading} />}
      <span className={styles.words}>{children}</span>
      {trailingIcon && <Icon of={trailingIcon} size={18} />}
    </>
  )

  const press = (event: MouseEvent<HTMLButtonElement>) => {
    // Prevented, and not only ignored: a submit button would still send its form.
    if (busy) event.preventDefault()
    else onClick?.(event)
  }

  return (
    <button
      type="button"
      {...rest}
      className={buttonLook({ variant, size, block, edge, className })}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy || busyText ? (
        <TwoFaces busy={busy} idle={face} working={busyText ?? children} />
      ) : (
        face
      )}
    </button>
  )
}

function TwoFaces(props: { busy: boolean; idle: ReactNode; working: ReactNode }) {
  return (
    <span className={styles.faces}>
      <span className={styles.face} data-hidden={props.busy}>
        {props.idle}
      </span>
      <span className={styles.face} data-hidden={!props.busy}>
        <Spinner />
        <span className={styles.words}>{props.working}</span>
      </span>
    </span>
  )
}
