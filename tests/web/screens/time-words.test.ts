import { expect, it } from 'vitest'
import { today } from '../../../shared/dates.ts'
import { timeWords } from '../../../web/screens/contribute/collection-summary.tsx'

const open = (deadline: string) => timeWords({ deadline, status: 'abierta' }, '2026-11-21')
const closed = (deadline: string) => timeWords({ deadline, status: 'cerrada' }, '2026-11-21')

it('shows the deadline, and how many days are left', () => {
  expect(open('2026-11-28')).toEqual({
    deadline: 'Fecha límite: 28/11/2026',
    left: 'Faltan 7 días',
  })
  expect(open('2026-11-22').left).toBe('Falta 1 día')
  expect(open('2026-11-21').left).toBe('Último día')
})

it('shows that a colecta closes by itself while it is open', () => {
  const closing = { deadline: '2026-11-28', closesAlone: true }
  expect(timeWords({ ...closing, status: 'abierta' }, '2026-11-21')).toEqual({
    deadline: 'Cierra sola el 28/11/2026',
    left: 'Faltan 7 días',
  })
  expect(timeWords({ ...closing, status: 'cerrada' }, '2026-11-21').deadline).toBe(
    'Fecha límite: 28/11/2026',
  )
})

it('counts days as Buenos Aires does, not as UTC', () => {
  const lateEvening = today(new Date('2026-11-21T23:30:00-03:00'))
  expect(timeWords({ deadline: '2026-11-21', status: 'abierta' }, lateEvening).left).toBe(
    'Último día',
  )
})

it('does not call an open colecta closed after its deadline', () => {
  expect(open('2026-11-20')).toEqual({ deadline: 'La fecha límite fue el 20/11/2026', left: null })
})

it('counts no days for a closed collection, and does not take its deadline for the day it closed', () => {
  expect(closed('2026-11-20')).toEqual({
    deadline: 'La fecha límite fue el 20/11/2026',
    left: null,
  })
  expect(closed('2026-11-28')).toEqual({ deadline: 'Fecha límite: 28/11/2026', left: null })
})
