/*
 * The live queries of the screens. Each runs again whenever its result may be outdated, as long as it has a listener.
 *
 * Of one named query only one call runs at a time. While a person types, each key is a call of the same query. Of
 * those that wait only the last has a listener, so that only it runs next.
 */
import { AppError } from '../../shared/errors.ts'
import { answers } from './answers.ts'

/** The state of a live query. */
export interface LiveRow<Answer = unknown> {
  /** See `keyOf`. */
  key: string
  /** undefined before the first result. */
  answer: Answer | undefined
  /** Whether it is from an earlier visit. */
  stale: boolean
  /** The error of the last call; null after a success. */
  error: AppError | null
}

export interface LiveResults {
  rows: [LiveRow]
  fields: { name: string; dataTypeID: number }[]
}

type Listener = (results: LiveResults) => void

export interface LiveQueries {
  /**
   * Called by pglite-react's useLiveQuery, with the query's name as text and its arguments as JSON as only parameter.
   * Calls back with one row, at once when a result is cached.
   */
  query(
    name: string,
    params: readonly unknown[],
    listener: Listener,
  ): Promise<{
    initialResults: LiveResults
    unsubscribe(): Promise<void>
    refresh(): Promise<void>
  }>
  /** Runs all queries with listeners again. */
  refresh(): void
  /** Runs failed queries again, and all if `isOld`, unless they are running. */
  poll(isOld: boolean): void
  /** Returns the results with listeners, the oldest listener first. */
  seen(): LiveRow[]
}

/** Runs a named query; may reject when `signal` aborts, because it has no listener any more. */
export type Ask = (name: string, json: string, signal: AbortSignal) => Promise<unknown>

interface Watch {
  name: string
  json: string
  row: LiveRow
  listeners: Set<Listener>
  /** Whether it must run. */
  due: boolean
}

/** Returns a key of the query, its arguments and the person, so that results never reach another person. */
export function keyOf(name: string, json: string): string {
  return `${answers.owner()} ${name} ${json}`
}

/** Returns the state of a query, with or without listeners. */
export function rowOf(key: string): LiveRow {
  const known = answers.get(key)
  return { key, answer: known?.answer, stale: known?.stale ?? false, error: null }
}

export function createLiveQueries(ask: Ask): LiveQueries {
  const watches = new Map<string, Watch>()
  /** Running calls by the query's name. */
  const underWay = new Map<string, { key: string; stopping: AbortController }>()

  function watch(name: string, json: string): Watch {
    const key = keyOf(name, json)
    const open = watches.get(key)
    if (open) return open
    const opened = { name, json, row: rowOf(key), listeners: new Set<Listener>(), due: true }
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
    const owner = answers.owner()
    underWay.set(name, { key, stopping })
    next.due = false
    // To the end of the queue, so that two queries that are always due alternate.
    watches.delete(key)
    watches.set(key, next)
    try {
      const answer = await ask(name, next.json, stopping.signal)
      if (answers.owner() === owner) take(key, answer)
    } catch (cause) {
      if (!stopping.signal.aborted && answers.owner() === owner) fail(key, cause)
    } finally {
      underWay.delete(name)
      void askNext(name)
    }
  }

  function take(key: string, answer: unknown): void {
    answers.set(key, answer)
    tell(key, { key, answer, stale: false, error: null })
  }

  function fail(key: string, cause: unknown): void {
    const error = cause instanceof AppError ? cause : new AppError('internal', String(cause))
    const row = watches.get(key)?.row
    if (row && row.error?.message !== error.message) tell(key, { ...row, error })
  }

  function tell(key: string, row: LiveRow): void {
    const watch = watches.get(key)
    if (!watch) return
    watch.row = row
    for (const listener of watch.listeners) listener(resultsOf(row))
  }

  return {
    async query(name, [json], listener) {
      const watched = watch(name, String(json))
      // A function of its own, because the same listener may be added twice.
      const own: Listener = (results) => listener(results)
      watched.listeners.add(own)
      const { row } = watched
      if (row.answer !== undefined || row.error) own(resultsOf(row))
      void askNext(name)
      return {
        initialResults: resultsOf(row),
        unsubscribe: async () => leave(watched, own),
        async refresh() {
          watched.due = true
          void askNext(name)
        },
      }
    },

    refresh() {
      for (const watch of watches.values()) watch.due = true
      for (const name of namesOf(watches)) void askNext(name)
    },

    poll(isOld) {
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

function resultsOf(row: LiveRow): LiveResults {
  return { rows: [row], fields: [] }
}

function namesOf(watches: ReadonlyMap<string, Watch>): Set<string> {
  return new Set([...watches.values()].map(({ name }) => name))
}
