/* Parses input by zod schemas, with Spanish messages, on both sides. Also the schemas of common fields. */
import * as z from 'zod/mini'
import { AppError } from './errors.ts'
import { isId } from './id.ts'
import { type Centavos, formatMoney, MAX_AMOUNT } from './money.ts'
import { clean, cleanLines } from './text.ts'

const INVALID = 'Los datos no son válidos.'

// The library's default message is English. A package that imports all of zod would reset this global setting.
z.config({ localeError: () => INVALID })
const withSentence = { error: () => INVALID }

export type Problems = Record<string, string>

export type Checked<T> = { ok: true; value: T } | { ok: false; problems: Problems }

/** Parses `input` and keeps the first problem of each field, to show beside it (A9). */
export function check<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): Checked<z.output<Schema>> {
  const result = schema.safeParse(input, withSentence)
  if (result.success) return { ok: true, value: result.data }
  const problems: Problems = {}
  for (const issue of result.error.issues) {
    problems[fieldOf(issue) ?? ''] ??= issue.message
  }
  return { ok: false, problems }
}

/** Parses `input` or throws AppError('invalid-input') with the first problem and its field. */
export function parse<Schema extends z.ZodMiniType>(
  schema: Schema,
  input: unknown,
): z.output<Schema> {
  const result = schema.safeParse(input, withSentence)
  if (result.success) return result.data
  const issue = result.error.issues[0]
  const field = issue && fieldOf(issue)
  // Stryker disable next-line OptionalChaining: a failed parse always has an issue
  throw new AppError('invalid-input', issue?.message ?? INVALID, { field })
}

/** Returns the innermost name: for `changes.title`, the person can correct the title. */
function fieldOf(issue: { path: readonly PropertyKey[] }): string | undefined {
  return issue.path.findLast((step) => typeof step === 'string')
}

/** Returns the schema of a typed line: cleaned, then 1 to `max` characters. */
export function line(max: number, missing: string) {
  return z
    .pipe(z.string(missing), z.transform(clean))
    .check(z.minLength(1, missing), z.maxLength(max, tooLong(max)))
}

export function optionalLines(max: number) {
  return z
    .pipe(z.string('Este texto no es válido.'), z.transform(cleanLines))
    .check(z.maxLength(max, tooLong(max)))
}

const ONE_PESO: Centavos = 100

/** Returns the schema of an amount in centavos, with a message for each kind of error. 0 counts as missing. */
export function pesos(missing: string) {
  return z
    .number({
      error: (issue) =>
        issue.input === undefined || issue.input === null
          ? missing
          : 'Ese monto no es válido. Escríbelo con números, por ejemplo 15.000.',
    })
    .check(
      z.int(),
      z.gt(0, missing),
      z.gte(ONE_PESO, `El monto mínimo es ${formatMoney(ONE_PESO)}.`),
      z.lte(MAX_AMOUNT, `El monto máximo es ${formatMoney(MAX_AMOUNT)}.`),
    )
}

/** A UUID of any version, in lower case. */
export const id = z
  .pipe(
    z.string('El identificador no es válido.'),
    z.transform((text) => text.toLowerCase()),
  )
  .check(z.refine(isId, 'El identificador no es válido.'))

/** Postgres has no year 0. */
const afterYearZero = z.regex(/^(?!0000)/, INVALID)

/** A time, ISO 8601 in UTC. */
export const moment = z.iso.datetime().check(afterYearZero)

export const momentWithOffset = z.iso.datetime({ offset: true }).check(afterYearZero)

function tooLong(max: number): string {
  return `Es demasiado largo: puede tener hasta ${max} caracteres.`
}
