import { SECOND } from '../../../shared/time.ts'
import { measure } from '../../api/measure.ts'

/**
 * Measures one visit of a page: that it was seen, and on leaving how long and how far down (specification
 * 7). Leave it by calling what is answered, once.
 */
export function watchVisit(page: string): () => void {
  const began = performance.now()
  let seenSince: number | null = null
  let deepest = 0

  function look() {
    const { scrollHeight } = document.documentElement
    const seen = (window.scrollY + window.innerHeight) / Math.max(scrollHeight, 1)
    deepest = Math.max(deepest, Math.min(100, Math.round(100 * seen)))
  }
  function changeSight() {
    const now = performance.now()
    if (seenSince !== null) {
      const ms = Math.round(now - seenSince)
      if (ms >= SECOND) measure({ name: 'user_engagement', page, ms })
    }
    seenSince = document.visibilityState === 'visible' ? now : null
  }

  measure({ name: 'page_view', page })
  changeSight()
  look()
  window.addEventListener('scroll', look, { passive: true })
  document.addEventListener('visibilitychange', changeSight)

  return () => {
    window.removeEventListener('scroll', look)
    document.removeEventListener('visibilitychange', changeSight)
    changeSight()
    measure({ name: 'scroll_depth', page, percent: deepest })
    const seconds = Math.round((performance.now() - began) / SECOND)
    measure({ name: 'time_on_page', page, seconds })
  }
}
