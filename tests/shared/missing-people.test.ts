import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { missingPeople, reminderText } from '../../shared/missing-people.ts'

const progress = (changes: object = {}) => ({
  cantidadPersonas: 60,
  confirmedCount: 20,
  verifiedCount: 12,
  pendingCount: 3,
  totalAmount: 900_000_00,
  amountCollected: 540_000_00,
  ...changes,
})

describe('missing people', () => {
  test.each([
    [
      'some',
      {},
      { contributed: 23, verified: 12, missing: 37, remaining: 360_000_00, each: 9_730_00 },
    ],
    [
      'nobody yet',
      { confirmedCount: 0, verifiedCount: 0, pendingCount: 0, amountCollected: 0 },
      { contributed: 0, verified: 0, missing: 60, remaining: 900_000_00, each: 15_000_00 },
    ],
    [
      'all gave, too little',
      { confirmedCount: 60 },
      { contributed: 60, verified: 12, missing: 0, remaining: 360_000_00, each: 0 },
    ],
    [
      'more gave than were counted',
      { confirmedCount: 99, verifiedCount: 98 },
      { contributed: 60, verified: 60, missing: 0, remaining: 360_000_00, each: 0 },
    ],
    [
      'the total is there',
      { amountCollected: 950_000_00 },
      { contributed: 23, verified: 12, missing: 37, remaining: 0, each: 0 },
    ],
  ])('of %s', (_what, changes, expected) => {
    expect(missingPeople(progress(changes))).toEqual({ people: 60, ...expected })
  })

  it('is null when the number of people is unknown', () => {
    expect(missingPeople(progress({ cantidadPersonas: null }))).toBeNull()
  })

  it('reaches the total with what each is asked for, by less than a peso too much from each', () => {
    const amount = fc.integer({ min: 0, max: 9_999_999_999_99 })
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 100_000 }),
        fc.nat(1_000),
        amount,
        amount,
        (people, gave, total, collected) => {
          const found = missingPeople(
            progress({
              cantidadPersonas: people,
              confirmedCount: gave,
              pendingCount: 0,
              totalAmount: total,
              amountCollected: collected,
            }),
          )
          if (!found || found.missing === 0) return
          const { each, missing, remaining } = found
          expect(each * missing).toBeGreaterThanOrEqual(remaining)
          expect(each * missing - remaining).toBeLessThan(missing * 100)
          expect(each % 100).toBe(0)
        },
      ),
    )
  })
})

it('a reminder states the progress, the suggested amount, the deadline and the link', () => {
  const collection = {
    title: 'Regalo para la seño Caro',
    deadline: '2026-11-28',
    suggestedAmount: 8_000_00,
  }
  const found = { people: 3000, contributed: 1200, remaining: 360_000_00 }
  expect(reminderText(collection, found, 'https://entretodos.example/contribuir/1')).toBe(
    `Recordatorio de la colecta «Regalo para la seño Caro»: ya aportamos 1.200 de 3.000 y faltan $\u00a0360.000.
El aporte sugerido es de $\u00a08.000 por persona. Hay tiempo hasta el 28/11/2026.
Aquí están los datos de la transferencia:
https://entretodos.example/contribuir/1`,
  )
})
