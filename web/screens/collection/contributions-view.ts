/*
 * The view of the list of contributions on `/colecta/:id`: its filters and orders, the rows of a page or of a scroll
 * position, and the views that are loaded ahead because they are one press away.
 */
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { type Contribution, METHOD_NAMES } from '../../../shared/contribution.ts'
import {
  CONTRIBUTIONS_PER_PAGE,
  CONTRIBUTIONS_PER_WINDOW,
  type ContributionFilter,
  type ContributionSort,
  collectionContributions,
  type MethodFilter,
} from '../../../shared/queries/collection-contributions.ts'
import { keepPrefetched } from '../../api/keep-prefetched.ts'
import { prefetch } from '../../api/live.ts'
import { useQuery } from '../../api/use-query.ts'
import { pagesAround } from '../../components/pager.tsx'
import type { RowRange } from '../../components/row-scroller.tsx'
import {
  asc,
  desc,
  keysOf,
  type ListDefinition,
  SORT_BY_DATE,
  SORT_BY_METHOD,
  type useListView,
} from '../../features/lists/list-view.ts'

export const CONTRIBUTIONS: ListDefinition<ContributionFilter, ContributionSort, MethodFilter> = {
  filters: {
    all: { slug: 'todos', label: 'Todos', none: 'Todavía no hay aportes' },
    unverified: { slug: 'por-verificar', label: 'Por verificar', none: 'Nada por verificar' },
    verified: { slug: 'acreditados', label: 'Acreditados', none: 'Ningún aporte acreditado' },
    pending: { slug: 'pendientes', label: 'Pendientes', none: 'Ningún aporte pendiente' },
    rejected: { slug: 'rechazados', label: 'Rechazados', none: 'Ningún aporte rechazado' },
    hidden: { slug: 'ocultos', label: 'Ocultos', none: 'Ningún aporte oculto' },
  },
  methods: {
    all: { slug: 'todos', label: 'Todos los métodos', none: '' },
    Transferencia: {
      slug: 'transferencia',
      label: METHOD_NAMES.Transferencia,
      none: ' por transferencia',
    },
    Manual: { slug: 'manual', label: METHOD_NAMES.Manual, none: ' por registro manual' },
    MercadoPago: {
      slug: 'mercado-pago',
      label: METHOD_NAMES.MercadoPago,
      none: ' con Mercado Pago',
    },
    MODO: { slug: 'modo', label: METHOD_NAMES.MODO, none: ' con MODO' },
  },
  sorts: {
    date: SORT_BY_DATE,
    name: { slug: 'aportante', orders: [asc('Por nombre')] },
    amount: {
      slug: 'monto',
      orders: [desc('Mayor monto primero'), asc('Menor monto primero')],
    },
    method: SORT_BY_METHOD,
    message: { slug: 'mensaje', orders: [desc('Por mensaje')] },
  },
}

export type ContributionsView = ReturnType<
  typeof useListView<ContributionFilter, ContributionSort, MethodFilter>
>

/** Returns the arguments of the query for a view, or for another page or (all rows in one scroll) window of it. */
function queryOf({ id }: Collection, view: ContributionsView['view'], page?: number) {
  const { search, filter, method, sort, isWhole } = view
  const { key, direction } = sort
  const size = isWhole ? CONTRIBUTIONS_PER_WINDOW : CONTRIBUTIONS_PER_PAGE
  page ??= Math.floor(firstRowOf(view) / size) + 1
  return { collectionId: id, search, state: filter, method, sort: key, direction, page, size }
}

/** Index in the whole list. */
export function firstRowOf({ page }: Pick<ContributionsView['view'], 'page'>): number {
  return (page - 1) * CONTRIBUTIONS_PER_PAGE
}

export function pageOfRow(index: number): number {
  return Math.floor(index / CONTRIBUTIONS_PER_PAGE) + 1
}

/** Loads ahead the rows that the list will show after `changes`. */
export function prefetchView(
  collection: Collection,
  { preview }: ContributionsView,
  changes: Parameters<ContributionsView['preview']>[0],
): void {
  void prefetch(collectionContributions, queryOf(collection, preview(changes)))
}

interface Shown {
  rows: Contribution[]
  /** Index of the first row in the whole list. */
  first: number
  total: number
  /** Key of the query that returned the rows. */
  key: string
}

/**
 * Returns the rows of a page, or those of `range` when all are in one scroll. Until they arrive, returns the rows shown
 * before. While a person scrolls faster than rows arrive, each result is shown before the next query starts.
 */
export function useRows(collection: Collection, view: ContributionsView['view'], range: RowRange) {
  const { isWhole, page } = view
  const size = isWhole ? CONTRIBUTIONS_PER_WINDOW : CONTRIBUTIONS_PER_PAGE
  const [asked, setAsked] = useState(range.first)
  const [from, to] = isWhole ? windowsOf(asked) : [page, page]
  const found = usePage(queryOf(collection, view, from))
  const next = usePage(queryOf(collection, view, to))
  const before = useRef<Shown>({ rows: [], first: 0, total: 0, key: '' })
  const [wantedFrom, wantedTo] = windowsOf(range.first)
  const isWanted = wantedFrom >= from && wantedTo <= to
  const first = isWanted ? range.first : asked
  const { count } = range

  // biome-ignore lint/correctness/useExhaustiveDependencies: equal answers stay the same object
  const shown = useMemo((): Shown => {
    if (!found.answer || !next.answer) return before.current
    const { rows, total } = found.answer
    const { key } = found
    if (!isWhole) return { rows, first: firstRowOf(view), total, key }
    if (!found.isAsked || !next.isAsked) return before.current
    const both = from === to ? rows : [...rows, ...next.answer.rows]
    const skipped = first - (from - 1) * size
    return { rows: both.slice(skipped, skipped + count), first, total, key }
  }, [found.answer, next.answer, found.isAsked, next.isAsked, isWhole, first, count])

  useLayoutEffect(() => {
    before.current = shown
  })

  const isWaiting = [found, next].some(({ state, isAsked }) => state.name !== 'failed' && !isAsked)
  useLayoutEffect(() => {
    if (isWhole && !isWanted && !isWaiting) setAsked(range.first)
  }, [isWhole, isWanted, isWaiting, range.first])

  const { total } = shown
  // biome-ignore lint/correctness/useExhaustiveDependencies: whenever other rows are shown
  useEffect(() => {
    if (!found.isCurrent) return
    const pageCount = Math.ceil(total / size)
    const neighbours = [to + 1, from - 1].filter((page) => page > 0 && page <= pageCount)
    const pages = isWhole ? neighbours : [...neighbours, ...otherPages(page, pageCount)]
    const isSearch = view.search !== '' || view.method !== 'all'
    const nearby = pages.map((page) => queryOf(collection, view, page))
    const others = isSearch ? [] : otherViews(view).map((other) => queryOf(collection, other))
    const ask = (args: ReturnType<typeof queryOf>) => prefetch(collectionContributions, args)
    const stopNearby = keepPrefetched(nearby, ask, isSearch ? SEARCH_PAUSE_MS : NEARBY_PAUSE_MS)
    const stopOthers = keepPrefetched(others, ask, OTHERS_PAUSE_MS)
    return () => {
      stopNearby()
      stopOthers()
    }
  }, [found.isCurrent, found.answer, to])

  const { state } = next.state.name === 'failed' ? next : found
  return { state, isCurrent: found.isCurrent, shown }
}

/** Pauses before loading ahead, so that the rows on the screen are drawn first. */
const NEARBY_PAUSE_MS = 30
const OTHERS_PAUSE_MS = 200
/** A search reads all rows. The next key would wait for it. */
const SEARCH_PAUSE_MS = 500

/** Returns the other pages that have a button in the pager. */
function otherPages(page: number, pageCount: number): number[] {
  return pagesAround(page, pageCount).filter(
    (item): item is number => typeof item === 'number' && item !== page,
  )
}

type View = ContributionsView['view']

/** Returns the views that are one press away: all rows in another order, or the rows of another state. */
function otherViews(view: View): View[] {
  const orders = keysOf(CONTRIBUTIONS.sorts).flatMap((key) =>
    (['asc', 'desc'] as const).map((direction) => ({ sort: { key, direction } })),
  )
  // Hidden contributions are not in the indexes that the other states use.
  const filters = keysOf(CONTRIBUTIONS.filters).filter((filter) => filter !== 'hidden')
  return [...orders, ...filters.map((filter) => ({ filter }))].map((changes) => ({
    ...view,
    page: 1,
    ...changes,
  }))
}

/** Rows; more than a screen ever shows. */
const MOST_VISIBLE = 40

/** Returns the first and last window with the rows of a screen. */
function windowsOf(first: number): [from: number, to: number] {
  const windowOf = (index: number) => Math.floor(index / CONTRIBUTIONS_PER_WINDOW) + 1
  return [windowOf(first), windowOf(first + MOST_VISIBLE - 1)]
}

function usePage(args: ReturnType<typeof queryOf>) {
  const state = useQuery(collectionContributions, args)
  const isReady = state.name === 'ready'
  return {
    state,
    answer: isReady ? state.answer : null,
    key: isReady ? state.key : '',
    /** False while the rows are those of the arguments before. */
    isAsked: isReady && !state.isPrevious,
    isCurrent: isReady && !state.stale,
  }
}
