import { expect, test } from 'vitest'
import { wrongNumber } from '../../../web/features/collections/account-field.tsx'

test.each([
  ['0070999000000000000179', /^El CBU no es válido: el dígito verificador no coincide/],
  ['CBU: 0070 9990 0000 0000 0001 79', /^El CBU no es válido/],
  ['0000003100010000000002', /^El CVU no es válido/],
  ['0'.repeat(22), /son todos ceros/],
])('%s has 22 digits and is wrong', (text, message) => {
  expect(wrongNumber(text)).toMatch(message)
})

test.each(['', '007099900000000000017', 'viaje.seno.caro', '0070999000000000000178'])(
  '%s is valid or incomplete',
  (text) => {
    expect(wrongNumber(text)).toBeNull()
  },
)
