import { expect, it } from 'vitest'
import {
  COMPLAINT_REASONS,
  complaint,
  complaintReason,
  suspension,
} from '../../shared/complaint.ts'
import { newId } from '../../shared/id.ts'
import { check } from '../../shared/validation.ts'

it('gives the reason of a complaint in words', () => {
  expect(COMPLAINT_REASONS).toEqual({
    fraud: 'Parece una estafa',
    impersonation: 'Se hace pasar por otra persona',
    offensive: 'Tiene contenido ofensivo',
    other: 'Otro motivo',
  })
  expect(Object.keys(COMPLAINT_REASONS)).toEqual(complaintReason.options)
})

it('needs no details of a complaint, but its reason', () => {
  const id = newId()
  expect(check(complaint, { id, reason: 'fraud' })).toEqual({
    ok: true,
    value: { id, reason: 'fraud', details: '' },
  })
  expect(check(complaint, { id, reason: '' })).toEqual({
    ok: false,
    problems: { reason: 'Elige un motivo.' },
  })
})

it('needs a reason of up to 300 characters to suspend a collection', () => {
  expect(check(suspension, {})).toEqual({
    ok: false,
    problems: { reason: 'Escribe por qué la suspendes.' },
  })
  expect(check(suspension, { reason: 'a'.repeat(300) }).ok).toBe(true)
  expect(check(suspension, { reason: 'a'.repeat(301) }).ok).toBe(false)
})
