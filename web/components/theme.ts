/*
 * Light, dark, or as the system: chosen by a person and kept on the device. What paints the page is the
 * script in index.html, which is there before the first paint; this tells it what was chosen.
 */
import { useSyncExternalStore } from 'react'

export type Theme = 'light' | 'dark' | 'system'

const KEY = 'theme'

/** At once, in every tab. A browser that refuses storage forgets it with the page. */
export function chooseTheme(theme: Theme): void {
  const kept = theme === 'system' ? null : theme
  try {
    if (kept) localStorage.setItem(KEY, kept)
    else localStorage.removeItem(KEY)
  } catch {
    // Then for this page alone.
  }
  // What the other tabs hear by themselves.
  window.dispatchEvent(new StorageEvent('storage', { key: KEY, newValue: kept }))
}

export function useTheme(): Theme {
  return useSyncExternalStore(onChoice, themeOfPage, () => 'system')
}

/** Calls back when the colours became others, by choice or with the system; answers how to stop. */
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
