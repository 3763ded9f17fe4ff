/** An error that the simulation injects into an engine. */
export class EngineFault extends Error {
  /** As PostgreSQL says that its files are damaged; absent when the engine stumbles once. */
  readonly code?: string

  constructor(message: string, code?: string) {
    super(message)
    if (code !== undefined) this.code = code
  }
}

export interface EngineFaults {
  /** Lets a statement fail after so many others: once, or as damaged files do. */
  failAfter(statements: number, kind: 'once' | 'damaged'): void
  /** Throws when its statement is to fail. */
  beforeStatement(): void
}

export function createEngineFaults(): EngineFaults {
  let left = Number.POSITIVE_INFINITY
  let code: string | undefined
  return {
    failAfter(statements, kind) {
      left = statements
      code = kind === 'damaged' ? 'XX001' : undefined
    },
    beforeStatement() {
      left -= 1
      if (left > 0) return
      left = Number.POSITIVE_INFINITY
      throw new EngineFault('The engine stumbles', code)
    },
  }
}
