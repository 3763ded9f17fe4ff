import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * Arriving at another screen starts at its top, and with the focus on its content: a screen reader
 * reads on from there. Going back keeps the place; the first screen keeps the browser's own ways.
 */
export function useArrival(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const seen = useRef(pathname)

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (type !== 'POP') window.scrollTo(0, 0)

    const content = document.getElementById('contenido')
    if (!content?.contains(document.activeElement)) content?.focus({ preventScroll: true })
  }, [pathname, type])
}
