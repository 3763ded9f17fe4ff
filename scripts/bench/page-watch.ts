/*
 * Runs inside each page of a benchmark's browser (open-device.ts), before the page's script: records messages between
 * page and replica worker, and when results are on the screen. It changes neither.
 */

import type { ReplicaState } from '../../web/replica/replica-state.ts'
import type { FromWorker, ToWorker } from '../../web/replica/worker-host.ts'

/** Times of one query, in ms. */
export interface Shown {
  /** From the key or click, by the browser's time, to the query's message to the worker. Negative: it was prefetched. */
  asked: number
  /** From the key or click to after the frame with the rows. */
  painted: number
  /** From the query's message to the worker, to its response. */
  answered: number
}

/** In ms since the page began to load; null: not yet. */
export interface Opening {
  /** The worker's first message, after its database engine opened. */
  engine: number | null
  ready: number | null
  /** The replica's first response to a named query. */
  answered: number | null
  /** The frame with the dashboard's first rows, from either source. */
  painted: number | null
  /** Known once the replica is complete and flushed. */
  rows: number | null
}

/** Another person's contribution appears on screen; clock times in ms. */
export interface Arrival {
  name: string
  /** When the worker reported the change, and when it responded to the query that followed. */
  changed: number
  answered: number
  painted: number
}

export interface MadeFile {
  bytes: number
  /** In ms from the press. */
  made: number
}

export interface PageWatch {
  opening: Opening
  arrivals: Arrival[]
  /** Longest time in ms in which the page responds to no key; 0 below 50. */
  longestTask: number
  /** Calls `then` after the next frame is rendered, with `performance.now()`. */
  afterPaint(then: (at: number) => void): void
  /** Waits until the list shows the rows of another view, as the replica returned them; await `shown`. */
  expectShown(): void
  shown: Promise<Shown>
  /** Waits for the next file that the page offers; await `file`. */
  expectFile(): void
  file: Promise<MadeFile>
  /** Records when contributions of people whose name begins with `prefix` appear. */
  noteArrivals(prefix: string): void
}

declare global {
  interface Window {
    watch: PageWatch
  }
}

export function watchPage(): void {
  const WATCHED_QUERY = 'collection-contributions'
  const ALL_CHANGES = { childList: true, subtree: true, characterData: true, attributes: true }
  const TIMEOUT = 60_000 // ms
  interface Result {
    rows: { contributorName: string }[]
    total: number
  }
  interface Query {
    name: string
    view: string
    sent: number
  }

  const opening: Opening = { engine: null, ready: null, answered: null, painted: null, rows: null }
  const queries = new Map<string, Query>()
  /** The last results, by view. */
  const results = new Map<string, { result: Result; sent: number; answered: number }>()
  /** Called after each result: equal rows change nothing in the document. */
  const checks = new Set<() => void>()
  const stateCalls = new Set<string>()
  let acted = 0
  let changed = 0
  let answered = 0
  let onFile: ((file: MadeFile) => void) | undefined

  for (const type of ['keydown', 'click']) {
    const note = (event: Event) => {
      if (event.isTrusted) acted = event.timeStamp
    }
    window.addEventListener(type, note, { capture: true })
  }

  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }) => onReceived(data))
    }

    override postMessage(message: ToWorker, ...rest: unknown[]): void {
      onSent(message)
      super.postMessage(message, ...(rest as []))
    }
  }

  function onSent(message: ToWorker): void {
    if (message.type !== 'call') return
    const { id, method, args } = message
    if (method === 'state') stateCalls.add(id)
    if (method !== 'answer') return
    const [name, { search, state, sort, direction, page }] = args as [
      string,
      Record<string, unknown>,
    ]
    // Prefetched for a filter that is not pressed here.
    if (name === WATCHED_QUERY && state !== undefined && state !== 'all') return
    const view = [search, sort, direction, page].join()
    queries.set(id, { name, view, sent: performance.now() })
  }

  function onReceived(message: FromWorker): void {
    const at = performance.now()
    if (message.type === 'event') {
      if (message.event.type === 'changed') changed = at
      else onState(message.event.state, at)
    }
    if (message.type !== 'answer') return
    const { id, value } = message
    if (stateCalls.delete(id)) onState(value as ReplicaState, at)
    const query = queries.get(id)
    if (!query) return
    opening.answered ??= at
    answered = at
    queries.delete(id)
    if (query.name === WATCHED_QUERY)
      results.set(query.view, { result: value as Result, sent: query.sent, answered: at })
    for (const check of checks) check()
  }

  function onState({ replica, rows }: ReplicaState, at: number): void {
    opening.engine ??= at
    if (replica === 'ready') opening.ready ??= at
    opening.rows = rows
  }

  const { createObjectURL } = URL
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) onFile?.({ bytes: file.size, made: performance.now() - acted })
    return createObjectURL.call(URL, file)
  }

  /** A message sent at the beginning of a frame arrives after it is rendered. */
  function afterPaint(then: (at: number) => void): void {
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => then(performance.now())
      port2.postMessage(null)
    })
  }

  function whenTrue(isTrue: () => boolean, then: () => void): void {
    if (isTrue()) {
      then()
      return
    }
    const check = () => {
      if (!isTrue()) return
      observer.disconnect()
      checks.delete(check)
      then()
    }
    const observer = new MutationObserver(check)
    observer.observe(document, ALL_CHANGES)
    checks.add(check)
  }

  const SORTS: Record<string, string> = {
    Fecha: 'date',
    Aportante: 'name',
    Monto: 'amount',
    Método: 'method',
    Mensaje: 'message',
  }

  let order: [sort: string | undefined, direction: string] = ['date', 'desc']

  /** The view of the list, as the arguments of its query. An empty list has no header, so the order stays. */
  function shownView(): string {
    const list = document.querySelector('#aportes')
    const header = list?.querySelector('th[aria-sort]')
    const isUp = header?.getAttribute('aria-sort') === 'ascending'
    if (header) order = [SORTS[header.textContent], isUp ? 'asc' : 'desc']
    const search = list?.querySelector<HTMLInputElement>('input[type=search]')?.value
    const page = list?.querySelector('[aria-current=page]')?.textContent ?? '1'
    return [search, ...order, page].join()
  }

  const COUNT = new Intl.NumberFormat('es-AR')

  function shows({ rows, total }: Result): boolean {
    const shown = document.querySelectorAll('#aportes tbody tr')
    if (shown.length !== rows.length) return false
    if (rows.length === 0) return true
    const summary = document.querySelector('#aportes [role=status]')?.textContent
    if (!summary?.includes(` de ${COUNT.format(total)} `)) return false
    return rows.every(
      (row, i) => shown[i]?.querySelector('th')?.textContent === row.contributorName,
    )
  }

  const watch: PageWatch = {
    afterPaint,
    opening,
    arrivals: [],
    longestTask: 0,

    shown: new Promise(() => {}),
    expectShown() {
      const since = performance.now()
      const before = shownView()
      watch.shown = new Promise((resolve, reject) => {
        setTimeout(
          () => reject(new Error('The replica’s rows never appeared on the screen')),
          TIMEOUT,
        )
        const known = () => {
          const view = shownView()
          return acted >= since && view !== before ? results.get(view) : undefined
        }
        whenTrue(
          () => {
            const at = known()
            return at !== undefined && shows(at.result)
          },
          () => {
            const { sent, answered } = known() ?? { sent: 0, answered: 0 }
            afterPaint((at) =>
              resolve({ asked: sent - acted, answered: answered - sent, painted: at - acted }),
            )
          },
        )
      })
    },

    file: new Promise(() => {}),
    expectFile() {
      watch.file = new Promise((resolve) => {
        onFile = resolve
      })
    },

    noteArrivals(prefix) {
      const seen = new Set<string>()
      const look = () => {
        for (const cell of document.querySelectorAll('#aportes tbody th')) {
          const name = cell.textContent ?? ''
          if (!name.startsWith(prefix) || seen.has(name)) continue
          seen.add(name)
          const before = {
            changed: performance.timeOrigin + changed,
            answered: performance.timeOrigin + answered,
          }
          afterPaint((at) =>
            watch.arrivals.push({ name, ...before, painted: performance.timeOrigin + at }),
          )
        }
      }
      new MutationObserver(look).observe(document, { childList: true, subtree: true })
    },
  }
  window.watch = watch

  whenTrue(
    () => document.querySelector('table[aria-label="Mis Colectas"] tbody tr') !== null,
    () =>
      afterPaint((at) => {
        opening.painted = at
      }),
  )

  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries())
      watch.longestTask = Math.max(watch.longestTask, duration)
  }).observe({ type: 'longtask' })
}
