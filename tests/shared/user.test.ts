import { describe, expect, it, test } from 'vitest'
import type * as z from 'zod/mini'
import {
  accountDeletion,
  bankAccount,
  credentials,
  emailAddress,
  emailChange,
  emailLink,
  newPassword,
  passwordChange,
  passwordRecovery,
  profileInput,
  registration,
  WRONG_CURRENT_PASSWORD,
} from '../../shared/user.ts'
import { check } from '../../shared/validation.ts'

const problemsOf = (schema: z.ZodMiniType, input: unknown) => {
  const checked = check(schema, input)
  return checked.ok ? null : checked.problems
}

describe('an e-mail address', () => {
  const address = emailAddress('Ingresa tu email.')
  const label = 'a'.repeat(63)

  test.each([
    'ana@example.com',
    "o'higgins+sur.x_1@correo.example.com.ar",
    'a@b.ar',
    `a@${label}.com`,
    `a@x.${'a'.repeat(63)}`,
    'a@a-b.com',
  ])('may be %s', (text) => {
    expect(check(address, text)).toEqual({ ok: true, value: text })
  })

  it('is stored in lower case and without spaces around it', () => {
    expect(check(address, ' Ana@Example.COM ')).toEqual({ ok: true, value: 'ana@example.com' })
  })

  test.each([
    'ana',
    'ana@example',
    '@example.com',
    'ana@example.com, beto@example.com',
    'ana@example.com.',
    '.ana@example.com',
    'ana.@example.com',
    'a..b@example.com',
    'ana@-example.com',
    'ana@example-.com',
    'ana@.com',
    'ana@example.c',
    'ana@example.c0m',
    'añá@example.com',
    'ana@ñandú.com',
    `a@${label}a.com`,
    `a@x.${'a'.repeat(64)}`,
  ])('is not %s', (text) => {
    expect(problemsOf(address, text)).toEqual({ '': 'El formato del email no es válido.' })
  })

  test.each(['', undefined])('is asked for when it is %j', (text) => {
    expect(problemsOf(address, text)).toEqual({ '': 'Ingresa tu email.' })
  })

  it('is checked by every schema that has one', () => {
    for (const schema of [registration, credentials, passwordRecovery, emailChange]) {
      expect(problemsOf(schema, { email: 'ana@example' })).toMatchObject({
        email: 'El formato del email no es válido.',
      })
    }
  })

  it('has 254 characters at most', () => {
    const domain = `${`${label}.`.repeat(3)}com`
    const longest = `${'a'.repeat(254 - domain.length - 1)}@${domain}`
    expect(problemsOf(address, longest)).toBeNull()
    expect(problemsOf(address, `a${longest}`)).toEqual({
      '': 'Es demasiado largo: puede tener hasta 254 caracteres.',
    })
  })
})

describe('a registration', () => {
  const ana = {
    firstName: 'Ana',
    lastName: 'Paz',
    email: 'ana@example.com',
    password: 'secretas',
  }

  it('is read whole', () => {
    expect(check(registration, ana)).toEqual({ ok: true, value: ana })
  })

  it('asks for everything that is missing', () => {
    expect(problemsOf(registration, {})).toEqual({
      firstName: 'Ingresa tu nombre.',
      lastName: 'Ingresa tu apellido.',
      email: 'Ingresa tu email.',
      password: 'Ingresa una contraseña.',
    })
  })

  it('accepts passwords of 8 to 1000 characters', () => {
    const chosen = { ...ana, token: 'x', current: 'secretas' }
    for (const schema of [registration, newPassword, passwordChange]) {
      const problem = (password: string) => problemsOf(schema, { ...chosen, password })
      expect(problem('12345')).toEqual({
        password: 'La contraseña debe tener al menos 6 caracteres.',
      })
      for (const short of ['123456', '1234567']) {
        expect(problem(short)).toEqual({
          password: 'Usa 8 caracteres o más: con menos se adivina.',
        })
      }
      expect(problem('12345678')).toBeNull()
      expect(problem('x'.repeat(1_000))).toBeNull()
      expect(problem('x'.repeat(1_001))).toEqual({
        password: 'La contraseña puede tener hasta 1000 caracteres.',
      })
    }
  })
})

describe('a sign-in', () => {
  const wrong = 'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.'

  test.each([
    [{}, { email: 'Ingresa tu email.', password: 'Ingresa tu contraseña.' }],
    [{ email: 'ana@example.com', password: '' }, { password: 'Ingresa tu contraseña.' }],
    [{ email: 'ana@example.com', password: 'x' }, null],
    [{ email: 'ana@example.com', password: 'x'.repeat(1_000) }, null],
    [{ email: 'ana@example.com', password: 'x'.repeat(1_001) }, { password: wrong }],
  ])('answers %j with %j', (input, expected) => {
    expect(problemsOf(credentials, input)).toEqual(expected)
  })
})

describe('a change of password', () => {
  test.each([
    [{ password: 'secretas' }, { current: 'Ingresa tu contraseña actual.' }],
    [{ current: '', password: 'secretas' }, { current: 'Ingresa tu contraseña actual.' }],
    [{ current: 'x'.repeat(1_001), password: 'secretas' }, { current: WRONG_CURRENT_PASSWORD }],
    [
      { current: 'x', password: '12345' },
      { password: 'La contraseña debe tener al menos 6 caracteres.' },
    ],
    [{ current: 'x', password: 'secretas' }, null],
  ])('answers %j with %j', (input, expected) => {
    expect(problemsOf(passwordChange, input)).toEqual(expected)
  })

  it('names the wrong password', () => {
    expect(WRONG_CURRENT_PASSWORD).toBe('La contraseña actual no es correcta.')
  })
})

describe('a change of address', () => {
  const email = 'ana@example.com'

  test.each([
    [{}, { email: 'Ingresa tu nuevo email.', password: 'Ingresa tu contraseña.' }],
    [{ email, password: '' }, { password: 'Ingresa tu contraseña.' }],
    [{ email, password: 'x'.repeat(1_001) }, { password: 'La contraseña no es correcta.' }],
    [{ email, password: 'x'.repeat(1_000) }, null],
  ])('answers %j with %j', (input, expected) => {
    expect(problemsOf(emailChange, input)).toEqual(expected)
  })
})

describe('a link in an e-mail', () => {
  it('needs its code', () => {
    expect(problemsOf(emailLink, {})).toEqual({ token: 'Falta el código del enlace.' })
    expect(problemsOf(emailLink, { token: 'x'.repeat(201) })).toEqual({
      token: 'El código no es válido.',
    })
    expect(problemsOf(emailLink, { token: 'x'.repeat(200) })).toBeNull()
  })

  it('sets a password with its code', () => {
    expect(Object.keys(problemsOf(newPassword, {}) ?? {})).toEqual(['token', 'password'])
  })

  it('is sent to an address', () => {
    expect(problemsOf(passwordRecovery, {})).toEqual({ email: 'Ingresa tu email.' })
  })
})

it('reads the proof of a person who deletes the account', () => {
  expect(problemsOf(accountDeletion, { proof: 'x'.repeat(1_000) })).toBeNull()
  expect(problemsOf(accountDeletion, { proof: 'x'.repeat(1_001) })).not.toBeNull()
  expect(problemsOf(accountDeletion, {})).not.toBeNull()
})

describe('a bank account', () => {
  test.each([
    ['CBU: 0070 9990 0000 0000 0001 78', '0070999000000000000178'],
    ['LUCIA.FER', 'lucia.fer'],
  ])('is stored for %j as %s', (typed, value) => {
    expect(check(bankAccount, typed)).toEqual({ ok: true, value })
  })

  it('is refused with a sentence about the problem', () => {
    expect(problemsOf(bankAccount, undefined)).toEqual({
      '': 'Ingresa el alias, CBU o CVU de la cuenta.',
    })
    expect(problemsOf(bankAccount, 'lucia fer')?.['']).toContain('no puede llevar espacios')
  })

  it('may be missing in a profile', () => {
    const names = { firstName: 'Ana', lastName: 'Paz' }
    expect(problemsOf(profileInput, { ...names, defaultBankAccount: null })).toBeNull()
    expect(Object.keys(problemsOf(profileInput, {}) ?? {})).toEqual([
      'firstName',
      'lastName',
      'defaultBankAccount',
    ])
  })
})
