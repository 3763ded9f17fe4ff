import { AppError } from '../../shared/errors.ts'

/** Throws AppError('invalid-input'), also for the character U+0000, which Postgres cannot store. */
export function readJson(text: string): unknown {
  try {
    return JSON.parse(text, (key, value: unknown) => {
      if (holdsNul(key) || holdsNul(value)) throw new SyntaxError('U+0000')
      return value
    })
  } catch (cause) {
    throw new AppError('invalid-input', 'Los datos no son válidos.', { cause })
  }
}

function holdsNul(value: unknown): boolean {
  return typeof value === 'string' && value.includes('\0')
}
