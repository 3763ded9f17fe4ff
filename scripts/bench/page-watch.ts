/*
 * Runs inside the page, before its own script: records messages between page and replica worker, and when results are
 * on the screen. It changes neither.
 */

/** Times of one query, in ms. */
export interface Shown {
  /** From the key or click, by the browser's time, to the query's message to the worker. */
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

/** A contribution of somebody else appears on screen; clock times in ms. */
export interface Arrival {
  name: string
  /** The worker reported a change and answered the query that followed. */
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
  /** In ms; 0 below 50. The page responds to no key meanwhile. */
  longestTask: number
  /** Waits for the response to the next query about contributions; await `shown`. */
  expectShown(search?: string): void
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
  const QUESTION = 'collection-contributions'
  const PATIENCE = 60_000 // ms
  interface Answer {
    rows: { contributorName: string }[]
    total: number
  }
  interface State {
    copy: string
    rows: number | null
  }
  interface Question {
    asked: number
    search: string
    onAnswer?: (answer: Answer, at: number) => void
  }

  const opening: Opening = { engine: null, ready: null, answered: null, painted: null, rows: null }
  const questions = new Map<unknown, Question>()
  const asksState = new Set<unknown>()
  let acted = 0
  let changed = 0
  let answered = 0
  let onFile: ((file: MadeFile) => void) | undefined
  let onQuestion: ((question: Question) => void) | undefined

  for (const type of ['keydown', 'click']) {
    const note = (event: Event) => {
      if (event.isTrusted) acted = event.timeStamp
    }
    window.addEventListener(type, note, { capture: true })
  }

  window.Worker = class extends Worker {
    constructor(url: string | URL, options?: WorkerOptions) {
      super(url, options)
      this.addEventListener('message', ({ data }) => hear(data))
    }

    override postMessage(message: unknown, ...rest: unknown[]): void {
      say(message)
      super.postMessage(message, ...(rest as []))
    }
  }

  function say(message: unknown): void {
    const { id, call, args } = message as { id: unknown; call?: string; args?: unknown[] }
    if (call === 'state') asksState.add(id)
    if (call !== 'answer') return
    const [name, details] = args as [string, { search?: string }]
    const question: Question = { asked: performance.now(), search: details.search ?? '' }
    questions.set(id, question)
    if (name === QUESTION) onQuestion?.(question)
  }

  function hear(message: unknown): void {
    const { id, ok, value, event } = message as {
      id?: unknown
      ok?: boolean
      value?: unknown
      event?: { type: string; state?: State }
    }
    const at = performance.now()
    if (event?.type === 'changed') changed = at
    if (event?.state) hearState(event.state, at)
    if (ok && asksState.delete(id)) hearState(value as State, at)
    const question = questions.get(id)
    if (question && ok) {
      opening.answered ??= at
      answered = at
      questions.delete(id)
      question.onAnswer?.(value as Answer, at)
    }
  }

  function hearState({ copy, rows }: State, at: number): void {
    opening.engine ??= at
    if (copy === 'ready') opening.ready ??= at
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
    const observer = new MutationObserver(() => {
      if (!isTrue()) return
      observer.disconnect()
      then()
    })
    observer.observe(document, { childList: true, subtree: true, characterData: true })
  }

  const COUNT = new Intl.NumberFormat('es-AR')

  function shows({ rows, total }: Answer): boolean {
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
    opening,
    arrivals: [],
    longestTask: 0,

    shown: new Promise(() => {}),
    expectShown(search) {
      const since = performance.now()
      watch.shown = new Promise((resolve, reject) => {
        setTimeout(
          () => reject(new Error('The copy’s answer never came onto the screen')),
          PATIENCE,
        )
        onQuestion = (question) => {
          // Ignores queries that the page made by itself or for the previous key.
          if (acted < since || (search !== undefined && question.search !== search)) return
          onQuestion = undefined
          question.onAnswer = (answer, answeredAt) =>
            whenTrue(
              () => shows(answer),
              () =>
                afterPaint((at) =>
                  resolve({
                    asked: question.asked - acted,
                    answered: answeredAt - question.asked,
                    painted: at - acted,
                  }),
                ),
            )
        }
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
