import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom'
import { type ListView, type ListWords, readListView, writeListView } from './list-view.ts'

/** While a name is being typed the address waits: Safari allows it 100 changes in 30 s. */
const TYPING_PAUSE_MS = 350

/**
 * The view of a list. It counts at once and is then written to the address, so that a reload, a
 * bookmark and the way back find it; what a link writes there counts here. Any change but of the page
 * leads to page 1.
 */
export function useListView<Filter, Sort extends string>(words: ListWords<Filter, Sort>) {
  const { search: query, hash, key, state } = useLocation()
  const navigate = useNavigate()
  const isOfAList = useNavigationType() === 'REPLACE' && state === BY_A_LIST
  const [view, setView] = useState(() => readListView(query, words))
  // Of the address, its own part: another list of the same screen writes there too.
  const spell = (shown: ListView<Filter, Sort>) => writeListView('', shown, words)
  const ownPart = (address: string) => spell(readListView(address, words))
  const written = useRef(spell(view))

  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever the address was changed
  useLayoutEffect(() => {
    // By us, or without touching what is ours; perhaps the view is ahead of it by now.
    if (isOfAList) return
    const own = ownPart(query)
    written.current = own
    setView((current) => (spell(current) === own ? current : readListView(query, words)))
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the view starts the clock
  useEffect(() => {
    const own = spell(view)
    if (own === written.current) return
    const isTyped = view.search !== readListView(written.current, words).search
    const write = () => {
      // A link was faster: the view follows it in a moment.
      if (ownPart(window.location.search) !== written.current) return
      written.current = own
      const search = writeListView(window.location.search, view, words)
      navigate({ search, hash }, { replace: true, state: BY_A_LIST })
    }
    const timer = setTimeout(write, isTyped ? TYPING_PAUSE_MS : 0)
    return () => clearTimeout(timer)
  }, [view])

  const change = (changes: Partial<ListView<Filter, Sort>>) =>
    setView((current) => ({ ...current, page: 1, ...changes }))

  return { view, change }
}

const BY_A_LIST = 'by-a-list'
