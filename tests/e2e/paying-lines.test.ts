/* The details of a contribution show which lines of the organiser's statement pay it. */
import { newId } from '../../shared/id.ts'
import { createdInput, matchInput } from '../support/people.ts'
import { expect, test } from './fixtures.ts'
import { ask, expectSync, mutate, report } from './steps.ts'

test('a match can be undone in the details of its contribution, and the undo reverted', async ({
  lucia,
  gift,
}) => {
  const id = await report(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const amounts = { lineAmount: 15_000_00, part: 15_000_00 }
  const match = matchInput(id, { ...amounts, lineDay: '2026-03-12', source: 'galicia' })
  await mutate(lucia, 'match-lines', { matches: [match] })

  const open = () => lucia.getByRole('button', { name: 'Julieta Romero', exact: true }).click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  const paid = 'Acreditado el 12/3 · Banco Galicia · por monto único'
  await open()
  await expect(detail.getByText(paid)).toBeVisible()
  await detail.getByRole('button', { name: `Deshacer: ${paid}` }).click()
  await expect(lucia.getByText('Acreditación deshecha')).toBeVisible()
  await expect.poll(() => stateIn(lucia, gift)).toBe('confirmed')
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(() => stateIn(lucia, gift)).toBe('verified')
  await open()
  await expect(detail.getByText(paid)).toBeVisible()
})

test('the details show a part payment, and a contribution created from a line', async ({
  lucia,
  gift,
}) => {
  const id = await report(lucia, gift)
  const part = { lineAmount: 6_000_00, part: 6_000_00, lineDay: '2026-03-01', source: 'other' }
  await mutate(lucia, 'match-lines', { matches: [matchInput(id, { ...part, reason: 'by-hand' })] })
  const created = createdInput(gift, { line: newId(), lineDay: '2026-11-20', source: 'bbva' })
  await mutate(lucia, 'create-from-line', created)
  await lucia.goto(`/colecta/${gift}`)

  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await lucia.getByRole('button', { name: 'Julieta Romero', exact: true }).click()
  await expect(detail.getByText('Llegó una parte el 1/3 · $\u00a06.000 · a mano')).toBeVisible()
  await lucia.keyboard.press('Escape')
  await lucia.getByRole('button', { name: 'Ana Gómez', exact: true }).click()
  const from = 'Acreditado el 20/11 · BBVA · anotado desde el resumen'
  await expect(detail.getByText(from)).toBeVisible()
})

async function stateIn(lucia: Parameters<typeof ask>[0], collectionId: string) {
  const { rows } = await ask(lucia, 'collection-contributions', { collectionId })
  return (rows as { state: string }[])[0]?.state
}
