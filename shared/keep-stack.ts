/*
 * PGlite (0.5.8) leaves a failed statement by a jump and never frees its part of the engine's stack. After 3,000 errors
 * every statement fails with "stack depth limit exceeded" until the next start.
 */

/** Parts of PGlite that this module needs. Its types omit the second. */
interface Engine {
  execProtocolRawSync(message: Uint8Array): Uint8Array
}
interface Internals {
  Module: { ___stack_pointer: WebAssembly.Global<'i32'> }
}

/** Restores the stack pointer after each message, also after an error. Returns the same engine. */
export function keepStack<PGlite extends Engine>(engine: PGlite): PGlite {
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
