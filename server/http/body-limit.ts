import { bodyLimit } from 'hono/body-limit'
import { AppError } from '../../shared/errors.ts'

const MEGABYTE = 1024 * 1024

/** Refuses bodies that no form of ours could send. */
export const limitBody = bodyLimit({
  maxSize: MEGABYTE,
  onError: () => {
    throw new AppError('too-large', 'El envío es demasiado grande.')
  },
})
