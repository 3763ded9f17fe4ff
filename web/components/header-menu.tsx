import { Menu, X } from 'lucide-react'
import {
  type ComponentType,
  lazy,
  type MouseEvent,
  type ReactNode,
  Suspense,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import styles from './header.module.css'
import { Icon } from './icon.tsx'
import { iconButtonLook } from './icon-button-look.ts'

// The contribution page has little use for it, and no room.
const ThemeChoice = lazy<ComponentType>(() =>
  import('./theme-choice.tsx')
    .then(({ ThemeChoice }) => ({ default: ThemeChoice }))
    .catch(() => ({ default: () => null })),
)

/** The header's entries on a phone, and the theme. A native popover: Escape and a press beside it close it. */
export function HeaderMenu({ children }: { children: ReactNode }) {
  const id = useId()
  const menu = useRef<HTMLElement>(null)
  const [open, setOpen] = useState(false)

  // It opens without a script, and so before it.
  useEffect(() => setOpen(menu.current?.matches(':popover-open') ?? false), [])

  const closeAfter = ({ target }: MouseEvent) => {
    if (target instanceof Element && target.closest('a, button')) menu.current?.hidePopover()
  }

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
        onClick={closeAfter}
      >
        {children}
        <div className={styles.theme}>
          <Suspense>{open && <ThemeChoice />}</Suspense>
        </div>
      </nav>
    </>
  )
}
