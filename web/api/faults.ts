/* The latest unexpected errors, for the diagnosis page; in memory, separately in each page and worker. */
import { AppError } from '../../shared/errors.ts'

export interface Fault {
  message: string
  at: string
  times: number
}

const MOST_FAULTS = 20

let kept: Fault[] = []

export function keepFault(error: unknown): void {
  const message = messageOf(error)
  const at = new Date().toISOString()
  const last = kept.at(-1)
  if (last?.message === message) kept[kept.length - 1] = { message, at, times: last.times + 1 }
  else kept = [...kept, { message, at, times: 1 }].slice(-MOST_FAULTS)
}

export function recentFaults(): readonly Fault[] {
  return kept
}

/** Leaves out an AppError's message, which may contain names, and the stack, which has the engine's whole source. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AppError) {
    const { code, cause } = error
    return cause === undefined ? code : `${code} · ${messageOf(cause)}`
  }
  const { code } = error as { code?: unknown }
  return `${error.name}${typeof code === 'string' ? ` [${code}]` : ''}: ${error.message}`
}
