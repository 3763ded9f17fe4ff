/* Lines of the organiser's statement that pay a contribution: shown in its details, picked by hand, and undone. */
import { formatDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { createdInput, matchInput } from '../support/people.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './slow-network.ts'
import { choose, openConciliation, verifiedIn } from './statements.ts'
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

test('the undo of another state brings back the lines that paid, and the reason of a rejection', async ({
  lucia,
  gift,
}) => {
  const id = await report(lucia, gift)
  const match = matchInput(id, { lineAmount: 15_000_00, part: 15_000_00 })
  await mutate(lucia, 'match-lines', { matches: [match] })
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const contribution = async () => {
    const { rows } = await ask(lucia, 'collection-contributions', { collectionId: gift })
    const [row] = rows as { state: string; rejectionReason: string }[]
    const lines = await ask(lucia, 'contribution-matches', { contributionId: id })
    return [row?.state, row?.rejectionReason, (lines as unknown as unknown[]).length]
  }
  const set = async (label: string) => {
    const menu = lucia.getByRole('button', {
      name: 'Más acciones para el aporte de Julieta Romero',
    })
    await menu.filter({ visible: true }).click()
    await lucia.getByRole('menuitem', { name: label, exact: true }).click()
  }
  const undo = () => lucia.getByRole('button', { name: 'Deshacer' }).click()

  await set('Rechazar')
  await expect.poll(contribution).toEqual(['rejected', '', 0])
  await undo()
  await expect.poll(contribution).toEqual(['verified', '', 1])

  await lucia.getByRole('button', { name: 'Elegir varios aportes' }).click()
  const box = lucia.getByLabel('Elegir el aporte de Julieta Romero')
  await box.filter({ visible: true }).check()
  const bar = lucia.getByRole('region', { name: 'Aportes elegidos' })
  await bar.getByRole('button', { name: /^Rechazar/ }).click()
  await expect.poll(contribution).toEqual(['rejected', '', 0])
  await undo()
  await expect.poll(contribution).toEqual(['verified', '', 1])

  const rejected = { id, state: 'rejected', reason: 'No llegó a la cuenta' }
  await mutate(lucia, 'set-contribution-state', rejected)
  await expect(
    lucia.getByText('Rechazado', { exact: true }).filter({ visible: true }),
  ).toBeVisible()
  await expectSync(lucia, 'Al día')
  await set('Acreditar')
  await expect.poll(contribution).toEqual(['verified', '', 0])
  await undo()
  await expect.poll(contribution).toEqual(['rejected', rejected.reason, 0])
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

  await lucia.keyboard.press('Escape')
  const paid = async () => {
    const { rows } = await ask(lucia, 'collection-contributions', { collectionId: gift })
    const row = (rows as { id: string; state: string }[]).find((one) => one.id === id)
    const lines = await ask(lucia, 'contribution-matches', { contributionId: id })
    return [row?.state, (lines as unknown as unknown[]).length]
  }
  await lucia.getByRole('button', { name: 'Acreditar', exact: true }).click()
  await expect.poll(paid).toEqual(['verified', 1])
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect.poll(paid).toEqual(['confirmed', 1])
})

test('without a replica, an undo that fails closes the history, and can be tried again', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  await lucia.context().route(/\.wasm$/, (route) => route.abort())
  const id = await report(lucia, gift)
  const amounts = { lineAmount: 15_000_00, part: 15_000_00 }
  await mutate(lucia, 'match-lines', { matches: [matchInput(id, amounts)] })
  await lucia.goto(`/colecta/${gift}/conciliar`)
  await lucia.getByRole('button', { name: 'Historial' }).click()
  const history = lucia.getByRole('dialog', { name: 'Historial' })
  await lucia.route('**/api/sync/mutations', (route) => route.abort())
  await history.getByRole('button', { name: 'Deshacer' }).click()
  await expect(lucia.getByText('No fue posible deshacer.')).toBeVisible()
  await expect(history).toBeHidden()
  await lucia.unroute('**/api/sync/mutations')
  await lucia.getByRole('button', { name: 'Reintentar' }).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(0)
})

test('a contribution that was picked for a line stays in the list while others are searched', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  const names = ['Zoe Paz', ...Array.from({ length: 9 }, (_, at) => `Persona ${at}`)]
  for (const [at, contributorName] of names.entries()) {
    await report(lucia, gift, { contributorName, amount: 3_000_00 + at * 1_000_00 })
  }
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Importe;Nombre',
    `${day};Transferencia recibida;2000,00;ROLDAN MARIA`,
    '13/01/2026;Compra;-10,00;',
  ].join('\n')
  await openConciliation(lucia, gift)
  await choose(lucia, { name: 'banco.csv', text })
  await lucia.getByRole('button', { name: 'Es de…' }).click()
  const assigned = lucia.getByRole('dialog', { name: '¿De quién es este ingreso?' })
  const zoe = assigned.getByRole('checkbox', { name: /^Zoe Paz/ })
  await expect(assigned.getByRole('checkbox')).toHaveCount(8)
  await expect(zoe).toHaveCount(0)
  await assigned.getByLabel('Buscar por nombre').fill('zoe')
  await zoe.check()
  await assigned.getByLabel('Buscar por nombre').fill('')
  await expect(zoe).toBeChecked()
})

test('a contribution that is created from a line keeps what was typed over a reload', async ({
  lucia,
  gift,
}) => {
  const day = formatDay(today(new Date()))
  const text = `Fecha;Descripción;Importe;Nombre\n${day};Transferencia recibida;1234,00;QUIROGA LUIS\n13/01/2026;Compra;-10,00;`
  await openConciliation(lucia, gift)
  await choose(lucia, { name: 'banco.csv', text })
  const open = () => lucia.getByRole('button', { name: 'Crear aporte' }).click()
  const name = lucia.getByLabel('Nombre de quien aportó')
  await open()
  await name.fill('Luis, de la oficina')
  await lucia.reload()
  await open()
  await expect(name).toHaveValue('Luis, de la oficina')
  await lucia.keyboard.press('Escape')
  await expect(name).toHaveCount(0)
  await open()
  await expect(name).toHaveValue('Quiroga Luis')
})

test('amounts that are split by hand stay over a reload', async ({ lucia, gift }) => {
  await report(lucia, gift, { contributorName: 'Ana Paz', amount: 4_000_00 })
  await report(lucia, gift, { contributorName: 'Beto Sosa', amount: 9_000_00 })
  const day = formatDay(today(new Date()))
  const text = `Fecha;Descripción;Importe;Nombre\n${day};Transferencia recibida;7000,00;ROLDAN MARIA\n13/01/2026;Compra;-10,00;`
  await openConciliation(lucia, gift)
  await choose(lucia, { name: 'banco.csv', text })
  const open = () => lucia.getByRole('button', { name: 'Es de…' }).click()
  const assigned = lucia.getByRole('dialog', { name: '¿De quién es este ingreso?' })
  const beto = assigned.getByRole('checkbox', { name: /^Beto Sosa/ })
  const partOf = (name: string) => assigned.getByLabel(name, { exact: true })
  await open()
  await beto.check()
  await assigned.getByRole('checkbox', { name: /^Ana Paz/ }).check()
  await partOf('Beto Sosa').fill('5.500')
  await lucia.reload()
  await open()
  await expect(partOf('Beto Sosa')).toHaveValue('5.500')
  await expect(partOf('Ana Paz')).toHaveValue('1.500')
  await lucia.keyboard.press('Escape')
  await expect(assigned).toBeHidden()
  await open()
  await expect(beto).not.toBeChecked()
})

test('without a replica, amounts that were split by hand stay when the server refuses them', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  await lucia.context().route(/\.wasm$/, (route) => route.abort())
  const ana = await report(lucia, gift, { contributorName: 'Ana Paz', amount: 4_000_00 })
  await report(lucia, gift, { contributorName: 'Beto Sosa', amount: 3_000_00 })
  await report(lucia, gift, { contributorName: 'Carla Díaz', amount: 9_000_00 })
  const day = formatDay(today(new Date()))
  const text = `Fecha;Descripción;Importe;Nombre\n${day};Transferencia recibida;7000,00;ROLDAN MARIA\n13/01/2026;Compra;-10,00;`
  await lucia.goto(`/colecta/${gift}/conciliar`)
  await choose(lucia, { name: 'banco.csv', text })
  await lucia.getByRole('button', { name: 'Es de…' }).click()
  const assigned = lucia.getByRole('dialog', { name: '¿De quién es este ingreso?' })
  for (const name of [/^Ana Paz/, /^Beto Sosa/, /^Carla Díaz/])
    await assigned.getByRole('checkbox', { name }).check()
  const partOf = (name: string) => assigned.getByLabel(name, { exact: true })
  await partOf('Beto Sosa').fill('2.000')
  await partOf('Carla Díaz').fill('500')
  const answer = await holdBack(lucia, '**/api/sync/mutations')
  await assigned.getByRole('button', { name: 'Acreditar 3 aportes' }).click()
  await expect(assigned.getByRole('button', { name: 'Acreditando…' })).toBeVisible()
  await mutate(lucia, 'hide-contributions', { ids: [ana] })
  answer()
  await expect(assigned.getByRole('alert')).toContainText(
    'El aporte no existe o ha sido eliminado.',
  )
  await expect(partOf('Ana Paz')).toHaveCount(0)
  await expect(partOf('Beto Sosa')).toHaveValue('2.000')
  await expect(partOf('Carla Díaz')).toHaveValue('500')
  await assigned.getByRole('button', { name: 'Acreditar 2 aportes' }).click()
  await expect(lucia.getByText('De 2 aportes llegó una parte.')).toBeVisible()
  await expect(assigned).toBeHidden()
})

async function stateIn(lucia: Parameters<typeof ask>[0], collectionId: string) {
  const { rows } = await ask(lucia, 'collection-contributions', { collectionId })
  return (rows as { state: string }[])[0]?.state
}
