import type { PGlite } from '@electric-sql/pglite'
import { prepareStatements } from './prepared-statements.ts'

/**
 * Corrects an engine of PGlite (0.5.8), the server's or a replica's, and lets it prepare repeated statements. Returns the
 * same engine.
 */
export function correctPglite(engine: PGlite): PGlite {
  return prepareStatements(keepFewParsers(keepStack(engine)))
}

/** Parts of PGlite that this module needs. Its types omit the second. */
interface Engine {
  execProtocolRawSync(message: Uint8Array): Uint8Array
}
interface Internals {
  Module: { ___stack_pointer: WebAssembly.Global<'i32'> }
}

/**
 * Restores the stack pointer after each message. PGlite leaves a failed statement by a jump and never frees its part of
 * the engine's stack: after 3,000 errors every statement fails with "stack depth limit exceeded" until the next start.
 * Returns the same engine.
 */
export function keepStack<Given extends Engine>(engine: Given): Given {
  const stack = (engine as unknown as Internals).Module.___stack_pointer
  const run = engine.execProtocolRawSync.bind(engine)
  engine.execProtocolRawSync = (message) => {
    const before = stack.value
    try {
      return run(message)
    } finally {
      stack.value = before
    }
  }
  return engine
}

/** Types of PGlite's own parsers, and the arrays that a query may return: int4[], text[], int8[], uuid[], jsonb[]. */
const PARSED_TYPES = new Set([
  ...[16, 17, 20, 21, 23, 25, 26, 114, 700, 701, 1042, 1043, 1082, 1114, 1184, 3802],
  ...[1007, 1009, 1016, 2951, 3807],
])

/**
 * Removes parsers that no query needs: PGlite copies all parsers at each statement, and has 300 of them, one
 * for the arrays of each type and table. That takes as long as a short statement. Returns the same engine.
 */
export function keepFewParsers<Given extends { parsers: Record<number, unknown> }>(
  engine: Given,
): Given {
  const few = Object.entries(engine.parsers).filter(([type]) => PARSED_TYPES.has(Number(type)))
  engine.parsers = Object.fromEntries(few)
  return engine
}
