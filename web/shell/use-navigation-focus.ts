import { useLayoutEffect, useRef } from 'react'
import { useLocation, useNavigationType } from 'react-router-dom'

/** Going back keeps the position that the browser restores. */
export function useNavigationFocus(): void {
  const { pathname } = useLocation()
  const type = useNavigationType()
  const seen = useRef(pathname)

  // Before the effects of the new screen, which may scroll to a place on it.
  useLayoutEffect(() => {
    if (seen.current === pathname) return
    seen.current = pathname
    if (type !== 'POP') window.scrollTo(0, 0)
    return focusTitle()
  }, [pathname, type])
}

/** Focuses the title of the loading screen, then of the loaded one, unless the person moved the focus. */
function focusTitle(): () => void {
  const from = document.activeElement
  let focused: Element | null = null
  const focus = () => {
    if (focused?.isConnected) return
    const content = document.getElementById('contenido')
    const title = content?.querySelector('h1')
    if (!content || !title) return
    focused = title
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
