const GAP = 6
const MARGIN = 8

/** Puts a fixed element below another, its end edge aligned, above it where there is no room. */
export function placeBelow(floating: HTMLElement, anchor: HTMLElement) {
  const { top, bottom, right } = anchor.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = floating
  const { clientWidth, clientHeight } = document.documentElement

  const fitsBelow = bottom + GAP + height <= clientHeight - MARGIN
  const left = Math.min(Math.max(right - width, MARGIN), clientWidth - width - MARGIN)
  floating.style.left = `${left}px`
  floating.style.top = `${fitsBelow ? bottom + GAP : Math.max(top - GAP - height, MARGIN)}px`
}
