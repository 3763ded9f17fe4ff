import { type KeyboardEvent, useRef } from 'react'
import styles from './tabs.module.css'

export type TabOf<Key extends string> = { key: Key; label: string }

type TabsProps<Key extends string> = {
  label: string
  tabs: readonly TabOf<Key>[]
  shown: Key
  onShow: (key: Key) => void
  /** The panel of a tab has this id, role `tabpanel`, and is labelled by `tabId`. */
  panelId: (key: Key) => string
}

/** The tabs pattern of WAI-ARIA: arrow keys move between tabs; the Tab key moves into the panel. */
export function Tabs<Key extends string>({ label, tabs, shown, onShow, panelId }: TabsProps<Key>) {
  const list = useRef<HTMLDivElement>(null)

  function onKeyDown({ key }: KeyboardEvent): void {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[key]
    if (step === undefined) return
    const at = tabs.findIndex((tab) => tab.key === shown)
    const next = tabs[(at + step + tabs.length) % tabs.length]
    if (!next) return
    onShow(next.key)
    list.current?.querySelector<HTMLElement>(`#${CSS.escape(tabId(panelId(next.key)))}`)?.focus()
  }

  return (
    <div ref={list} role="tablist" aria-label={label} className={styles.tabs} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.key}
          type="button"
          role="tab"
          id={tabId(panelId(tab.key))}
          aria-selected={tab.key === shown}
          aria-controls={panelId(tab.key)}
          tabIndex={tab.key === shown ? undefined : -1}
          className={styles.tab}
          onClick={() => onShow(tab.key)}
        >
          {tab.label}
        </button>
      ))}
    </div>
  )
}

export function tabId(panelId: string): string {
  return `${panelId}-tab`
}
