import { describe, expect, it, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '../../shared/errors.ts'
import { MAX_AMOUNT } from '../../shared/money.ts'
import { check, id, line, optionalLines, parse, pesos } from '../../shared/validation.ts'

const person = z.object({ name: line(5, 'Ingresa tu nombre.'), note: optionalLines(4) })

describe('check', () => {
  it('returns the cleaned value', () => {
    expect(check(person, { name: '  Ana ', note: 'a\r\nb ' })).toEqual({
      ok: true,
      value: { name: 'Ana', note: 'a\nb' },
    })
  })

  it('keeps the first problem of each field', () => {
    expect(check(person, { name: ' ', note: '12345' })).toEqual({
      ok: false,
      problems: {
        name: 'Ingresa tu nombre.',
        note: 'Es demasiado largo: puede tener hasta 4 caracteres.',
      },
    })
    const twice = z.string().check(z.minLength(9, 'corto'), z.regex(/^a/, 'sin a'))
    expect(check(z.object({ twice }), { twice: 'b' })).toMatchObject({
      problems: { twice: 'corto' },
    })
  })

  it('names the innermost field of a problem, not its place in a list', () => {
    const list = z.object({ changes: z.object({ titles: z.array(z.string()) }) })
    expect(check(list, { changes: { titles: ['a', 5] } })).toEqual({
      ok: false,
      problems: { titles: 'Los datos no son válidos.' },
    })
  })

  it('files a problem of the whole input under the empty name', () => {
    expect(check(person, null)).toEqual({
      ok: false,
      problems: { '': 'Los datos no son válidos.' },
    })
  })
})

describe('input without a message of its own', () => {
  const INVALID = 'Los datos no son válidos.'
  const word = z.object({ word: z.string() })

  it('is answered in Spanish by every schema', async () => {
    const { localeError } = z.config()
    z.config({ localeError: () => 'Invalid input' }) // as another package in this process may have left it
    try {
      const again = '../../shared/validation.ts?again' // its own instance, which sets the language once more
      await import(again)
      expect(word.safeParse({}).error?.issues[0]?.message).toBe(INVALID)
    } finally {
      z.config({ localeError })
    }
  })

  it('is answered in Spanish where another package has set its own language', () => {
    const { localeError } = z.config()
    z.config({ localeError: () => 'Invalid input' })
    try {
      expect(check(word, {})).toEqual({ ok: false, problems: { word: INVALID } })
      expect(() => parse(word, {})).toThrow(INVALID)
    } finally {
      z.config({ localeError })
    }
  })
})

describe('parse', () => {
  const errorOf = (input: unknown) => {
    try {
      return parse(person, input)
    } catch (error) {
      return error
    }
  }

  it('returns the value', () => {
    expect(parse(person, { name: 'Ana', note: '' })).toEqual({ name: 'Ana', note: '' })
  })

  it('throws the first problem with its field', () => {
    const error = errorOf({ name: 'Anastasia', note: '12345' })
    expect(error).toBeInstanceOf(AppError)
    expect(error).toMatchObject({
      code: 'invalid-input',
      message: 'Es demasiado largo: puede tener hasta 5 caracteres.',
      field: 'name',
    })
  })

  it('throws a problem of the whole input without a field', () => {
    expect(errorOf(null)).toMatchObject({
      code: 'invalid-input',
      message: 'Los datos no son válidos.',
      field: undefined,
    })
  })
})

const problemOf = (schema: z.ZodMiniType, input: unknown) => {
  const checked = check(schema, input)
  return checked.ok ? null : checked.problems['']
}

describe('text', () => {
  test.each([
    [5, 'Ingresa tu nombre.'],
    ['', 'Ingresa tu nombre.'],
    ['Lucía', null],
    ['Lucías', 'Es demasiado largo: puede tener hasta 5 caracteres.'],
  ])('of one line: %j is answered %j', (input, expected) => {
    expect(problemOf(line(5, 'Ingresa tu nombre.'), input)).toBe(expected)
  })

  test.each([
    [5, 'Este texto no es válido.'],
    ['', null],
    ['a\nbc', null],
    ['a\nbcd', 'Es demasiado largo: puede tener hasta 4 caracteres.'],
  ])('of several lines: %j is answered %j', (input, expected) => {
    expect(problemOf(optionalLines(4), input)).toBe(expected)
  })
})

describe('an amount', () => {
  const invalid = 'Ese monto no es válido. Escríbelo con números, por ejemplo 15.000.'
  test.each([
    [undefined, 'Ingresa el monto.'],
    [null, 'Ingresa el monto.'],
    ['15.000', invalid],
    [100.5, invalid],
    [0, 'Ingresa el monto.'],
    [99, 'El monto mínimo es $\u00A01.'],
    [100, null],
    [MAX_AMOUNT, null],
    [MAX_AMOUNT + 1, 'El monto máximo es $\u00A09.999.999.999,99.'],
  ])('of %j is answered %j', (input, expected) => {
    expect(problemOf(pesos('Ingresa el monto.'), input)).toBe(expected)
  })
})

describe('an identifier', () => {
  const ID = '3f0c6f1e-5b2a-4c1d-9e8f-0123456789ab'

  it('is read in lower case', () => {
    expect(parse(id, ID.toUpperCase())).toBe(ID)
  })

  test.each([5, '', ID.slice(1), `0${ID}`, `${ID}0`, ID.replaceAll('-', ''), ID.slice(0, -5)])(
    'is not %j',
    (input) => {
      expect(problemOf(id, input)).toBe('El identificador no es válido.')
    },
  )
})
