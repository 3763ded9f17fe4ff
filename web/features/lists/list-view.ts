import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Direction } from '../../../shared/paging.ts'
import type { Order } from './sort-menu.tsx'

interface ListView<Filter, Sort extends string, Method = null> {
  search: string
  filter: Filter
  method: Method
  sort: { key: Sort; direction: Direction }
  page: number
  /** All rows in one scroll, instead of pages. `page` then follows the scroll position. */
  isWhole: boolean
}

/**
 * Declares the filters and orders of a list. Each choice has a slug in the URL and a label. The first of each is the
 * default, which the URL leaves out.
 */
export interface List<Filter, Sort extends string, Method = null> {
  /** Separates two lists of one screen: `?aportes-buscar=`. */
  prefix?: string
  filters: Choices<Filter>
  methods: Choices<Method>
  sorts: readonly { slug: string; value: Sort; orders: readonly [Labelled, ...Labelled[]] }[]
}

interface Choice<Value> {
  slug: string
  value: Value
  label: string
}
type Choices<Value> = readonly Choice<Value>[]
type Labelled = { label: string; direction: Direction }

export const asc = (label: string) => ({ label, direction: 'asc' }) as const
export const desc = (label: string) => ({ label, direction: 'desc' }) as const

/** Every list of contributions is newest first by default. */
export const BY_DATE = {
  slug: 'fecha',
  value: 'date',
  orders: [desc('Más recientes primero'), asc('Más antiguos primero')],
} as const
export const BY_METHOD = { slug: 'metodo', value: 'method', orders: [asc('Por método')] } as const

export const NO_CHOICE: Choices<null> = [{ slug: 'todos', value: null, label: '' }]

/** Returns all orders of a list, as `SortMenu` offers them. */
export function ordersOf<Sort extends string>({
  sorts,
}: Pick<List<unknown, Sort, unknown>, 'sorts'>): Order<Sort>[] {
  return sorts.flatMap(({ value, orders }) => orders.map((order) => ({ ...order, key: value })))
}

const MAX_SEARCH_LENGTH = 200
const MAX_PAGE = 10_000_000
const WHOLE = 'todo'

/** Reads the view of `list` from the URL's query. A missing or unknown slug means the default. */
export function readListView<Filter, Sort extends string, Method>(
  query: string,
  list: List<Filter, Sort, Method>,
): ListView<Filter, Sort, Method> {
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(nameOf(list, name)) ?? ''
  const direction = read('sentido')
  const page = Number(read('pagina'))
  return {
    search: read('buscar').slice(0, MAX_SEARCH_LENGTH),
    filter: valueIn(list.filters, read('estado')),
    method: valueIn(list.methods, read('metodo')),
    sort: {
      key: valueIn(list.sorts, read('orden')),
      direction: direction === 'asc' || direction === 'desc' ? direction : defaultDirection(list),
    },
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    isWhole: read('ver') === WHOLE,
  }
}

/** Returns `query` with the parameters of `list` set to `view`. Other parameters stay. */
export function writeListView<Filter, Sort extends string, Method>(
  query: string,
  view: ListView<Filter, Sort, Method>,
  list: List<Filter, Sort, Method>,
): string {
  const params = new URLSearchParams(query)
  const write = (name: string, value: string, defaultValue: string) => {
    if (value === defaultValue) params.delete(nameOf(list, name))
    else params.set(nameOf(list, name), value)
  }
  write('buscar', view.search, '')
  write('estado', slugOf(list.filters, view.filter), slugOf(list.filters))
  write('metodo', slugOf(list.methods, view.method), slugOf(list.methods))
  write('orden', slugOf(list.sorts, view.sort.key), slugOf(list.sorts))
  write('sentido', view.sort.direction, defaultDirection(list))
  write('pagina', String(view.page), '1')
  write('ver', view.isWhole ? WHOLE : '', '')
  return params.toString()
}

function defaultDirection({ sorts }: Pick<List<unknown, string, unknown>, 'sorts'>): Direction {
  return sorts[0]?.orders[0].direction ?? 'asc'
}

function nameOf({ prefix }: { prefix?: string }, name: string): string {
  return prefix ? `${prefix}-${name}` : name
}

type WithSlug<Value> = readonly { slug: string; value: Value }[]

function valueIn<Value>(choices: WithSlug<Value>, slug: string): Value {
  const choice = choices.find((known) => known.slug === slug) ?? choices[0]
  if (!choice) throw new Error('A list needs at least one choice')
  return choice.value
}

/** Without `value`, returns the slug of the default. */
function slugOf<Value>(choices: WithSlug<Value>, value?: Value): string {
  const choice = choices.find((known) => known.value === value) ?? choices[0]
  return choice?.slug ?? ''
}

/** The URL changes after the rows are drawn: the change blocks the browser for 20 ms. */
const PRESS_PAUSE_MS = 100
/** While a person types the URL changes less often: Safari allows 100 changes in 30 s. */
const TYPING_PAUSE_MS = 350

/**
 * Returns the view of a list and the functions that change it. The URL holds the view, so that a reload restores it.
 * Every change except one of the page returns to page 1.
 */
export function useListView<Filter, Sort extends string, Method = null>(
  list: List<Filter, Sort, Method>,
) {
  const { key } = useLocation()
  // Read from window: the router does not know what replaceQuery wrote.
  const [view, setView] = useState(() => readListView(window.location.search, list))
  // Another list of the same screen writes to the URL, too.
  const toQuery = (shown: ListView<Filter, Sort, Method>) => writeListView('', shown, list)
  const ownPart = (address: string) => toQuery(readListView(address, list))
  const written = useRef(toQuery(view))

  // biome-ignore lint/correctness/useExhaustiveDependencies: at each link and each step back
  useLayoutEffect(() => {
    const own = ownPart(window.location.search)
    written.current = own
    setView((current) =>
      toQuery(current) === own ? current : readListView(window.location.search, list),
    )
  }, [key])

  // biome-ignore lint/correctness/useExhaustiveDependencies: only a change of the view is written
  useEffect(() => {
    const own = toQuery(view)
    if (own === written.current) return
    const write = () => {
      // A link changed the URL meanwhile, and the view follows it in a moment.
      if (ownPart(window.location.search) !== written.current) return
      written.current = own
      replaceQuery(writeListView(window.location.search, view, list))
    }
    const isTyping = view.search !== readListView(written.current, list).search
    const timer = setTimeout(write, isTyping ? TYPING_PAUSE_MS : PRESS_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [view])

  type Changes = Partial<ListView<Filter, Sort, Method>>
  const changed = (current: ListView<Filter, Sort, Method>, changes: Changes) => ({
    ...current,
    page: 1,
    ...changes,
  })

  return {
    view,
    change: (changes: Changes) => setView((current) => changed(current, changes)),
    /** The view that `change` would show. */
    preview: (changes: Changes) => changed(view, changes),
  }
}

/** Changes the URL without the router, which would render the whole screen again before the rows. */
function replaceQuery(query: string): void {
  const { pathname, hash } = window.location
  const address = `${pathname}${query === '' ? '' : `?${query}`}${hash}`
  window.history.replaceState(window.history.state, '', address)
}
