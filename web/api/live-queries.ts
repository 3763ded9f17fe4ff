/*
 * A query with a listener runs again whenever its result may be outdated, one call at a time. While a person types,
 * only the newest of the waiting calls still has a listener and runs next.
 */
import type { Results } from '@electric-sql/pglite'
import type { LiveNamespace, LiveQuery } from '@electric-sql/pglite/live'
import { AppError } from '../../shared/errors.ts'
import { queryCache } from './query-cache.ts'

export interface LiveRow<Answer = unknown> {
  key: string
  answer: Answer | undefined
  stale: boolean
  error: AppError | null
}

type Listener = (row: LiveRow) => void

export interface LiveQueries {
  /** For pglite-react: the SQL text is a query's name, the parameter its arguments as JSON, the only row a LiveRow. */
  query: LiveNamespace['query']
  refresh(): void
  /** Does nothing for a result that is up to date. Ignores failures. */
  prefetch(name: string, json: string): Promise<void>
  /** Runs failed queries again, and all if `isOld`, unless they are running. */
  poll(isOld: boolean): void
  seen(): LiveRow[]
}

/** May reject when `signal` aborts, because it has no listener any more. */
export type Ask = (name: string, json: string, signal: AbortSignal) => Promise<unknown>

interface Watch {
  name: string
  json: string
  row: LiveRow
  listeners: Set<Listener>
  due: boolean
}

/** Includes the person, so that results never reach another one. */
export function keyOf(name: string, json: string): string {
  return `${queryCache.owner()} ${name} ${json}`
}

export function rowOf<Answer = unknown>(key: string): LiveRow<Answer> {
  const known = queryCache.get<Answer>(key)
  return { key, answer: known?.answer, stale: known?.stale ?? false, error: null }
}

export function createLiveQueries(ask: Ask): LiveQueries {
  const watches = new Map<string, Watch>()
  const underWay = new Map<string, { key: string; stopping: AbortController }>()
  /** Keys of results that are up to date. Replaced, not changed, whenever something may have changed. */
  let current = new Set<string>()
  const prefetches = new Map<string, Promise<void>>()

  function isCurrent(key: string): boolean {
    return current.has(key) && queryCache.get(key) !== undefined
  }

  function watch(name: string, json: string): Watch {
    const key = keyOf(name, json)
    const open = watches.get(key)
    if (open) return open
    const due = !isCurrent(key)
    const opened = { name, json, row: rowOf(key), listeners: new Set<Listener>(), due }
    watches.set(key, opened)
    return opened
  }

  function leave({ name, row: { key }, listeners }: Watch, listener: Listener): void {
    if (!listeners.delete(listener) || listeners.size > 0) return
    watches.delete(key)
    const question = underWay.get(name)
    if (question?.key === key) question.stopping.abort()
  }

  async function askNext(name: string): Promise<void> {
    if (underWay.has(name)) return
    const next = [...watches.values()].find((watch) => watch.due && watch.name === name)
    if (!next) return
    const { key } = next.row
    const stopping = new AbortController()
    const owner = queryCache.owner()
    const asked = current
    underWay.set(name, { key, stopping })
    next.due = false
    // To the end of the queue, so that two queries that are always due alternate.
    watches.delete(key)
    watches.set(key, next)
    try {
      const answer = await ask(name, next.json, stopping.signal)
      if (queryCache.owner() === owner) take(key, answer, asked)
    } catch (cause) {
      if (!stopping.signal.aborted && queryCache.owner() === owner) fail(key, cause)
    } finally {
      underWay.delete(name)
      void askNext(name)
    }
  }

  function take(key: string, result: unknown, asked: Set<string>): void {
    const answer = reuse(queryCache.get(key)?.answer, result)
    queryCache.set(key, answer)
    asked.add(key)
    const row = watches.get(key)?.row
    if (row && (row.answer !== answer || row.stale || row.error))
      notify(key, { key, answer, stale: false, error: null })
  }

  function outdate(): void {
    current = new Set()
    prefetches.clear()
  }

  async function prefetch(name: string, json: string): Promise<void> {
    const key = keyOf(name, json)
    if (isCurrent(key) || underWay.get(name)?.key === key) return
    const own = prefetches.get(key) ?? askAhead(key, name, json)
    prefetches.set(key, own)
    await own
    if (prefetches.get(key) === own) prefetches.delete(key)
  }

  async function askAhead(key: string, name: string, json: string): Promise<void> {
    const owner = queryCache.owner()
    const asked = current
    try {
      const answer = await ask(name, json, new AbortController().signal)
      // A screen may have requested a newer result meanwhile.
      const isNewest = asked === current || queryCache.get(key) === undefined
      if (queryCache.owner() === owner && isNewest) take(key, answer, asked)
    } catch {}
  }

  function fail(key: string, cause: unknown): void {
    const error = cause instanceof AppError ? cause : new AppError('internal', String(cause))
    const row = watches.get(key)?.row
    if (row && row.error?.message !== error.message) notify(key, { ...row, error })
  }

  function notify(key: string, row: LiveRow): void {
    const watch = watches.get(key)
    if (!watch) return
    watch.row = row
    for (const listener of watch.listeners) listener(row)
  }

  async function query<T>(
    asked: string | Options<T>,
    params?: unknown[] | null,
    callback?: Callback<T>,
  ): Promise<LiveQuery<T>> {
    const options = typeof asked === 'string' ? { query: asked, params, callback } : asked
    const name = options.query
    const json = String(options.params?.[0])
    let subscriptions: { callback: Callback<T>; watched: Watch; listener: Listener }[] = []

    function subscribe(callback: Callback<T>): void {
      const watched = watch(name, json)
      const listener: Listener = (row) => callback(resultsOf(row))
      subscriptions.push({ callback, watched, listener })
      watched.listeners.add(listener)
      const { row } = watched
      if (row.answer !== undefined || row.error) listener(row)
      void askNext(name)
    }

    if (options.callback) subscribe(options.callback)
    const key = keyOf(name, json)
    return {
      initialResults: resultsOf(watches.get(key)?.row ?? rowOf(key)),
      subscribe,
      async unsubscribe(callback) {
        const isEnded = (own: Callback<T>) => callback === undefined || own === callback
        for (const { callback, watched, listener } of subscriptions)
          if (isEnded(callback)) leave(watched, listener)
        subscriptions = subscriptions.filter(({ callback }) => !isEnded(callback))
      },
      async refresh() {
        for (const { watched } of subscriptions) watched.due = true
        void askNext(name)
      },
    }
  }

  return {
    query,

    prefetch,

    refresh() {
      outdate()
      for (const watch of watches.values()) watch.due = true
      for (const name of namesOf(watches)) void askNext(name)
    },

    poll(isOld) {
      if (isOld) outdate()
      for (const watch of watches.values()) {
        const isAsked = underWay.get(watch.name)?.key === watch.row.key
        if (!isAsked && (isOld || watch.row.error)) watch.due = true
      }
      for (const name of namesOf(watches)) void askNext(name)
    },

    seen: () =>
      [...watches.values()].map(({ row }) => row).filter(({ answer }) => answer !== undefined),
  }
}

/** Reuses the known objects of equal rows, so that React does not render unchanged rows again. */
function reuse(known: unknown, result: unknown): unknown {
  if (JSON.stringify(known) === JSON.stringify(result)) return known
  if (!hasRows(known) || !hasRows(result)) return result
  const knownRows = new Map(known.rows.map((row) => [JSON.stringify(row), row]))
  const rows = result.rows.map((row) => knownRows.get(JSON.stringify(row)) ?? row)
  return { ...result, rows }
}

function hasRows(answer: unknown): answer is { rows: unknown[] } {
  return answer instanceof Object && 'rows' in answer && Array.isArray(answer.rows)
}

type Callback<T> = (results: Results<T>) => void

/** PGlite's other form of the parameters; a named query has pages of its own instead of windows. */
interface Options<T> {
  query: string
  params?: unknown[] | null | undefined
  callback?: Callback<T> | undefined
}

function resultsOf<T>(row: LiveRow): Results<T> {
  return { rows: [row as T], fields: [] }
}

/** Returns lists first: a replica runs one query at a time, and lists take longest to render. */
function namesOf(watches: ReadonlyMap<string, Watch>): Set<string> {
  const rank = ({ row }: Watch) => (hasRows(row.answer) ? 0 : 1)
  const inOrder = [...watches.values()].sort((a, b) => rank(a) - rank(b))
  return new Set(inOrder.map(({ name }) => name))
}
