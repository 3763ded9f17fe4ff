/*
 * Generates values for each field by its name or schema: mostly valid, sometimes odd. arbitrary-requests.ts
 * replaces names in `{…}`.
 */
import fc, { type Arbitrary } from 'fast-check'
import type { ZodMiniType } from 'zod/mini'

export const mostly = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, { weight: 1, arbitrary: odd })

/** Generates mostly valid values, for fields that are checked only when all others are valid. */
export const nearlyAlways = <T>(usual: Arbitrary<T>, odd: Arbitrary<T>) =>
  fc.oneof({ weight: 24, arbitrary: usual }, { weight: 1, arbitrary: odd })

// Texts.

const ODD_TEXTS = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '🧉👩‍👩‍👧‍👦',
  '\u202egnp.x',
  '\\',
  '%',
  '_%\\',
  "'; drop table users; --",
  '<script>',
  '__proto__',
  'constructor',
  'toString',
  'null',
  'NaN',
  'Infinity',
  '-infinity',
  '-0',
  '1e400',
  '0x10',
  '99999999999999999999999999',
  '2026-02-30',
  '0000-00-00',
  '-4713-01-01',
  '275760-09-13T00:00:00.000Z',
  'infinity',
  '../../../../etc/passwd',
  'C:\\con',
  'a\r\nb: c',
  'x'.repeat(300),
  'ñ'.repeat(5_000),
]
export const oddText = fc.oneof(
  fc.constantFrom(...ODD_TEXTS),
  fc.string({ unit: 'binary', maxLength: 20 }),
  fc.string({ maxLength: 30 }),
)

export const anId = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('{collection}', '{contribution}', '{receipt}') },
  { weight: 2, arbitrary: fc.uuid({ version: 7 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '{foreignCollection}',
      '{person}',
      '{stranger}',
      '{upload}',
      'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
      '00000000-0000-0000-0000-000000000000',
    ),
  },
)
export const email = mostly(
  fc.nat().map((n) => `nueva${n}@example.com`),
  fc.constantFrom('{email}', '{strangersEmail}', 'NUEVA@example.com'),
)

// Values of JSON, by the name of their field.

const amount = nearlyAlways(
  fc.constantFrom(100, 5_000_00, 9_999_999_999_99),
  fc.constantFrom(0, -100, 0.1, 2 ** 53, 1e21),
)
export const FIELDS: Record<string, Arbitrary<unknown>> = {
  id: anId,
  collectionId: mostly(fc.constant('{collection}'), anId),
  email,
  contributorEmail: mostly<unknown>(email, fc.constant(null)),
  proof: fc.oneof(fc.constant('{email}'), fc.constant('un mate por favor')),
  password: fc.constantFrom('un mate por favor', 'otra cosa larga'),
  current: fc.constant('un mate por favor'),
  session: fc.constantFrom('cookie', 'bearer'),
  token: fc.constantFrom('{token}', 'x'.repeat(43)),
  code: fc.constant('código'),
  firstName: fc.constantFrom('Lucía', 'Ñ'),
  lastName: fc.constant('Fernández'),
  contributorName: fc.constantFrom('Julieta Romero', '=1+1'),
  title: fc.constantFrom('Regalo', 'R'.repeat(100)),
  description: fc.constantFrom('', 'Dos\nlíneas'),
  message: fc.constantFrom('', '¡Gracias!'),
  accountIdentifier: fc.constant('Lucía'),
  bankAccount: fc.constantFrom('patio.baldosa.sol', '2850590940090418135201'),
  defaultBankAccount: fc.constantFrom('patio.baldosa.sol', null),
  deadline: nearlyAlways(
    fc.constantFrom('2099-12-31', '9999-12-31'),
    fc.constantFrom('2099-02-29', '294276-12-31', '2000-01-01'),
  ),
  amount,
  suggestedAmount: amount,
  totalAmount: amount,
  cantidadPersonas: nearlyAlways<unknown>(
    fc.constantFrom(1, 20, null),
    fc.constantFrom(2_147_483_648, 0),
  ),
  paymentMethod: nearlyAlways(fc.constantFrom('Transferencia', 'MODO'), fc.constant('Manual')),
  hasReceipt: fc.boolean(),
  state: fc.constant('estado'),
  search: fc.constantFrom('', 'jul', '%', '\\'),
  page: mostly(fc.constantFrom(1, 2), fc.constantFrom(0, 2_147_483_647, 2 ** 53)),
}

export const oddValue = fc.oneof(
  oddText,
  fc.jsonValue({ maxDepth: 3, noUnicodeString: false }),
  fc.constantFrom<unknown>(null, true, -1, 0.5, 2 ** 31, 2 ** 63, -1e300, [], {}, [[]], [null]),
  fc.record({ __proto__: fc.constant({ isAdmin: true }), length: fc.constant(-1) }),
  fc.constantFrom(2, 500).map((depth) => nested(depth)),
)

function nested(depth: number): unknown {
  let value: unknown = 'fondo'
  for (let level = 0; level < depth; level += 1) value = level % 2 ? [value] : { a: value }
  return value
}

/** An object for a schema: most fields valid, some odd, some missing, some unknown. */
export function valueFor(schema: ZodMiniType, name = ''): Arbitrary<unknown> {
  const { def } = schema._zod as unknown as { def: Definition }
  if (def.shape) {
    const fields = Object.entries(def.shape).map(([key, inner]) => [key, valueFor(inner, key)])
    const whole = fc.record(Object.fromEntries(fields), { requiredKeys: [] })
    const right = fc.record(Object.fromEntries(fields))
    return nearlyAlways(mostly(right, whole), oddValue)
  }
  if (def.innerType && !FIELDS[name]) return valueFor(def.innerType, name)
  if (def.entries) return nearlyAlways(fc.constantFrom(...Object.values(def.entries)), oddValue)
  return nearlyAlways(FIELDS[name] ?? oddText, oddValue)
}

/** The parts of a zod schema that are used here. */
interface Definition {
  shape?: Record<string, ZodMiniType>
  /** Of an enumeration. */
  entries?: Record<string, string>
  innerType?: ZodMiniType
}
