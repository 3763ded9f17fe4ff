import type { LucideIcon } from 'lucide-react'
import { Link } from 'react-router-dom'
import { Icon } from './icon.tsx'
import { type IconButtonLook, iconButtonLook } from './icon-button-look.ts'

/** An IconButton that goes somewhere: the chevron at the end of a row. */
export function IconLink(props: IconButtonLook & { to: string; icon: LucideIcon; label: string }) {
  return (
    <Link to={props.to} aria-label={props.label} className={iconButtonLook(props)}>
      <Icon of={props.icon} />
    </Link>
  )
}
