/* A guest's report, opened by the link of their thanks page, and removed. */

import { formatMoment } from '../../shared/dates.ts'
import { DAY } from '../../shared/time.ts'
import { png } from '../support/pictures.ts'
import {
  chooseReceipt,
  confirmWithoutReceipt,
  expectSync,
  expectText,
  GIFT,
  JULIETA,
  reachReceiptStep,
} from './steps.ts'
import { expect, test } from './world.ts'

test('a guest sees what they sent and asks for its removal, and the organiser removes it', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two people, one after the other')
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expectText(guest, 'Comprobante recibido')
  const thanks = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expectText(thanks, `$\u00a020.000 para «${GIFT.title}»`)
  await expect(
    thanks.getByRole('link', { name: 'Avisar por WhatsApp que ya aporté' }),
  ).toHaveAttribute('href', /^https:\/\/wa\.me\/\?text=Ya%20aport%C3%A9%20%24.*contribuir%2F/)
  await guest.getByRole('link', { name: 'Ver lo que enviaste' }).click()
  await expect(guest).toHaveTitle('Tu aporte · Entre Todos')
  const sent = guest.getByRole('region', { name: 'Lo que enviaste' })
  await expect(sent.locator('dl > div')).toHaveText([
    `Colecta${GIFT.title}`,
    'OrganizaLucía',
    'Monto$\u00a020.000',
    /^Fecha\d\d\/\d\d\/\d{4}/,
    `Nombre${JULIETA.name}`,
    `Email${JULIETA.email}`,
    'Mensaje¡Gracias por tanto, Caro!',
    'Comprobanterecibo.png',
  ])
  const address = guest.url()
  expect(address).toMatch(/\/mi-aporte\/[\da-f-]{36}#[\w-]{43}$/)

  await guest.route('**/api/reports/own/removal', (route) => route.abort())
  await guest.getByRole('button', { name: 'Pedir que se borre' }).click()
  const question = guest.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Pedir que se borre' }).click()
  await expect(guest.getByRole('alert')).toContainText('No hay conexión con el servidor.')
  await guest.unroute('**/api/reports/own/removal')
  await guest.getByRole('button', { name: 'Pedir que se borre' }).click()
  await question.getByRole('button', { name: 'Pedir que se borre' }).click()
  await expect(guest.getByText('Lucía lo ve junto a su lista')).toBeVisible()

  await lucia.goto(`/colecta/${gift}`)
  const wish = lucia.getByText(`${JULIETA.name} pidió que borres su aporte de $ 20.000`)
  await expect(wish).toBeVisible()
  await expectSync(lucia, 'Al día')
  await lucia.getByRole('button', { name: 'Borrar aporte' }).click()
  await expect(wish).toBeHidden()
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(wish).toBeVisible()
  await lucia.getByRole('button', { name: 'Borrar aporte' }).click()
  await expect(wish).toBeHidden()
  await expectSync(lucia, 'Al día')

  await guest.goto('about:blank')
  await guest.goto(address)
  await expect(guest.getByText('Lucía quitó este aporte de su lista.')).toBeVisible()
  await guest.goto('about:blank')
  await guest.goto(address.slice(0, -1))
  await expect(
    guest.getByRole('heading', { name: 'No encontramos ese aporte', exact: true }),
  ).toBeVisible()
})

test('a guest finds their contribution again on the device, with its state as it changes', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two people, one after the other')
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await guest.getByRole('button', { name: 'Volver a la colecta' }).click()
  await expect(guest.getByRole('dialog')).toHaveCount(0)
  const day = formatMoment(new Date().toISOString()).day
  const own = `Tu aporte: $\u00a020.000, informado el ${day}`
  await expectText(guest, own)
  await expectText(guest, '1 aporte')
  await expectText(guest, 'Informado')

  // In another tab, a week later.
  const later = await guest.context().newPage()
  await later.clock.install({ time: Date.now() + 7 * DAY })
  await later.goto(`/contribuir/${gift}`)
  await expectText(later, own)
  await expectText(later, 'Informado')
  await expect(later.getByLabel('Nombre')).toHaveCount(0)

  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Acreditar', exact: true }).first().click()
  await expectSync(lucia, 'Al día')
  await later.clock.runFor(21_000)
  await expectText(later, 'Acreditado')
  await expectText(later, 'Lucía encontró el dinero en su cuenta.')

  await lucia
    .getByRole('button', { name: JULIETA.name, exact: true })
    .filter({ visible: true })
    .click()
  await lucia
    .getByRole('button', { name: `Más acciones para el aporte de ${JULIETA.name}` })
    .last()
    .click()
  await lucia.getByRole('menuitem', { name: 'Rechazar' }).click()
  await lucia
    .getByRole('button', { name: JULIETA.name, exact: true })
    .filter({ visible: true })
    .click()
  await lucia.getByRole('button', { name: 'El monto es otro' }).click()
  await lucia.getByLabel('Motivo del rechazo').press('End')
  await lucia.getByLabel('Motivo del rechazo').pressSequentially(': llegaron $ 2.000')
  await lucia.getByRole('button', { name: 'Guardar motivo' }).click()
  await expectText(lucia, 'Motivo guardado')
  await expectSync(lucia, 'Al día')
  await later.clock.runFor(21_000)
  await expectText(later, 'Rechazado')
  await expect(later.getByText('Motivo: El monto es otro: llegaron $ 2.000')).toBeVisible()

  await later.getByRole('button', { name: 'Hacer otro aporte' }).click()
  await later.getByLabel('Nombre').fill('Bruno Paz')
  await later.reload()
  await expect(later.getByLabel('Nombre')).toHaveValue('Bruno Paz')
  await later.getByRole('button', { name: 'No soy yo, borrar' }).click()
  await expectText(later, own)
  await later.getByRole('button', { name: 'Olvidar en este dispositivo' }).click()
  await expect(later.getByLabel('Nombre')).toHaveValue('')
  await later.reload()
  await expect(later.getByLabel('Nombre')).toHaveValue('')
})
