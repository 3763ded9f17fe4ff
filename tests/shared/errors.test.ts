import { expect, it } from 'vitest'
import { AppError, asAppError, TOO_MANY_REQUESTS } from '../../shared/errors.ts'

it('carries code, message, field, pause and cause', () => {
  const cause = new Error('below')
  const options = { field: 'title', retryAfter: 30, cause }
  const error = new AppError('too-many-requests', TOO_MANY_REQUESTS, options)
  expect(error).toMatchObject({
    name: 'AppError',
    code: 'too-many-requests',
    message: 'Demasiados intentos. Espera unos minutos antes de intentar nuevamente.',
    ...options,
  })
})

it('returns a refusal unchanged', () => {
  const refusal = new AppError('not-found', 'La colecta no existe o ha sido eliminada.')
  expect(asAppError(refusal)).toBe(refusal)
})

it('makes an internal error of anything else, and keeps the cause', () => {
  const cause = new TypeError('x is not a function')
  const error = asAppError(cause)
  expect(error).toBeInstanceOf(AppError)
  expect(error).toMatchObject({
    code: 'internal',
    message: 'Ocurrió un error inesperado. Intenta nuevamente.',
    cause,
  })
})
