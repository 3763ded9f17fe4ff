import { expect, it } from 'vitest'
import { suggestedShare } from '../../../web/screens/collection-form/form-values.ts'

it.each([
  ['among ten people while the number is unknown', '240.000', '', '24.000'],
  ['among as many as there are', '512.000', '16', '32.000'],
  ['rounded up to hundreds, so that it adds up', '250.000', '16', '15.700'],
  ['rounded up to pesos where it is little', '1.000', '7', '143'],
  ['no centavos', '10,50', '3', '4'],
  ['as among ten, when the number is zero', '240.000', '0', '24.000'],
  ['all of it to one', '99.950', '1', '100.000'],
  ['never above the largest amount', '9.999.999.999,99', '1', '9.999.999.999,99'],
  ['nothing of nothing', '0', '5', ''],
  ['nothing of what is no amount', 'mucho', '5', ''],
])('%s', (_, total, people, share) => {
  expect(suggestedShare(total, people)).toBe(share)
})
