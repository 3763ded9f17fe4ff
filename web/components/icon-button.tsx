import type { LucideIcon } from 'lucide-react'
import type { ComponentProps } from 'react'
import { Icon } from './icon.tsx'
import { type IconButtonLook, iconButtonLook } from './icon-button-look.ts'

type IconButtonProps = IconButtonLook &
  Omit<ComponentProps<'button'>, 'className' | 'children' | 'aria-label'> & {
    icon: LucideIcon
    /** Its name, whole: "Más acciones para Julieta Romero". */
    label: string
  }

/** 44 by 44, for copy, close, menu, more, sort and delete only: everything else has a word. */
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
