import { useLayoutEffect } from 'react'

type RootMark = 'modal' | 'celebration' | 'sticky-bar' | 'consent' | 'report-steps' | 'paper'

const counts = new Map<RootMark, number>()

/**
 * Marks `<html>` with the attribute `data-has-…` as long as the component is rendered, for styles elsewhere on the page.
 * With `html:has(…)` the browser would compute the style of every element again at each change of the page.
 */
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
