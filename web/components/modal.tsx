import {
  type ComponentProps,
  type KeyboardEvent,
  type PointerEvent,
  useLayoutEffect,
  useRef,
} from 'react'

type ModalProps = ComponentProps<'dialog'> & {
  /** Asked by Escape, the back gesture or a press beside it. Whoever opened it decides. */
  onClose: () => void
  /** A press on the backdrop asks to close; `false` for what must be answered. */
  closesBeside?: boolean
}

/**
 * A native modal `<dialog>`, open as long as it is rendered. The browser keeps the focus inside and
 * gives it back; we only keep it from closing by itself, so that a parent may ask first.
 */
export function Modal({ onClose, closesBeside = true, children, ...rest }: ModalProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const pressedBeside = useRef(false)

  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return
    openers.set(element, document.activeElement)
    element.showModal()
    return () => {
      element.close()
      openerOf(element)?.focus({ preventScroll: true })
    }
  }, [])

  const isBeside = (event: PointerEvent) => event.target === dialog.current

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    // Meant for the menu that is open in it: the browser closes that one.
    if (dialog.current?.querySelector(':popover-open')) return
    event.preventDefault()
    event.stopPropagation()
    onClose()
  }

  return (
    <dialog
      {...rest}
      ref={dialog}
      onKeyDown={onKeyDown}
      onCancel={(event) => {
        event.preventDefault()
        onClose()
      }}
      onClose={() => {
        // The browser may insist on closing (a second back gesture): reopen, and let the parent say.
        if (dialog.current?.open) return
        dialog.current?.showModal()
        onClose()
      }}
      onPointerDown={(event) => {
        pressedBeside.current = isBeside(event)
      }}
      onPointerUp={(event) => {
        if (closesBeside && pressedBeside.current && isBeside(event)) onClose()
      }}
    >
      {children}
    </dialog>
  )
}

/** Who had the focus when a dialog opened. The browser loses it when two close at once. */
const openers = new WeakMap<HTMLDialogElement, Element | null>()

function openerOf(dialog: HTMLDialogElement): HTMLElement | null {
  const opener = openers.get(dialog)
  const around = opener?.closest('dialog')
  if (around && !around.open) return openerOf(around)
  return opener instanceof HTMLElement ? opener : null
}
