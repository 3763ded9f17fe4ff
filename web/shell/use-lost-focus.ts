import { useEffect } from 'react'

/**
 * A pressed control may remove itself, or be disabled for a while. The focus then goes to the control that follows in
 * its part of the page, or comes back: otherwise it would stay on the page, and a screen reader would begin at its top.
 * Enter that is still held down does not press the control that then has the focus.
 */
export function useLostFocus(): void {
  useEffect(() => {
    const stopping = new AbortController()
    /** The browser moves its ends when the nodes around them are removed. */
    const place = document.createRange()
    let focused: HTMLElement | null = null
    let isPointerUsed = false
    let pressed: EventTarget | null = null

    function listen<Type extends keyof DocumentEventMap>(
      type: Type,
      listener: (event: DocumentEventMap[Type]) => void,
    ) {
      document.addEventListener(type, listener, { capture: true, signal: stopping.signal })
    }
    listen('pointerdown', () => {
      isPointerUsed = true
    })
    listen('keydown', (event) => {
      isPointerUsed = false
      if (!event.repeat) pressed = event.target
      else if (event.key === 'Enter' && event.target !== pressed) {
        event.preventDefault()
        event.stopPropagation()
      }
    })
    listen('focusin', ({ target }) => {
      // The title of a screen that loads is removed too; use-navigation-focus.ts then focuses the next title.
      focused = target instanceof HTMLElement && target.matches(CONTROLS) ? target : null
      if (focused) place.selectNode(focused)
    })
    // Some browsers send this event also for an element that is being removed, while it is still there.
    listen('focusout', () =>
      queueMicrotask(() => {
        const isLeft = focused !== document.activeElement && !focused?.matches(':disabled')
        if (focused?.isConnected && isLeft) focused = null
      }),
    )

    const watching = new MutationObserver(() => {
      // Lists (components/use-kept-focus.ts) and screens have moved the focus themselves before this runs.
      if (!focused || document.activeElement !== document.body) return
      const lost = focused
      if (lost.isConnected && lost.matches(':disabled')) return
      focused = null
      // After a tap nobody looks for the focus, and a focused field would open the phone's keyboard.
      if (isPointerUsed) return
      if (lost.isConnected) lost.focus()
      else focusNear(place)
    })
    watching.observe(document.body, {
      childList: true,
      subtree: true,
      attributeFilter: ['disabled'],
    })
    return () => {
      stopping.abort()
      watching.disconnect()
    }
  }, [])
}

const CONTROLS = 'a[href], button, input, select, textarea, summary, [tabindex="0"]'
const PARTS = 'section, dialog, main'

function focusNear(place: Range): void {
  const { startContainer: node } = place
  const around = node instanceof Element ? node : node.parentElement
  for (let part = around?.closest(PARTS); part; part = part.parentElement?.closest(PARTS)) {
    const controls = [...part.querySelectorAll<HTMLElement>(CONTROLS)].filter(isReachable)
    const near = controls.find((one) => place.comparePoint(one, 0) > 0) ?? controls.at(-1)
    if (near) {
      near.focus()
      return
    }
  }
  const title = document.querySelector<HTMLElement>('#contenido h1')
  if (!title) return
  title.tabIndex = -1
  title.focus({ preventScroll: true })
}

function isReachable(control: HTMLElement): boolean {
  return (
    control.tabIndex >= 0 &&
    !control.matches(':disabled') &&
    control.getClientRects().length > 0 &&
    getComputedStyle(control).visibility === 'visible'
  )
}
