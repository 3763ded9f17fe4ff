import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import { type ListView, type ListWords, readListView, writeListView } from './list-view.ts'

/** While a name is being typed the address waits: Safari allows it 100 changes in 30 s. */
const TYPING_PAUSE_MS = 350

/**
 * The view of a list. It counts at once and is written to the address, so that a reload, a bookmark and
 * the way back find it; what a link writes there counts here. Any change but of the page leads to page 1.
 */
export function useListView<Filter, Sort extends string, Method = null>(
  words: ListWords<Filter, Sort, Method>,
) {
  const { key } = useLocation()
  // The address itself: what is written there behind the router's back, the router does not know.
  const [view, setView] = useState(() => readListView(window.location.search, words))
  // Of the address, its own part: another list of the same screen writes there too.
  const spell = (shown: ListView<Filter, Sort, Method>) => writeListView('', shown, words)
  const ownPart = (address: string) => spell(readListView(address, words))
  const written = useRef(spell(view))

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever a link or the way back was taken
  useLayoutEffect(() => {
    const own = ownPart(window.location.search)
    written.current = own
    setView((current) =>
      spell(current) === own ? current : readListView(window.location.search, words),
    )
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the view is written
  useEffect(() => {
    const own = spell(view)
    if (own === written.current) return
    const write = () => {
      // A link was faster: the view follows it in a moment.
      if (ownPart(window.location.search) !== written.current) return
      written.current = own
      replaceQuery(writeListView(window.location.search, view, words))
    }
    if (view.search === readListView(written.current, words).search) return write()
    const timer = setTimeout(write, TYPING_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [view])

  const change = (changes: Partial<ListView<Filter, Sort, Method>>) =>
    setView((current) => ({ ...current, page: 1, ...changes }))

  return { view, change }
}

/** Behind the router's back, which would draw the whole screen again for it, before the rows. */
function replaceQuery(query: string): void {
  const { pathname, hash } = window.location
  const address = `${pathname}${query === '' ? '' : `?${query}`}${hash}`
  window.history.replaceState(window.history.state, '', address)
}
