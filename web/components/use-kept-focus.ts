import { type FocusEvent, type RefObject, useLayoutEffect, useRef } from 'react'

const ROWS = 'tbody > tr, li'

/**
 * If a press removes its own button or row, focuses the next button of that name, so that keyboard users can go on. If
 * sync removes it, focuses the first button of the row in its place: the next press would act on a row that the person
 * has not chosen. Spread the result on the table or list, or around it.
 */
export function useKeptFocus(container: RefObject<HTMLElement | null>) {
  /** `text` is from before the press, which may change it until the button is removed. */
  const focused = useRef<{
    button: Element
    text: string
    row: number
    isPressed: boolean
  } | null>(null)
  const rowsOf = () => [...(container.current?.querySelectorAll(ROWS) ?? [])]

  useLayoutEffect(() => {
    if (!focused.current || focused.current.button.isConnected) return
    const { text, row, isPressed } = focused.current
    focused.current = null
    if (document.activeElement !== document.body) return
    const buttons = rowsOf().map((one) => [...one.querySelectorAll('button')])
    const isAlike = ({ textContent }: Element) => isPressed && textContent === text
    const next = buttons.slice(row).flat().find(isAlike) ?? buttons.flat().findLast(isAlike)
    const other = (buttons[row] ?? buttons.at(-1))?.[0]
    ;(next ?? other)?.focus()
  })

  return {
    onFocus({ target }: FocusEvent) {
      const row = target.closest(ROWS)
      focused.current = row && {
        button: target,
        text: target.textContent,
        row: rowsOf().indexOf(row),
        isPressed: false,
      }
    },
    onClick() {
      if (focused.current) focused.current.isPressed = true
    },
    onBlur() {
      // Removing a focused button causes no blur event.
      focused.current = null
    },
  }
}
