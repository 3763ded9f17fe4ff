import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { type ListView, type ListWords, readListView, writeListView } from './list-view.ts'

/** While a name is being typed the address waits: Safari allows 100 changes in 30 s. */
const ADDRESS_PAUSE_MS = 250

/**
 * The view of a list, kept in the address so that a reload, a bookmark and the way back find it.
 * What is typed counts at once and the address follows. Any change but of the page leads to page 1.
 */
export function useListView<Filter, Sort extends string>(words: ListWords<Filter, Sort>) {
  const { search: query, hash, key, state } = useLocation()
  const navigate = useNavigate()
  const written = readListView(query, words)
  const [typed, setTyped] = useState(written.search)
  const view = typed === written.search ? written : { ...written, search: typed, page: 1 }

  const write = (changes: Partial<ListView<Filter, Sort>>) => {
    // The address as it is now: two lists of one screen may write in the same moment.
    const search = writeListView(window.location.search, { ...view, ...changes }, words)
    navigate({ search, hash }, { replace: true, state: BY_A_LIST })
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: a link, not a list, changed the address
  useEffect(() => {
    if (state !== BY_A_LIST) setTyped(written.search)
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only typing starts the clock
  useEffect(() => {
    if (typed === written.search) return
    const timer = setTimeout(() => write({ search: typed, page: 1 }), ADDRESS_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, written.search])

  return {
    view,
    search: setTyped,
    change(changes: Partial<ListView<Filter, Sort>>) {
      if (changes.search !== undefined) setTyped(changes.search)
      write({ page: 1, ...changes })
    },
  }
}

const BY_A_LIST = 'by-a-list'
