/* The script in index.html applies the stored theme before the first paint, and at each storage event. */
import { type LucideIcon, Monitor, Moon, Sun } from 'lucide-react'
import { useId, useSyncExternalStore } from 'react'
import { Icon } from './icon.tsx'
import styles from './theme-choice.module.css'
import { useHydrated } from './use-hydrated.ts'

const THEMES: [theme: Theme, label: string, icon: LucideIcon][] = [
  ['light', 'Claro', Sun],
  ['dark', 'Oscuro', Moon],
  ['system', 'Sistema', Monitor],
]

export function ThemeChoice() {
  const name = useId()
  const chosen = useTheme()
  return (
    // A choice made before hydration would be lost.
    <fieldset className={styles.choice} disabled={!useHydrated()}>
      <legend className={styles.legend}>Tema</legend>
      <div className={styles.options}>
        {THEMES.map(([theme, label, icon]) => (
          <label key={theme} className={styles.option}>
            <input
              type="radio"
              className={styles.radio}
              name={name}
              checked={theme === chosen}
              onChange={() => chooseTheme(theme)}
            />
            <Icon of={icon} size={16} />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'

/** Sets the theme in every tab. Without storage it lasts until the page closes. */
function chooseTheme(theme: Theme): void {
  const kept = theme === 'system' ? null : theme
  try {
    if (kept) localStorage.setItem(KEY, kept)
    else localStorage.removeItem(KEY)
  } catch {
    // Without storage: for this page only.
  }
  // The browser sends this event only to other tabs.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: kept }))
}

function useTheme(): Theme {
  return useSyncExternalStore(onChoice, themeOfPage, () => 'system')
}

/** Calls back when the colours change, by choice or with the system. Returns an unsubscribe function. */
export function onColours(listener: () => void): () => void {
  const system = matchMedia('(prefers-color-scheme: dark)')
  system.addEventListener('change', listener)
  const stop = onChoice(listener)
  return () => {
    stop()
    system.removeEventListener('change', listener)
  }
}

function onChoice(listener: () => void): () => void {
  const observer = new MutationObserver(listener)
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] })
  return () => observer.disconnect()
}

function themeOfPage(): Theme {
  const { theme } = document.documentElement.dataset
  return theme === 'light' || theme === 'dark' ? theme : 'system'
}
