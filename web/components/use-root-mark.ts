import { useLayoutEffect } from 'react'

type RootMark = 'modal' | 'celebration' | 'sticky-bar' | 'consent' | 'report-steps' | 'paper'

const counts = new Map<RootMark, number>()

/** Sets `data-has-…` on `<html>` while rendered. With `html:has(…)` each change would style the whole page again. */
export function useRootMark(mark: RootMark, isOn = true): void {
  useLayoutEffect(() => {
    if (!isOn) return
    count(mark, 1)
    return () => count(mark, -1)
  }, [mark, isOn])
}

function count(mark: RootMark, change: 1 | -1): void {
  const total = (counts.get(mark) ?? 0) + change
  counts.set(mark, total)
  document.documentElement.toggleAttribute(`data-has-${mark}`, total > 0)
}
