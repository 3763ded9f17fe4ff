import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Link, type To } from 'react-router-dom'
import styles from './button.module.css'
import { type ButtonLook, buttonLook } from './button-look.ts'
import { Icon } from './icon.tsx'

type ButtonLinkProps = ButtonLook &
  Omit<ComponentProps<'a'>, 'className' | 'href'> & {
    icon?: LucideIcon | undefined
    trailingIcon?: LucideIcon | undefined
  } & (
    | { to: To; href?: never; state?: unknown; replace?: boolean }
    /** Out of the product, in a new tab: WhatsApp, a wallet, the mail program. */
    | { href: string; to?: never; state?: never; replace?: never }
  )

/** Goes somewhere and looks like a button. `to` for a screen of ours, `href` for anywhere else. */
export function ButtonLink({
  variant,
  size,
  block,
  edge,
  className,
  icon,
  trailingIcon,
  to,
  href,
  state,
  replace,
  children,
  ...rest
}: ButtonLinkProps) {
  const look = buttonLook({ variant, size, block, edge, className })
  const face = (
    <>
      {icon && <Icon of={icon} size={18} className={styles.leading} />}
      <span className={styles.words}>{children}</span>
      {trailingIcon && <Icon of={trailingIcon} size={18} />}
    </>
  )

  if (to === undefined) {
    return (
      <a target="_blank" rel="noopener noreferrer" {...rest} href={href} className={look}>
        {face}
      </a>
    )
  }
  return (
    <Link {...rest} to={to} state={state} replace={replace} className={look}>
      {face}
    </Link>
  )
}
