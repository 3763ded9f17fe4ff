import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Direction } from '../../../shared/paging.ts'

/** Which rows of a list are shown, in which order, and which page of them (from 1). */
interface ListView<Filter, Sort extends string, Method = null> {
  search: string
  filter: Filter
  method: Method
  sort: { key: Sort; direction: Direction }
  page: number
}

/** The words of a view in the address. The first entry of each vocabulary is the default and is left out. */
export interface ListWords<Filter, Sort extends string, Method = null> {
  /** Sets two lists of one screen apart: `?aportes-buscar=`. */
  prefix?: string
  filters: Vocabulary<Filter>
  methods: Vocabulary<Method>
  sorts: Vocabulary<Sort>
  direction: Direction
}

const MAX_SEARCH_LENGTH = 200
const MAX_PAGE = 10_000_000

/** Reads a view from a query string. Unknown words give the default. */
export function readListView<Filter, Sort extends string, Method>(
  query: string,
  words: ListWords<Filter, Sort, Method>,
): ListView<Filter, Sort, Method> {
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(nameOf(words, name)) ?? ''
  const direction = read('sentido')
  const page = Number(read('pagina'))
  return {
    search: read('buscar').slice(0, MAX_SEARCH_LENGTH),
    filter: meaningOf(words.filters, read('estado')),
    method: meaningOf(words.methods, read('metodo')),
    sort: {
      key: meaningOf(words.sorts, read('orden')),
      direction: direction === 'asc' || direction === 'desc' ? direction : words.direction,
    },
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
  }
}

/** Returns the query string with the view written into it. Other parameters stay. */
export function writeListView<Filter, Sort extends string, Method>(
  query: string,
  view: ListView<Filter, Sort, Method>,
  words: ListWords<Filter, Sort, Method>,
): string {
  const params = new URLSearchParams(query)
  const write = (name: string, value: string, usual: string) => {
    if (value === usual) params.delete(nameOf(words, name))
    else params.set(nameOf(words, name), value)
  }
  write('buscar', view.search, '')
  write('estado', wordOf(words.filters, view.filter), wordOf(words.filters))
  write('metodo', wordOf(words.methods, view.method), wordOf(words.methods))
  write('orden', wordOf(words.sorts, view.sort.key), wordOf(words.sorts))
  write('sentido', view.sort.direction, words.direction)
  write('pagina', String(view.page), '1')
  return params.toString()
}

function nameOf({ prefix }: { prefix?: string }, name: string): string {
  return prefix ? `${prefix}-${name}` : name
}

type Vocabulary<Meaning> = readonly (readonly [word: string, meaning: Meaning])[]

function meaningOf<Meaning>(vocabulary: Vocabulary<Meaning>, word: string): Meaning {
  const entry = vocabulary.find(([known]) => known === word) ?? vocabulary[0]
  if (!entry) throw new Error('A list needs at least one word')
  return entry[1]
}

/** Without a meaning it returns the word of the default. */
function wordOf<Meaning>(vocabulary: Vocabulary<Meaning>, meaning?: Meaning): string {
  const entry = vocabulary.find(([, known]) => known === meaning) ?? vocabulary[0]
  return entry?.[0] ?? ''
}

/** The address waits while a person types: Safari allows 100 changes in 30 s. */
const TYPING_PAUSE_MS = 350

/**
 * The view of a list, kept in step with the address: a reload, a bookmark and "back" restore it, and a link can set
 * it. Every change except one of the page returns to page 1.
 */
export function useListView<Filter, Sort extends string, Method = null>(
  words: ListWords<Filter, Sort, Method>,
) {
  const { key } = useLocation()
  // Read from window: the router does not know what replaceQuery wrote.
  const [view, setView] = useState(() => readListView(window.location.search, words))
  // Only this list's part of the address: another list of the same screen writes there too.
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
      // A link changed the address meanwhile. The view follows it in a moment.
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

/** Bypasses the router, which would render the whole screen again before the rows. */
function replaceQuery(query: string): void {
  const { pathname, hash } = window.location
  const address = `${pathname}${query === '' ? '' : `?${query}`}${hash}`
  window.history.replaceState(window.history.state, '', address)
}
