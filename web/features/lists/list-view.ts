import { useEffect, useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { Direction } from '../../../shared/paging.ts'
import type { Sort } from '../../components/data-table.tsx'
import type { SortOption } from './sort-menu.tsx'

interface ListView<Filter extends string, Key extends string, Method extends string> {
  search: string
  filter: Filter
  method: Method
  sort: Sort<Key>
  page: number
  /** All rows in one scroll, instead of pages. `page` then follows the scroll position. */
  isWhole: boolean
}

/**
 * Declares the filters and orders of a list, in the order of its tabs and menus. The first of each is the default,
 * which the URL leaves out.
 */
export interface ListDefinition<
  Filter extends string,
  Key extends string,
  Method extends string = 'all',
> {
  /** Separates two lists of one screen: `?aportes-buscar=`. */
  prefix?: string
  filters: Choices<Filter>
  methods: Choices<Method>
  sorts: Sorts<Key>
  /** The default in place of the first order. */
  defaultSort?: Sort<Key>
}

type WithSlug<Value extends string> = Readonly<Record<Value, { slug: string }>>
/** `none`: the part of a choice in the message that no rows match. */
type Choices<Value extends string> = Readonly<
  Record<Value, { slug: string; label: string; none: string }>
>
type Sorts<Key extends string> = Readonly<
  Record<Key, { slug: string; orders: readonly [Labelled, ...Labelled[]] }>
>
type Labelled = { label: string; direction: Direction }

export const asc = (label: string) => ({ label, direction: 'asc' }) as const
export const desc = (label: string) => ({ label, direction: 'desc' }) as const

/** Every list of contributions is newest first by default. */
export const SORT_BY_DATE = {
  slug: 'fecha',
  orders: [desc('Más recientes primero'), asc('Más antiguos primero')],
} as const
export const SORT_BY_METHOD = { slug: 'metodo', orders: [asc('Por método')] } as const

export const NO_CHOICE = { all: { slug: 'todos', label: '', none: '' } } as const

/** Returns the choices as tabs and menus offer them. */
export function optionsOf<Value extends string>(choices: Choices<Value>) {
  return keysOf(choices).map((value) => ({ value, label: choices[value].label }))
}

/** Returns the orders as `SortMenu` offers them. */
export function ordersOf<Key extends string>({ sorts }: { sorts: Sorts<Key> }): SortOption<Key>[] {
  return keysOf(sorts).flatMap((key) => sorts[key].orders.map((order) => ({ ...order, key })))
}

/** Returns whether `sort` is by one of the list's orders, not by a column without one. */
export function isSortOf<Key extends string>(
  { sorts }: { sorts: Sorts<Key> },
  sort: Sort<string>,
): sort is Sort<Key> {
  return Object.hasOwn(sorts, sort.key)
}

export function keysOf<Key extends string>(record: Readonly<Record<Key, unknown>>): Key[] {
  return Object.keys(record) as Key[]
}

const MAX_SEARCH_LENGTH = 200
const MAX_PAGE = 10_000_000
const WHOLE = 'todo'

/** A missing or unknown slug means the default. */
export function readListView<Filter extends string, Key extends string, Method extends string>(
  query: string,
  list: ListDefinition<Filter, Key, Method>,
): ListView<Filter, Key, Method> {
  const params = new URLSearchParams(query)
  const read = (name: string) => params.get(nameOf(list, name)) ?? ''
  const usual = defaultSortOf(list)
  const direction = read('sentido')
  const page = Number(read('pagina'))
  return {
    search: read('buscar').slice(0, MAX_SEARCH_LENGTH),
    filter: valueIn(list.filters, read('estado')) ?? firstOf(list.filters),
    method: valueIn(list.methods, read('metodo')) ?? firstOf(list.methods),
    sort: {
      key: valueIn(list.sorts, read('orden')) ?? usual.key,
      direction: direction === 'asc' || direction === 'desc' ? direction : usual.direction,
    },
    page: Number.isInteger(page) && page >= 1 && page <= MAX_PAGE ? page : 1,
    isWhole: read('ver') === WHOLE,
  }
}

/** Returns `query` with the parameters of `list` set to `view`; other parameters stay. */
export function writeListView<Filter extends string, Key extends string, Method extends string>(
  query: string,
  view: ListView<Filter, Key, Method>,
  list: ListDefinition<Filter, Key, Method>,
): string {
  const { filters, methods, sorts } = list
  const usual = defaultSortOf(list)
  const params = new URLSearchParams(query)
  const write = (name: string, value: string, defaultValue: string) => {
    if (value === defaultValue) params.delete(nameOf(list, name))
    else params.set(nameOf(list, name), value)
  }
  write('buscar', view.search, '')
  write('estado', filters[view.filter].slug, filters[firstOf(filters)].slug)
  write('metodo', methods[view.method].slug, methods[firstOf(methods)].slug)
  write('orden', sorts[view.sort.key].slug, sorts[usual.key].slug)
  write('sentido', view.sort.direction, usual.direction)
  write('pagina', String(view.page), '1')
  write('ver', view.isWhole ? WHOLE : '', '')
  return params.toString()
}

function defaultSortOf<Key extends string>({
  sorts,
  defaultSort,
}: Pick<ListDefinition<string, Key, string>, 'sorts' | 'defaultSort'>): Sort<Key> {
  const key = firstOf(sorts)
  return defaultSort ?? { key, direction: sorts[key].orders[0].direction }
}

function nameOf({ prefix }: { prefix?: string }, name: string): string {
  return prefix ? `${prefix}-${name}` : name
}

function valueIn<Value extends string>(choices: WithSlug<Value>, slug: string): Value | undefined {
  return keysOf(choices).find((value) => choices[value].slug === slug)
}

function firstOf<Value extends string>(choices: Readonly<Record<Value, unknown>>): Value {
  const [first] = keysOf(choices)
  if (first === undefined) throw new Error('A list needs at least one choice')
  return first
}

/** The URL changes after the rows are drawn: the change blocks the browser for 20 ms. */
const PRESS_PAUSE_MS = 100
/** While a person types the URL changes less often: Safari allows 100 changes in 30 s. */
const TYPING_PAUSE_MS = 350

/**
 * Returns the view of a list and the functions that change it. The URL holds the view, so that a reload restores it.
 * Every change except one of the page returns to page 1.
 */
export function useListView<
  Filter extends string,
  Key extends string,
  Method extends string = 'all',
>(list: ListDefinition<Filter, Key, Method>) {
  const { key } = useLocation()
  // Read from window: the router does not know what replaceQuery wrote.
  const [shown, setShown] = useState(() => ({
    key,
    view: readListView(window.location.search, list),
  }))
  const { view } = shown

  // After a link or a step back the view follows the URL, before anything of this render is drawn.
  if (shown.key !== key) {
    const isSame = ownQuery(list) === writeListView('', view, list)
    setShown({ key, view: isSame ? view : readListView(window.location.search, list) })
  }

  useEffect(() => {
    const before = ownQuery(list)
    if (writeListView('', view, list) === before) return
    const write = () => {
      // A link changed the URL meanwhile, and the view follows it in a moment.
      if (ownQuery(list) !== before) return
      replaceQuery(writeListView(window.location.search, view, list))
    }
    const isTyping = view.search !== readListView(before, list).search
    const timer = setTimeout(write, isTyping ? TYPING_PAUSE_MS : PRESS_PAUSE_MS)
    return () => clearTimeout(timer)
  }, [view, list])

  type Changes = Partial<ListView<Filter, Key, Method>>
  const changed = (current: ListView<Filter, Key, Method>, changes: Changes) => ({
    ...current,
    page: 1,
    ...changes,
  })

  return {
    view,
    change: (changes: Changes) =>
      setShown((current) => ({ ...current, view: changed(current.view, changes) })),
    /** The view that `change` would show. */
    preview: (changes: Changes) => changed(view, changes),
  }
}

/** Returns the URL's parameters of `list` alone: another list of the screen has its own. */
function ownQuery<Filter extends string, Key extends string, Method extends string>(
  list: ListDefinition<Filter, Key, Method>,
): string {
  return writeListView('', readListView(window.location.search, list), list)
}

/** Changes the URL without the router, which would render the whole screen again before the rows. */
function replaceQuery(query: string): void {
  const { pathname, hash } = window.location
  const address = `${pathname}${query === '' ? '' : `?${query}`}${hash}`
  window.history.replaceState(window.history.state, '', address)
}
