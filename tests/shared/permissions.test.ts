import { expect, it, test } from 'vitest'
import {
  acceptsContributions,
  canDeleteContribution,
  canEditContribution,
  canHideContribution,
  isCreator,
} from '../../shared/permissions.ts'

const lucia = { id: 'lucia' }
const hers = { creatorId: 'lucia' }
const ofAnother = { creatorId: 'beto' }

it('recognises the creator of a collection', () => {
  expect(isCreator(lucia, hers)).toBe(true)
  expect(isCreator(lucia, ofAnother)).toBe(false)
})

it('accepts contributions while a collection is open', () => {
  expect(acceptsContributions({ status: 'abierta' })).toBe(true)
  expect(acceptsContributions({ status: 'cerrada' })).toBe(false)
})

test.each([
  ['the creator edit and delete a manual contribution', hers, 'Manual', true],
  ['the creator not edit or delete a transfer', hers, 'Transferencia', false],
  ['the creator not edit or delete what Mercado Pago says was paid', hers, 'MercadoPago', false],
  ['the creator not edit or delete what MODO says was paid', hers, 'MODO', false],
  ['another person not edit or delete a manual contribution', ofAnother, 'Manual', false],
  ['another person not edit or delete a transfer', ofAnother, 'Transferencia', false],
] as const)('lets %s', (_, collection, paymentMethod, expected) => {
  expect(canDeleteContribution(lucia, collection, { paymentMethod })).toBe(expected)
  expect(canEditContribution(lucia, collection, { paymentMethod })).toBe(expected)
})

test.each([
  ['the creator hide a manual contribution', hers, 'Manual', true],
  ['the creator hide a transfer', hers, 'Transferencia', true],
  ['the creator not hide what Mercado Pago says was paid', hers, 'MercadoPago', false],
  ['the creator not hide what MODO says was paid', hers, 'MODO', false],
  ['another person not hide a manual contribution', ofAnother, 'Manual', false],
  ['another person not hide a transfer', ofAnother, 'Transferencia', false],
] as const)('lets %s', (_, collection, paymentMethod, expected) => {
  expect(canHideContribution(lucia, collection, { paymentMethod })).toBe(expected)
})
