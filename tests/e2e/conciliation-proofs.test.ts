/* A bank that nobody knows, and a number that a guest typed. */
import { formatDay, today } from '../../shared/dates.ts'
import { choose, countInteractions, drop, section, verifiedIn } from './statements.ts'
import { ask, confirmWithoutReceipt, expectText, fillReport, report, transfer } from './steps.ts'
import { expect, test } from './world.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('an unknown bank is confirmed with six interactions', async ({ lucia, gift }) => {
  for (const name of ['Ana Paz', 'Beto Sosa']) {
    await report(lucia, gift, { contributorName: name, amount: 15_000_00 })
  }
  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  await expect
    .poll(async () => (await ask(lucia, 'waiting-contributions', { account })).length)
    .toBe(2)
  await lucia.goto(`/colecta/${gift}/conciliar`)
  const interactions = await countInteractions(lucia)
  const day = formatDay(today(new Date()))
  const text = [
    'Cuando;Quien;Sumo;Resto',
    `${day};Paz Ana;15000,00;`,
    `${day};Sosa Beto;15000,00;`,
    `${day};Kiosco;;100,00`,
  ].join('\n')
  await drop(lucia, { name: 'mi-banco.csv', text })
  await lucia.getByLabel('Columna Quien').selectOption('Nombre de quien envía')
  await lucia.getByLabel('Columna Sumo').selectOption('Ingreso')
  await lucia.getByRole('button', { name: 'Usar estas columnas' }).click()
  await lucia
    .getByRole('button', { name: 'Confirmar los que tienen el nombre completo (2)' })
    .click()
  await lucia.getByRole('button', { name: 'Confirmar 2 aportes' }).click()
  expect(await interactions()).toBeLessThanOrEqual(6)
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(2)
})

test('the operation number that a guest typed proves the transfer', async ({
  lucia,
  guest,
  gift,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '15.000')
  await transfer(guest, '15.000')
  await guest.getByLabel('N.º de operación').fill('00417907673092')
  await confirmWithoutReceipt(guest)
  await expectText(guest, 'Tu aporte ha sido registrado correctamente.')

  await lucia.goto(`/colecta/${gift}/conciliar`)
  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  await expect
    .poll(() => ask(lucia, 'waiting-contributions', { account }))
    .toMatchObject([{ operationNumber: '00417907673092' }])
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Referencia;Importe',
    `${day};Transferencia recibida;417907673092;15000,00`,
    `${day};Transferencia recibida;417907673093;15000,00`,
    `${day};Compra;417907673094;-10,00`,
  ].join('\n')
  await choose(lucia, { name: 'banco.csv', text })
  await expect(section(lucia, 'Coinciden').getByText('Número de operación')).toBeVisible()
  await lucia.getByRole('button', { name: 'Confirmar 1 aporte' }).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(1)
})
