import { AppError } from '../../shared/errors.ts'
import type { Refusal } from '../../shared/named-mutation.ts'
import { errorOf } from './error-of.ts'
import type { Host } from './tabs.ts'

/** What the worker sends: answers to calls, and what happened. */
export type FromWorker =
  | { id: number; ok: true; value: unknown }
  | { id: number; ok: false; error: Refusal }
  | { event: unknown }

/** Runs the copy in a dedicated worker: one message for a call, one for its answer. */
export function startWorkerHost(personId: string, announce: (event: unknown) => void): Host {
  const worker = new Worker(new URL('./worker.ts', import.meta.url), {
    type: 'module',
    name: personId,
  })
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  let calls = 0

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if ('event' in data) {
      announce(data.event)
      return
    }
    const asker = waiting.get(data.id)
    waiting.delete(data.id)
    if (data.ok) asker?.resolve(data.value)
    else asker?.reject(errorOf(data.error))
  }
  worker.onerror = () => {
    for (const asker of waiting.values()) asker.reject(new AppError('internal', COPY_FAILED))
    waiting.clear()
  }

  return {
    handle: (method, args) =>
      new Promise((resolve, reject) => {
        const id = calls++
        waiting.set(id, { resolve, reject })
        worker.postMessage({ id, call: method, args })
      }),
    close: () => worker.terminate(),
  }
}

const COPY_FAILED = 'La copia de este navegador no responde. Tus cambios están a salvo.'
