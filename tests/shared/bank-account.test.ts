import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { bankAccountOf, formatBankAccount, readBankAccount } from '../../shared/bank-account.ts'
import { entityName, walletName } from '../../shared/banks.ts'
import vectors from './vectors.json'

const GALICIA = vectors.synthetic_valid.galicia
const MERCADO_PAGO = vectors.synthetic_valid_cvu.mercado_pago
const numbers = [
  ...vectors.cbu_valid,
  ...Object.values(vectors.synthetic_valid),
  ...Object.values(vectors.synthetic_valid_cvu),
]

const messageFor = (text: string) => {
  const reading = readBankAccount(text)
  return reading.ok ? 'accepted' : reading.message
}

const digitsMissing = (count: number) =>
  `El número tiene ${count} ${count === 1 ? 'dígito' : 'dígitos'}: un CBU o CVU tiene 22, y un alias no puede ser solo números. Revisa si falta algo.`

describe('a CBU or CVU', () => {
  test.each(numbers)('%s is accepted', (value) => {
    const kind = value.startsWith('000') ? 'CVU' : 'CBU'
    expect(readBankAccount(value)).toMatchObject({ ok: true, account: { kind, value } })
  })

  it('brings the name of its bank or wallet as a hint', () => {
    expect(bankAccountOf(GALICIA).hint).toBe('Banco Galicia')
    expect(bankAccountOf(vectors.synthetic_valid.naranjax).hint).toBe('Naranja X')
    expect(bankAccountOf(MERCADO_PAGO).hint).toBe('Mercado Pago')
    expect(bankAccountOf(vectors.synthetic_valid_cvu.uala).hint).toBe('Ualá')
  })

  it('is valid without a known name', () => {
    const unknown = '0300000700000000000017'
    expect(readBankAccount(unknown)).toEqual({
      ok: true,
      account: { kind: 'CBU', value: unknown, hint: null },
    })
  })

  test.each([
    ['0070 9990 0000 0000 0001 78'],
    ['0070999-0 0000000000017-8'],
    ['0070.9990.0000.0000.0001.78'],
    ['CBU: 0070999000000000000178'],
    ['cbu 0070999000000000000178\u200B'],
    ['CBU:0070999000000000000178'],
    ['cbu : 0070999000000000000178'],
    ['００７０９９９００００００００００００１７８'],
  ])('is read from %j', (text) => {
    expect(readBankAccount(text)).toMatchObject({ ok: true, account: { value: GALICIA } })
  })

  it('is refused with any one of its digits changed', () => {
    const place = fc.nat({ max: 21 })
    const step = fc.integer({ min: 1, max: 9 })
    fc.assert(
      fc.property(fc.constantFrom(...numbers), place, step, (value, place, step) => {
        const digit = (Number(value[place]) + step) % 10
        const changed = value.slice(0, place) + digit + value.slice(place + 1)
        const block = place < 8 ? 'los primeros 8 números' : 'los últimos 14 números'
        expect(messageFor(changed)).toMatch(
          new RegExp(
            `^El C[BV]U no es válido: el dígito verificador no coincide. Revisa ${block}.$`,
          ),
        )
      }),
      { numRuns: 500 },
    )
  })

  it('is refused when it is one of the known wrong ones', () => {
    const wrong = Object.keys(vectors.cbu_invalid).filter((text) => /^\d+$/.test(text))
    expect(wrong).toHaveLength(4)
    for (const text of wrong) expect(readBankAccount(text).ok).toBe(false)
  })

  test.each([
    [
      '0070999000000000000179',
      'El CBU no es válido: el dígito verificador no coincide. Revisa los últimos 14 números.',
    ],
    [
      '0000003110000000000954',
      'El CVU no es válido: el dígito verificador no coincide. Revisa los últimos 14 números.',
    ],
    [
      '2810590940090418135201',
      'El CBU no es válido: el dígito verificador no coincide. Revisa los primeros 8 números.',
    ],
    [
      '0070998000000000000179',
      'El CBU no es válido: el dígito verificador no coincide. Revisa todos los números.',
    ],
    ['007099900000000000017', 'El CBU tiene 21 dígitos y debe tener 22. Revisa si falta alguno.'],
    ['00000031100000000009530', 'El CVU tiene 23 dígitos y debe tener 22. Revisa si sobra alguno.'],
    ['0'.repeat(22), 'El número no es válido: son todos ceros. Ingresa el CBU o CVU de la cuenta.'],
    ['12345678', digitsMissing(8)],
    ['7'.repeat(20), digitsMissing(20)],
    ['7', digitsMissing(1)],
  ])('%s is answered: %s', (text, message) => {
    expect(messageFor(text)).toBe(message)
  })
})

describe('an alias', () => {
  test.each([
    ['lucia.fer', 'lucia.fer'],
    ['  LUCIA.FER.MP ', 'lucia.fer.mp'],
    ['alias: Lucia-Fer', 'lucia-fer'],
    ['alias.de.lucia', 'alias.de.lucia'],
    ['cbu.lucia', 'cbu.lucia'],
    ['alias :lucia.fer', 'lucia.fer'],
    ['123.456.a', '123.456.a'],
    ['abc123', 'abc123'],
    ['a'.repeat(20), 'a'.repeat(20)],
  ])('%j is kept as %j', (text, value) => {
    expect(readBankAccount(text)).toEqual({
      ok: true,
      account: { kind: 'alias', value, hint: null },
    })
  })

  const only = 'solo letras sin acento ni ñ, números, puntos y guiones.'
  const transfer = 'y a él no se puede transferir. Ingresa el alias, CBU o CVU de la cuenta.'
  const check = 'Revísalo en tu banco o billetera.'
  test.each([
    ['', 'Ingresa el alias, CBU o CVU de la cuenta.'],
    [' \u200B ', 'Ingresa el alias, CBU o CVU de la cuenta.'],
    ['la.seño.caro', `El alias no puede llevar «ñ»: ${only}`],
    ['lucia.fernández', `El alias no puede llevar «á»: ${only}`],
    ['lucia.🎁.caro', `El alias no puede llevar «🎁»: ${only}`],
    ['lucia.cbu:123', `El alias no puede llevar «:»: ${only}`],
    ['ñandú7', `El alias no puede llevar «ñ»: ${only}`],
    ['7ñandú', `El alias no puede llevar «ñ»: ${only}`],
    ['lucia fer', `El alias no puede llevar espacios: ${only}`],
    ['lucia_fer@mp', `El alias no puede llevar «_»: ${only}`],
    ['......', `El alias debe llevar al menos una letra. ${check}`],
    ['.'.repeat(20), `El alias debe llevar al menos una letra. ${check}`],
    ['20-12345678-6', `Ese número parece un CUIT o CUIL, ${transfer}`],
    ['27123456780', `Ese número parece un CUIT o CUIL, ${transfer}`],
    ['12.345.678', `Ese número parece un DNI, ${transfer}`],
    // No CUIT: a wrong check digit, a kind of person that there is not, too short.
    ['20-12345678-5', digitsMissing(11)],
    ['35123456783', digitsMissing(11)],
    ['17', digitsMissing(2)],
    // No DNI: a digit more in front or behind.
    ['112.345.678', digitsMissing(9)],
    ['12.345.6789', digitsMissing(9)],
    ['0070-9990-0000-0000', digitsMissing(16)],
    ['x', `El alias tiene 1 carácter y debe tener entre 6 y 20. ${check}`],
    ['lucia', `El alias tiene 5 caracteres y debe tener entre 6 y 20. ${check}`],
    ['a'.repeat(21), `El alias tiene 21 caracteres y debe tener entre 6 y 20. ${check}`],
  ])('%j is answered: %s', (text, message) => {
    expect(messageFor(text)).toBe(message)
  })
})

describe('a stored account', () => {
  it('is read as a CVU or an alias', () => {
    expect(bankAccountOf(MERCADO_PAGO).kind).toBe('CVU')
    expect(bankAccountOf('lucia.fer').kind).toBe('alias')
  })

  it('is shown unchanged when it has no known format', () => {
    expect(bankAccountOf('caja 3, peso')).toEqual({
      kind: 'alias',
      value: 'caja 3, peso',
      hint: null,
    })
  })

  it('is read back unchanged', () => {
    const typed = fc.oneof(
      fc.string(),
      fc.constantFrom(...numbers),
      fc.stringMatching(/^[\w.-]{6,20}$/),
    )
    fc.assert(
      fc.property(typed, (text) => {
        const reading = readBankAccount(text)
        if (reading.ok) expect(bankAccountOf(reading.account.value)).toEqual(reading.account)
        else expect(reading.message).toMatch(/\.$/)
      }),
    )
  })

  it('is shown in groups of four, an alias as it is', () => {
    expect(formatBankAccount(bankAccountOf(GALICIA))).toBe('0070 9990 0000 0000 0001 78')
    expect(formatBankAccount(bankAccountOf('lucia.fer'))).toBe('lucia.fer')
    expect(formatBankAccount(bankAccountOf('lucia12345'))).toBe('lucia12345')
  })
})

describe('the names of banks and wallets', () => {
  it('are given where the sources agree', () => {
    expect(entityName('011')).toBe('Banco Nación')
    expect(entityName('384')).toBe('Ualá')
    expect(walletName('0000168')).toBe('Lemon')
  })

  test.each(['030', '440', '450', '005', '999', '', 'constructor'])('none for %j', (code) => {
    expect(entityName(code)).toBeNull()
    expect(walletName(code)).toBeNull()
  })

  it('leave out wallets that sources contradict', () => {
    for (const code of ['0000220', '0000068', '0000019', '0000059']) {
      expect(walletName(code)).toBeNull()
    }
  })
})
