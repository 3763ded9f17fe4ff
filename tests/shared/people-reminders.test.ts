import { expect, it } from 'vitest'
import { remindersOf } from '../../shared/people/reminders.ts'
import { splitByContribution } from '../../shared/people/split-by-contribution.ts'
import type { ListedPerson } from '../../shared/queries/people.ts'

const gift = {
  title: 'Regalo para la seño Caro',
  deadline: '2026-11-30',
  suggestedAmount: 15_000_00,
  totalAmount: 900_000_00,
  amountCollected: 180_000_00,
}
const OF_30 = { missing: Array(18), contributed: Array(12) }
const LINK = 'https://entretodos.example/c/abcd1234'

it('asks the missing people for the suggested amount, and names no one', () => {
  expect(remindersOf(gift, OF_30, LINK).text).toBe(
    [
      'Recordatorio de la colecta «Regalo para la seño Caro»: ya aportamos 12 de 30 y faltan $\u00a0720.000.',
      'El aporte sugerido es de $\u00a015.000 por persona. Hay tiempo hasta el 30/11/2026.',
      'Aquí están los datos de la transferencia:',
      LINK,
    ].join('\n'),
  )
})

it('does not mention a remaining amount when the total is reached', () => {
  const { text } = remindersOf({ ...gift, amountCollected: 950_000_00 }, OF_30, LINK)
  expect(text).toContain('ya aportamos 12 de 30.')
})

it.each([
  ['11 5555-1234', '/5491155551234'],
  ['5555-1234', '/'],
  [null, '/'],
])('writes to one of them by name, and to the number %s at %s', (phone, path) => {
  const { text, linkFor } = remindersOf(gift, OF_30, LINK)
  const { origin, pathname, searchParams } = new URL(linkFor({ name: 'Ana Gómez', phone }))
  expect(origin).toBe('https://wa.me')
  expect(pathname).toBe(path)
  expect(searchParams.get('text')).toBe(`Hola Ana.\n${text}`)
})

it('knows who is missing, in the order of the list', () => {
  const listed = (id: string, contributions: number) =>
    ({ id, given: Array(contributions) }) as ListedPerson
  const people = [listed('ana', 0), listed('beto', 1), listed('carla', 2), listed('dora', 0)]
  const { missing, contributed } = splitByContribution(people)
  expect(missing.map(({ id }) => id)).toEqual(['ana', 'dora'])
  expect(contributed.map(({ id }) => id)).toEqual(['beto', 'carla'])
})
