import { Search } from 'lucide-react'
import { Suspense, useState } from 'react'
import type { HeaderPerson } from '../../components/header.tsx'
import { Icon } from '../../components/icon.tsx'
import { Key } from '../../components/key.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import styles from './shortcuts.module.css'
import { useShortcuts } from './use-shortcuts.ts'

const Palette = lazyExtra(() => import('./palette.tsx').then((module) => module.Palette))
const ShortcutsHelp = lazyExtra(() =>
  import('./shortcuts-help.tsx').then((module) => module.ShortcutsHelp),
)

/** The button that opens the palette, and the keys. */
export function Shortcuts({ isAdmin = false }: Pick<HeaderPerson, 'isAdmin'>) {
  const [open, setOpen] = useState<'palette' | 'help' | null>(null)
  const openPalette = () => setOpen('palette')
  const openHelp = () => setOpen('help')
  const close = () => setOpen(null)
  useShortcuts({ openPalette, openHelp })
  return (
    <>
      <button
        type="button"
        className={styles.button}
        aria-label="Buscar colectas y personas"
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        onClick={openPalette}
      >
        <Icon of={Search} size={20} />
        <span className={styles.word}>Buscar</span>
        <Key name={IS_APPLE ? '⌘ K' : 'Ctrl K'} />
      </button>
      <Suspense>
        {open === 'palette' && <Palette isAdmin={isAdmin} onHelp={openHelp} onClose={close} />}
        {open === 'help' && <ShortcutsHelp onClose={close} />}
      </Suspense>
    </>
  )
}

const IS_APPLE = /Mac|iPhone|iPad/.test(navigator.userAgent)
