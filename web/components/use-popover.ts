import { type RefObject, type ToggleEvent, useEffect, useId, useState } from 'react'

/**
 * Returns the attributes of a native popover and of its button. Safari before 17 has no popovers: there the button shows
 * and hides the element by `data-open`, and a press outside does not close it.
 */
export function usePopover(popover: RefObject<HTMLElement | null>) {
  const id = useId()
  const [open, setOpen] = useState(false)

  // It opens without a script, perhaps before this code was loaded. `:is` ignores a selector that the browser lacks.
  useEffect(() => setOpen(popover.current?.matches(':is(:popover-open)') ?? false), [popover])

  return {
    open,
    hide(): void {
      if (hasPopovers()) popover.current?.hidePopover()
      else setOpen(false)
    },
    button: {
      'aria-expanded': open,
      popoverTarget: id,
      onClick: () => hasPopovers() || setOpen(!open),
    },
    attributes: {
      id,
      popover: 'auto',
      'data-open': open,
      onToggle: ({ newState }: ToggleEvent) => setOpen(newState === 'open'),
    } as const,
  }
}

const hasPopovers = () => 'popover' in HTMLElement.prototype
