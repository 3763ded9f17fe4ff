/*
 * The questions that screens are asking right now. Each is asked again whenever its answer may have
 * grown old, for as long as somebody listens.
 *
 * Of one query one question is under way at a time. While a person types, the keys they press are
 * questions of the same query: whoever answers is busy with one of them, and of those that wait only
 * the last is still listened to and asked.
 */
import { AppError } from '../../shared/errors.ts'
import { answers } from './answers.ts'

/** How things stand with one question. */
export interface LiveRow<Answer = unknown> {
  /** Of the question: see `keyOf`. */
  key: string
  /** Undefined: there is none yet. */
  answer: Answer | undefined
  /** It is from an earlier visit. */
  stale: boolean
  /** Why the last attempt to answer it failed; null after one that succeeded. */
  error: AppError | null
}

export interface LiveResults {
  rows: [LiveRow]
  fields: { name: string; dataTypeID: number }[]
}

type Listener = (results: LiveResults) => void

export interface LiveQueries {
  /**
   * What pglite-react's useLiveQuery calls, with a named query's name for a text and its arguments, as
   * JSON, for the only parameter. Calls back with one row, at once when an answer is known.
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
  /** Asks again whatever is listened to, once the question under way is answered. */
  refresh(): void
  /** Asks again what `isOld` says may be old and what failed, unless it is being asked. */
  poll(isOld: boolean): void
  /** What is listened to and answered, the longest listened to first. */
  seen(): LiveRow[]
}

/** Answers a named query; may give up, rejecting, when `signal` says that nobody listens any more. */
export type Ask = (name: string, json: string, signal: AbortSignal) => Promise<unknown>

interface Watch {
  name: string
  json: string
  row: LiveRow
  listeners: Set<Listener>
  /** To be asked, again. */
  due: boolean
}

/** Of a named query, its arguments as JSON, and who asks: nobody ever hears another person's answer. */
export function keyOf(name: string, json: string): string {
  return `${answers.owner()} ${name} ${json}`
}

/** How things stand with a question, listened to or not. */
export function rowOf(key: string): LiveRow {
  const known = answers.get(key)
  return { key, answer: known?.answer, stale: known?.stale ?? false, error: null }
}

export function createLiveQueries(ask: Ask): LiveQueries {
  const watches = new Map<string, Watch>()
  /** By the query's name. */
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
    // To the end of the line: where two are always due each has its turn.
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
      // Its own, though the same function listened twice.
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
