import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { areShortcutsBlocked, singleKeysAtom } from '../../features/shortcuts/single-keys.ts'

/**
 * The keys of the review list: ↑ and ↓ move between rows, Enter accepts the row with the focus, and x rejects the row
 * that contains the focus, when single keys are on.
 */
export function useRowKeys(): void {
  const hasSingleKeys = useAtomValue(singleKeysAtom)
  useEffect(() => {
    const stopping = new AbortController()
    const onPress = (event: KeyboardEvent) => press(event, hasSingleKeys)
    window.addEventListener('keydown', onPress, { signal: stopping.signal })
    return () => stopping.abort()
  }, [hasSingleKeys])
}

function press(event: KeyboardEvent, hasSingleKeys: boolean): void {
  const { key, target } = event
  if (event.altKey || event.ctrlKey || event.metaKey) return
  // A key that is held down moves on, and decides about one row.
  if (event.repeat && !key.startsWith('Arrow')) return
  // A ticked box keeps the focus, and the arrows still move on from its row.
  const isTickBox = target instanceof HTMLInputElement && target.type === 'checkbox'
  if (areShortcutsBlocked(isTickBox ? document.body : target)) return
  const isShown = (row: Element) => row.closest('details:not([open])') === null
  const rows = [...document.querySelectorAll<HTMLElement>('[data-row]')].filter(isShown)
  const current = document.activeElement?.closest<HTMLElement>('[data-row]') ?? null
  const at = current ? rows.indexOf(current) : -1
  const isOnRow = document.activeElement === current && current !== null
  const act = (name: string) => current?.querySelector<HTMLElement>(`[data-act=${name}]`)

  let isUsed = true
  if (key === 'ArrowDown') rows[Math.min(at + 1, rows.length - 1)]?.focus()
  else if (key === 'ArrowUp') rows[Math.max(at - 1, 0)]?.focus()
  else if (key === 'Enter' && isOnRow) act('accept')?.click()
  else if (key === 'x' && hasSingleKeys && current) {
    act('reject')?.click()
    // The row leaves the list; the focus moves to the next one.
    const next = rows[at + 1] ?? rows[at - 1]
    next?.focus()
  } else isUsed = false
  if (isUsed) event.preventDefault()
}
