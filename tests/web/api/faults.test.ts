import { expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import { keepFault, recentFaults } from '../../../web/api/faults.ts'

it('records an AppError by its code and its cause, without its sentence', () => {
  keepFault(new AppError('conflict', 'Ya hay un aporte de Julieta Romero.'))
  expect(recentFaults().at(-1)?.message).toBe('conflict')
  const cause = new TypeError('Failed to fetch')
  keepFault(new AppError('unavailable', 'No hay conexión.', { cause }))
  expect(recentFaults().at(-1)?.message).toBe('unavailable · TypeError: Failed to fetch')
})

it('records the code of an error of the engine, without its stack', () => {
  keepFault(Object.assign(new Error('disk full'), { code: '53100' }))
  expect(recentFaults().at(-1)?.message).toBe('Error [53100]: disk full')
})

it('counts the same one in a row', () => {
  for (let time = 0; time < 3; time++) keepFault('Worker: no answer')
  expect(recentFaults().at(-1)).toMatchObject({ message: 'Worker: no answer', times: 3 })
})

it('keeps the last 20', () => {
  for (let fault = 1; fault <= 25; fault++) keepFault(`fault ${fault}`)
  expect(recentFaults()).toHaveLength(20)
  expect(recentFaults()[0]?.message).toBe('fault 6')
  expect(recentFaults().at(-1)?.message).toBe('fault 25')
})
