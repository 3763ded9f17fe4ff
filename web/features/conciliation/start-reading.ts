import type { ReadJob, ReadResult } from './read-job.ts'
import type { FromReader, ToReader } from './read-worker.ts'
import type { Review, ReviewLine } from './review.ts'

export interface ReadingFiles {
  result: Promise<ReadResult>
  cancel: () => void
}

/** Reads files in a worker of its own. `result` never settles after `cancel`. */
export function startReading(
  job: ReadJob,
  files: File[],
  onRows: (file: string, rows: number) => void,
): ReadingFiles {
  const worker = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' })
  const lines: ReviewLine[] = []
  const pairs: Review['pairs'] = {}
  const result = new Promise<ReadResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
      if (data.type === 'rows') return onRows(data.file, data.rows)
      if (data.type === 'part') {
        lines.push(...data.lines)
        Object.assign(pairs, data.pairs)
        return
      }
      worker.terminate()
      if (data.type === 'failed') return reject(new Error(data.message))
      const { review } = data.result
      resolve({ ...data.result, review: review && { ...review, lines, pairs } })
    }
    worker.onerror = ({ message }) => {
      worker.terminate()
      reject(new Error(message))
    }
  })
  worker.postMessage({ job, files } satisfies ToReader)
  return { result, cancel: () => worker.terminate() }
}
