import { Menu, X } from 'lucide-react'
import { type ReactNode, useId, useRef, useState } from 'react'
import styles from './header.module.css'
import { Icon } from './icon.tsx'
import { iconButtonLook } from './icon-button-look.ts'

/** The header's entries on a phone. A native popover: Escape and a press beside it close it. */
export function HeaderMenu({ children }: { children: ReactNode }) {
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)

  return (
    <>
      <button
        type="button"
        className={iconButtonLook({ edge: 'end', className: 'only-phone' })}
        aria-label="Menú"
        aria-expanded={open}
        popoverTarget={id}
      >
        <Icon of={open ? X : Menu} />
      </button>
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: a link pressed by key clicks as well */}
      <nav
        id={id}
        ref={menu}
        className={styles.menu}
        popover="auto"
        aria-label="Menú"
        onToggle={(event) => setOpen(event.newState === 'open')}
        onClick={() => menu.current?.hidePopover()}
      >
        {children}
      </nav>
    </>
  )
}
