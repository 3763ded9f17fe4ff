import { AppError } from '../../shared/errors.ts'
import type { Refusal } from '../../shared/named-mutation.ts'

/** A refusal that crossed from a worker or another tab, as the error it was there. */
export function errorOf({ code, message, field }: Refusal): AppError {
  return new AppError(code, message, field === undefined ? {} : { field })
}
