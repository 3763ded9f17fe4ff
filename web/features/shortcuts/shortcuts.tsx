import { useAtomValue } from 'jotai'
import { Search } from 'lucide-react'
import { Suspense, useLayoutEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { SECOND } from '../../../shared/time.ts'
import type { HeaderPerson } from '../../components/header.tsx'
import { Icon } from '../../components/icon.tsx'
import { Key } from '../../components/key.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import styles from './shortcuts.module.css'
import { areShortcutsBlocked, singleKeysAtom } from './single-keys.ts'

const Palette = lazyExtra(() => import('./palette.tsx').then((module) => module.Palette))
const ShortcutsHelp = lazyExtra(() =>
  import('./shortcuts-help.tsx').then((module) => module.ShortcutsHelp),
)

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

/** Time for the second key of `g d`. */
const SEQUENCE_MS = 1.5 * SECOND

interface Openers {
  openPalette: () => void
  openHelp: () => void
}

/** A screen with keys of its own, such as the review, adds a listener. */
function useShortcuts({ openPalette, openHelp }: Openers): void {
  const navigate = useNavigate()
  const acts: Record<string, () => void> = {
    '/': () => focusSearch() || openPalette(),
    '?': openHelp,
    n: () => navigate(links.newCollection()),
    'g d': () => navigate(links.dashboard()),
    palette: openPalette,
  }
  const hasSingleKeys = useAtomValue(singleKeysAtom)
  const latest = useRef({ acts, hasSingleKeys })
  latest.current = { acts, hasSingleKeys }

  // The keys work as soon as the button is on the screen.
  useLayoutEffect(() => {
    const stopping = new AbortController()
    let startedAt: number | null = null
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing || event.repeat) return
      if (areShortcutsBlocked(event.target)) return
      const isSecond = startedAt !== null && event.timeStamp - startedAt < SEQUENCE_MS
      startedAt = null
      const { acts, hasSingleKeys } = latest.current
      const key = keyOf(event, hasSingleKeys)
      if (key === 'g') startedAt = event.timeStamp
      const act = acts[isSecond ? `g ${key}` : key]
      if (!act) return
      event.preventDefault()
      act()
    }
    window.addEventListener('keydown', press, { signal: stopping.signal })
    return () => stopping.abort()
  }, [])
}

/** Returns '' for a key without a shortcut. Shift is allowed with `/` and `?`, which need it on many keyboards. */
function keyOf(event: KeyboardEvent, hasSingleKeys: boolean): string {
  const { key, altKey, ctrlKey, metaKey, shiftKey } = event
  const letter = key.toLowerCase()
  if (letter === 'k' && ctrlKey !== metaKey && !altKey && !shiftKey) return 'palette'
  if (altKey || ctrlKey || metaKey || !hasSingleKeys) return ''
  return key === '/' || key === '?' || !shiftKey ? letter : ''
}

/** Of two lists, takes the visible one. Returns false without one. */
function focusSearch(): boolean {
  const all = [...document.querySelectorAll<HTMLInputElement>('main input[type=search]')]
  const shown = all.filter((search) => search.getClientRects().length > 0)
  const search = shown.find(isInSight) ?? shown[0]
  search?.focus()
  search?.select()
  return search !== undefined
}

function isInSight(element: Element): boolean {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
