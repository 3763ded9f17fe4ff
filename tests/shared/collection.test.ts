import { describe, expect, it, test } from 'vitest'
import {
  collectionInput,
  collectionStatus,
  deadlineProblem,
  notify,
} from '../../shared/collection.ts'
import { check } from '../../shared/validation.ts'

const gift = {
  title: 'Regalo',
  description: '',
  suggestedAmount: 5_000_00,
  totalAmount: 100_000_00,
  deadline: '2026-11-28',
  bankAccount: 'lucia.fer',
  accountIdentifier: 'Lucía Fernández',
  cantidadPersonas: null,
  closesAlone: false,
  uniqueCents: false,
}

const problemsOf = (changes: object) => {
  const checked = check(collectionInput, { ...gift, ...changes })
  return checked.ok ? null : checked.problems
}

describe('the form of a collection', () => {
  it('is read whole', () => {
    expect(check(collectionInput, gift)).toEqual({ ok: true, value: gift })
  })

  it('is asked for, field by field', () => {
    const checked = check(collectionInput, {})
    expect(checked.ok ? null : checked.problems).toEqual({
      title: 'Ingresa el motivo de la colecta.',
      description: 'Este texto no es válido.',
      suggestedAmount: 'Ingresa el monto sugerido.',
      totalAmount: 'Ingresa el total a colectar.',
      deadline: 'Elige una fecha límite.',
      bankAccount: 'Ingresa el alias, CBU o CVU de la cuenta.',
      accountIdentifier: 'Ingresa a nombre de quién está la cuenta.',
      cantidadPersonas: 'Ingresa un número de personas, por ejemplo 20.',
      closesAlone: 'Elige si cierra sola.',
      uniqueCents: 'Elige si pides un monto único a cada persona.',
    })
  })

  test.each([
    [{ title: 'a'.repeat(120) }, null],
    [
      { title: 'a'.repeat(121) },
      { title: 'Es demasiado largo: puede tener hasta 120 caracteres.' },
    ],
    [{ description: 'a'.repeat(1_000) }, null],
    [
      { description: 'a'.repeat(1_001) },
      { description: 'Es demasiado largo: puede tener hasta 1000 caracteres.' },
    ],
    [{ deadline: '' }, { deadline: 'Elige una fecha límite.' }],
    [{ deadline: '2026-02-30' }, { deadline: 'Esa fecha no existe. Revísala.' }],
    [{ cantidadPersonas: 1.5 }, { cantidadPersonas: 'Ingresa un número entero de personas.' }],
    [{ cantidadPersonas: 0 }, { cantidadPersonas: 'Debe haber al menos 1 persona.' }],
    [{ cantidadPersonas: 1 }, null],
    [{ cantidadPersonas: 100_000 }, null],
    [{ cantidadPersonas: 100_001 }, { cantidadPersonas: 'Puede haber hasta 100.000 personas.' }],
  ])('is answered for %j with %j', (changes, expected) => {
    expect(problemsOf(changes)).toEqual(expected)
  })
})

describe('a status', () => {
  test.each(['abierta', 'cerrada', 'Abierta', 'CERRADA'])('may be %s', (text) => {
    expect(check(collectionStatus, text)).toEqual({ ok: true, value: text.toLowerCase() })
  })

  it('is no other', () => {
    expect(check(collectionStatus, 'quizás')).toEqual({
      ok: false,
      problems: { '': 'El estado debe ser Abierta o Cerrada.' },
    })
    expect(check(collectionStatus, '').ok).toBe(false)
  })
})

describe('a deadline', () => {
  it('may be today or later', () => {
    expect(deadlineProblem('2026-11-21', '2026-11-21')).toBeNull()
    expect(deadlineProblem('2026-11-22', '2026-11-21')).toBeNull()
  })

  it('is not past', () => {
    expect(deadlineProblem('2026-11-20', '2026-11-21')).toBe(
      'Esa fecha ya pasó. Elige hoy (21/11/2026) o una posterior.',
    )
  })
})

test('an organiser is notified at once, daily or never', () => {
  for (const when of ['now', 'daily', 'never'] as const) expect(notify.parse(when)).toBe(when)
  expect(notify.safeParse('').error?.issues[0]?.message).toBe('Elige cuándo avisarte.')
})
