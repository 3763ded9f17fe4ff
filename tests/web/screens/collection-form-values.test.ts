import { describe, expect, it } from 'vitest'
import type { Collection } from '../../../shared/collection.ts'
import {
  changesOf,
  checkValues,
  copiedValues,
  type FormValues,
  isIncomplete,
  newValues,
  valuesOf,
  withRefused,
  withTyped,
} from '../../../web/screens/collection-form/form-values.ts'

const TODAY = '2026-11-21'
const ID = '0193f2a4-0000-7000-8000-000000000001'

const GIFT: Collection = {
  id: ID,
  creatorId: '0193f2a4-0000-7000-8000-000000000002',
  creatorEmail: 'lucia@example.com',
  title: 'Regalo para la seño Caro',
  description: '',
  suggestedAmount: 15_000_00,
  totalAmount: 900_000_50,
  deadline: '2026-11-28',
  bankAccount: '0070999000000000000178',
  accountIdentifier: 'Lucía Fernández',
  cantidadPersonas: 1600,
  status: 'abierta',
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: null,
  amountCollected: 0,
  amountVerified: 0,
  confirmedCount: 0,
  verifiedCount: 0,
  pendingCount: 0,
  rejectedCount: 0,
  suspensionReason: null,
  notify: 'never',
  closesAlone: false,
  uniqueCents: false,
}

const LUCIA = {
  firstName: 'Lucía',
  lastName: 'Fernández',
  defaultBankAccount: '0070999000000000000178',
}

const typed = (changes: Record<string, string>): FormValues => ({ ...valuesOf(GIFT), ...changes })

/** Returns the arguments that the form would send; throws if the form refuses. */
function changesFor(values: FormValues) {
  const checked = checkValues(values, TODAY)
  if (!checked.ok) throw new Error(JSON.stringify(checked.problems))
  return changesOf(values, checked.value)
}

describe('a copy of a collection', () => {
  it('is a new one with everything but the deadline, which is proposed', () => {
    const fresh = newValues('0193f2a4-0000-7000-8000-000000000009', LUCIA, TODAY)
    const { id, found, deadline, ...copied } = copiedValues({ ...GIFT, uniqueCents: true }, fresh)
    const { id: _, found: __, deadline: ___, ...original } = valuesOf(GIFT)
    expect({ id, found, deadline }).toEqual({ id: fresh.id, found: '', deadline: fresh.deadline })
    expect(copied).toEqual({ ...original, uniqueCents: 'yes' })
  })
})

describe('a new collection', () => {
  it('starts with the default account, in groups of digits, and the person’s name as its holder', () => {
    const values = newValues(ID, LUCIA, TODAY)
    expect(values.bankAccount).toBe('0070 9990 0000 0000 0001 78')
    expect(values.accountIdentifier).toBe('Lucía Fernández')
    expect(newValues(ID, { ...LUCIA, defaultBankAccount: null }, TODAY).bankAccount).toBe('')
  })

  it('needs three fields, of which the account may be filled in', () => {
    const values = newValues(ID, { ...LUCIA, defaultBankAccount: null }, TODAY)
    const checked = checkValues(
      withTyped(withTyped(values, { title: 'Regalo', bankAccount: 'lucia.regalo' }), {
        totalAmount: '240.000',
      }),
      TODAY,
    )
    expect(checked).toMatchObject({
      ok: true,
      value: {
        suggestedAmount: 24_000_00,
        totalAmount: 240_000_00,
        deadline: '2026-12-05',
        accountIdentifier: 'Lucía Fernández',
        cantidadPersonas: null,
      },
    })
  })

  it('proposes a share of the total until another one is set', () => {
    const asked = withTyped(newValues(ID, null, TODAY), { totalAmount: '250.000' })
    const counted = withTyped(asked, { cantidadPersonas: '16' })
    expect(counted.suggestedAmount).toBe('15.700')
    const set = withTyped(counted, { suggestedAmount: '20.000' })
    expect(withTyped(set, { totalAmount: '300.000' }).suggestedAmount).toBe('20.000')
    expect(withTyped(counted, { totalAmount: '' }).suggestedAmount).toBe('')
  })

  it('names every field that must be filled in; the suggested amount waits for the total', () => {
    const values = { ...newValues(ID, null, TODAY), deadline: '' }
    const missing = (values: FormValues) => {
      const checked = checkValues(values, TODAY)
      return checked.ok ? [] : Object.keys(checked.problems).sort()
    }
    const others = ['accountIdentifier', 'bankAccount', 'deadline', 'title']
    expect(missing(values)).toEqual([...others, 'totalAmount'])
    const cleared = { ...values, totalAmount: '240.000' }
    expect(missing(cleared).sort()).toEqual([...others, 'suggestedAmount'].sort())
    expect(isIncomplete(values)).toBe(true)
  })

  it.each([
    'title',
    'totalAmount',
    'bankAccount',
    'suggestedAmount',
    'deadline',
    'accountIdentifier',
  ])('is incomplete while %s is empty', (field) => {
    expect(isIncomplete(typed({ [field]: ' ' }))).toBe(true)
  })

  it('does not need a description or a number of people', () => {
    const values = typed({ description: '', cantidadPersonas: '', found: '' })
    expect(isIncomplete(values)).toBe(false)
    expect(checkValues(values, TODAY)).toMatchObject({
      ok: true,
      value: { cantidadPersonas: null },
    })
  })

  it('refuses a past deadline, and lists that with all other problems', () => {
    const checked = checkValues(typed({ deadline: '2026-11-20', title: ' ', found: '' }), TODAY)
    expect(checked).toMatchObject({
      ok: false,
      problems: {
        deadline: 'Esa fecha ya pasó. Elige hoy (21/11/2026) o una posterior.',
        title: 'Ingresa el motivo de la colecta.',
      },
    })
    expect(checkValues(typed({ deadline: TODAY, found: '' }), TODAY).ok).toBe(true)
  })

  it('distinguishes a missing amount from an invalid one', () => {
    const checked = checkValues(typed({ suggestedAmount: ' ', totalAmount: 'mucho' }), TODAY)
    expect(checked).toMatchObject({
      problems: {
        suggestedAmount: 'Ingresa el monto sugerido.',
        totalAmount: 'Ese monto no es válido. Escríbelo con números, por ejemplo 15.000.',
      },
    })
  })

  it('counts people as they are written', () => {
    expect(checkValues(typed({ cantidadPersonas: '1.600' }), TODAY)).toMatchObject({
      value: { cantidadPersonas: 1600 },
    })
    expect(checkValues(typed({ cantidadPersonas: '16,5' }), TODAY)).toMatchObject({
      problems: { cantidadPersonas: 'Ingresa un número entero de personas.' },
    })
  })
})

describe('a change to a collection', () => {
  it('sends nothing when nothing was changed, however it is written', () => {
    expect(changesFor(typed({}))).toEqual({})
    const rewritten = { suggestedAmount: '15000', bankAccount: 'CBU: 0070999000000000000178' }
    expect(changesFor(typed(rewritten))).toEqual({})
  })

  it('sends the changed fields alone', () => {
    expect(changesFor(typed({ title: 'Regalo', cantidadPersonas: '' }))).toEqual({
      title: 'Regalo',
      cantidadPersonas: null,
    })
  })

  it('leaves the suggested amount alone when the total changes', () => {
    const even = valuesOf({ ...GIFT, totalAmount: 240_000_00, suggestedAmount: 200_00 })
    expect(withTyped(even, { totalAmount: '300.000' }).suggestedAmount).toBe('200')
  })

  it('keeps a deadline that passed meanwhile, but chooses no other past one', () => {
    const passed = valuesOf({ ...GIFT, deadline: '2026-11-02' })
    expect(changesFor(passed)).toEqual({})
    expect(checkValues({ ...passed, deadline: '2026-11-03' }, TODAY).ok).toBe(false)
  })
})

it('[S9] fills the form with the values of a refused change, as far as they are valid', () => {
  const values = newValues('rifa', null, TODAY)
  const args = { title: 'Rifa', suggestedAmount: 1_500_50, cantidadPersonas: 12, deadline: 7 }
  expect(withRefused({ ...values, deadline: '2026-12-01' }, { ...args, totalAmount: {} })).toEqual({
    ...values,
    title: 'Rifa',
    suggestedAmount: '1.500,50',
    cantidadPersonas: '12',
    deadline: '2026-12-01',
    totalAmount: '',
  })
})
