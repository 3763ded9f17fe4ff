import { Ellipsis, type LucideIcon } from 'lucide-react'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { type IconButtonLook, iconButtonLook } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './menu.module.css'
import { usePopover } from './use-popover.ts'

export type MenuItem = {
  label: string
  icon?: LucideIcon
  danger?: boolean
  phoneOnly?: boolean
  /** Set for each of several choices, of which one is current. */
  isCurrent?: boolean
  onPick: () => void
}

type MenuProps = IconButtonLook & {
  label: string
  icon?: LucideIcon
  items: MenuItem[]
}

/** A native popover: no container clips it, and a press outside closes it. Renders nothing without items. */
export function Menu({ label, icon = Ellipsis, items, ...look }: MenuProps) {
  const trigger = useRef<HTMLButtonElement>(null)
  const menu = useRef<HTMLDivElement>(null)
  /**
   * The items of the moment of opening: those that sync changes would move under the finger. null while closed, because
   * the closed menus of a list would be most of the page.
   */
  const [opened, setOpened] = useState<MenuItem[] | null>(null)
  const { open, hide, button, attributes } = usePopover(menu)

  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it opens
  useEffect(() => {
    if (!open || !trigger.current || !menu.current) return
    placeBelow(menu.current, trigger.current)
    itemsOf(menu.current)[0]?.focus({ preventScroll: true })
    window.addEventListener('scroll', hide, { capture: true, once: true })
    window.addEventListener('resize', hide, { once: true })
    return () => {
      window.removeEventListener('scroll', hide, { capture: true })
      window.removeEventListener('resize', hide)
    }
  }, [open])

  // Without popovers no event precedes the opening.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once each time it opens or closes
  useLayoutEffect(() => setOpened((before) => (open ? (before ?? items) : null)), [open])

  // A reused row shows another contribution: a menu opened for the previous one closes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the label identifies the contribution
  useLayoutEffect(hide, [label])

  const close = () => {
    hide()
    trigger.current?.focus({ preventScroll: true })
  }

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return hide()
    const target = nextItem(itemsOf(menu.current), event.key)
    if (!target && event.key !== 'Escape') return
    event.preventDefault()
    // Otherwise a dialog around the menu would close, too.
    event.stopPropagation()
    if (target) target.focus()
    else close()
  }

  if (items.length === 0) return null
  return (
    <>
      <button
        type="button"
        ref={trigger}
        className={iconButtonLook(look)}
        aria-label={label}
        aria-haspopup="menu"
        {...button}
      >
        <Icon of={icon} />
      </button>
      <div
        {...attributes}
        ref={menu}
        className={styles.menu}
        role="menu"
        tabIndex={-1}
        aria-label={label}
        onKeyDown={onKeyDown}
        onBeforeToggle={(event) => event.newState === 'open' && setOpened(items)}
      >
        {(opened ?? (open ? items : [])).map((item) => (
          <button
            key={item.label}
            type="button"
            {...roleOf(item)}
            tabIndex={-1}
            className={classNames(
              styles.item,
              item.danger && styles.danger,
              item.phoneOnly && 'only-phone',
            )}
            onClick={() => {
              close()
              item.onPick()
            }}
          >
            {item.icon && <Icon of={item.icon} size={18} />}
            {item.label}
          </button>
        ))}
      </div>
    </>
  )
}

function roleOf({ isCurrent }: MenuItem) {
  if (isCurrent === undefined) return { role: 'menuitem' }
  return { role: 'menuitemradio', 'aria-checked': isCurrent }
}

function itemsOf(menu: HTMLElement | null): HTMLElement[] {
  const items = [...(menu?.querySelectorAll<HTMLElement>('[role^=menuitem]') ?? [])]
  return items.filter((item) => item.getClientRects().length > 0)
}

function nextItem(items: HTMLElement[], key: string): HTMLElement | undefined {
  const focused = document.activeElement
  const at = focused instanceof HTMLElement ? items.indexOf(focused) : -1
  if (key === 'ArrowDown') return items[(at + 1) % items.length]
  if (key === 'ArrowUp') return items.at(at <= 0 ? -1 : at - 1)
  if (key === 'Home') return items[0]
  if (key === 'End') return items.at(-1)
  return undefined
}

const GAP = 6
const MARGIN = 8

/** Aligned at the end edge; above the anchor if there is no space below. */
function placeBelow(floating: HTMLElement, anchor: HTMLElement) {
  const { top, bottom, right } = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = floating
  const { clientWidth, clientHeight } = document.documentElement

  const fitsBelow = bottom + GAP + height <= clientHeight - MARGIN
  const left = Math.min(Math.max(right - width, MARGIN), clientWidth - width - MARGIN)
  floating.style.left = `${left}px`
  floating.style.top = `${fitsBelow ? bottom + GAP : Math.max(top - GAP - height, MARGIN)}px`
}
