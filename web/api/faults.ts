/*
 * The last errors that should not have happened, for the diagnosis page. They stay in memory: the page has
 * its own, and the worker of the replica has its own.
 */
import { AppError } from '../../shared/errors.ts'

export interface Fault {
  message: string
  /** When it happened last, ISO. */
  at: string
  /** How often in a row. */
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

/** Returns the last 20, oldest first. */
export function recentFaults(): readonly Fault[] {
  return kept
}

/**
 * Returns what an error says, in one line. An AppError is told by its code, since its sentence may name
 * people; the stack is left out, since the engine's has the whole engine in it.
 */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof AppError) {
    const { code, cause } = error
    return cause === undefined ? code : `${code} · ${messageOf(cause)}`
  }
  const { code } = error as { code?: unknown }
  return `${error.name}${typeof code === 'string' ? ` [${code}]` : ''}: ${error.message}`
}
