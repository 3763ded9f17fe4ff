import { useEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/**
 * Arriving at another screen starts at its top, and with the focus on its title: a screen reader says
 * where one is and reads on from there. Going back keeps the place; the first screen keeps the browser's
 * own ways.
 */
export function useArrival(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const seen = useRef(pathname)

  useEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (type !== 'POP') window.scrollTo(0, 0)
    return focusTitle()
  }, [pathname, type])
}

/**
 * Now, when what loads has its title, and when that gives way to another; never where the person went
 * elsewhere. Answers how to end it.
 */
function focusTitle(): () => void {
  const from = document.activeElement
  let told: Element | null = null
  const focus = () => {
    if (told?.isConnected) return
    const content = document.getElementById('contenido')
    const title = content?.querySelector('h1')
    if (!content || !title) return
    told = title
    const at = document.activeElement
    if ((at === from || at === document.body) && !content.contains(at)) {
      title.tabIndex = -1
      title.focus({ preventScroll: true })
    }
  }
  focus()
  const watching = new MutationObserver(focus)
  watching.observe(document.body, { childList: true, subtree: true })
  return () => watching.disconnect()
}
