/*
 * An error of Postgres leaves PGlite (0.5.8) by a jump over the frames under way, and what those had of
 * the engine's stack is never given back: 700 bytes for a unique violation, 5,800 for a syntax error.
 * After 3,000 of them every statement fails with "stack depth limit exceeded", until the next start.
 */

/** What this needs of PGlite, whose types do not tell of the second. */
interface Engine {
  execProtocolRawSync(message: Uint8Array): Uint8Array
}
interface Insides {
  Module: { ___stack_pointer: WebAssembly.Global<'i32'> }
}

/** Gives the stack back after each message, however it ended. Answers the same engine. */
export function keepStack<PGlite extends Engine>(engine: PGlite): PGlite {
  const stack = (engine as unknown as Insides).Module.___stack_pointer
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
