/* Runs a command, and reads its arguments. */

/** Runs a command; when it fails, prints the error's message and lets the process end with 1. */
export async function runMain(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    console.error(messageOf(error))
    process.exitCode = 1
  }
}

/** Lets a signal run the 'exit' handlers, which end servers and browsers and remove folders. `before` runs first. */
export function exitOnSignals(before?: () => void): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, () => {
      before?.()
      process.exit(1)
    })
  }
}

/** Throws an Error with a sentence unless it is a whole number from `min` to `max`. */
export function wholeNumber(option: string, given: string, min: number, max?: number): number {
  const number = Number(given)
  const isWritten = given.trim() !== '' // Number('') is 0
  const isInRange = number >= min && number <= (max ?? Number.MAX_SAFE_INTEGER)
  if (isWritten && Number.isInteger(number) && isInRange) return number
  const range = max === undefined ? `desde ${min}` : `entre ${min} y ${max.toLocaleString('es-AR')}`
  throw new Error(`${option} debe ser un número entero ${range}`)
}

/** Throws an Error with a sentence unless it is one of `names`. */
export function oneOf<Name extends string>(
  option: string,
  names: readonly Name[],
  given: string,
): Name {
  const name = names.find((name) => name === given)
  if (!name) throw new Error(`${option} debe ser uno de: ${names.join(', ')}`)
  return name
}

/** Reads a command's arguments with `read`; for invalid ones prints `usage`, or what is wrong with a value, and exits with 2. */
export function readOrExit<Arguments>(usage: string, read: () => Arguments): Arguments {
  try {
    return read()
  } catch (error) {
    console.error(isOfParseArgs(error) ? usage : messageOf(error))
    process.exit(2)
  }
}

/** Node's sentences are English, and take several lines. */
function isOfParseArgs(error: unknown): boolean {
  return error instanceof Error && 'code' in error && /^ERR_PARSE_ARGS_/.test(String(error.code))
}

function messageOf(error: unknown): unknown {
  return error instanceof Error ? error.message : error
}
