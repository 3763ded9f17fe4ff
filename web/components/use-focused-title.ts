import { type RefObject, useEffect, useRef } from 'react'

/** For a heading that may change while it is read: a new title takes the focus, since something happened. */
export function useFocusedTitle(title: string): RefObject<HTMLHeadingElement | null> {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(title)

  useEffect(() => {
    if (shown.current === title) return
    shown.current = title
    heading.current?.focus()
  }, [title])

  return heading
}
