import type { ReadJob, ReadResult } from './read-job.ts'
import type { FromReader, ToReader } from './read-worker.ts'
import type { Review, ReviewLine } from './review.ts'

export interface ReadingFiles {
  result: Promise<ReadResult>
  cancel: () => void
}

/** Loaded ahead, so that the first file need not wait. */
let ready: Worker | null = null

const newWorker = () => new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })

/** Returns a function that ends the worker if it was not used. */
export function prepareReader(): () => void {
  const worker = newWorker()
  ready = worker
  const forget = () => {
    if (ready === worker) ready = null
  }
  // The next one reports why it could not be loaded.
  worker.onerror = forget
  return () => {
    if (ready === worker) worker.terminate()
    forget()
  }
}

/** `result` never settles after `cancel`. */
export function startReading(
  { facts, ...job }: ReadJob,
  files: File[],
  onRows: (file: string, rows: number) => void,
): ReadingFiles {
  const worker = ready ?? newWorker()
  ready = null
  const lines: ReviewLine[] = []
  const pairs: Review['pairs'] = {}
  const post = (message: ToReader) => worker.postMessage(message)
  let isCancelled = false
  const result = new Promise<ReadResult>((resolve, reject) => {
    const fail = (error: Error) => {
      worker.terminate()
      // The facts of a cancelled reading may fail seconds later, while other files are read.
      if (!isCancelled) reject(error)
    }
    post({ type: 'files', job, files })
    facts.then((facts) => post({ type: 'facts', facts }), fail)
    worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
      if (data.type === 'rows') return onRows(data.file, data.rows)
      if (data.type === 'part') {
        lines.push(...data.lines)
        Object.assign(pairs, data.pairs)
        return
      }
      if (data.type === 'failed') return fail(new Error(data.message))
      worker.terminate()
      const { review } = data.result
      resolve({ ...data.result, review: review && { ...review, lines, pairs } })
    }
    worker.onerror = ({ message }) => fail(new Error(message))
  })
  return {
    result,
    cancel() {
      isCancelled = true
      worker.terminate()
    },
  }
}
