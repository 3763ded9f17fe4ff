import { type RefObject, useLayoutEffect, useState } from 'react'

/** Whether an element has at least that much room across, in rem, as it is now. */
export function useRoom(element: RefObject<HTMLElement | null>, rem: number): boolean {
  // Until it is measured, before the first paint, it is thought as wide as the window.
  const [isEnough, setEnough] = useState(() => window.innerWidth >= rem * pixelsOfRem())

  useLayoutEffect(() => {
    const { current } = element
    if (!current) return
    const look = () => setEnough(current.clientWidth >= rem * pixelsOfRem())
    look()
    const observer = new ResizeObserver(look)
    observer.observe(current)
    return () => observer.disconnect()
  }, [element, rem])

  return isEnough
}

function pixelsOfRem(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
}
