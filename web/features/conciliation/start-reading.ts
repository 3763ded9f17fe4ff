import type { ReadJob, ReadResult } from './read-job.ts'
import type { FromReader, ToReader } from './read-worker.ts'

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
  const result = new Promise<ReadResult>((resolve, reject) => {
    worker.onmessage = ({ data }: MessageEvent<FromReader>) => {
      if (data.type === 'rows') return onRows(data.file, data.rows)
      worker.terminate()
      if (data.type === 'done') resolve(data.result)
      else reject(new Error(data.message))
    }
    worker.onerror = ({ message }) => {
      worker.terminate()
      reject(new Error(message))
    }
  })
  worker.postMessage({ job, files } satisfies ToReader)
  return { result, cancel: () => worker.terminate() }
}
