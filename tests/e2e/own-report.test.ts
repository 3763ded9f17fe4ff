/* A guest's report, opened by the link of their thanks page, and removed. */

import type { Page } from '@playwright/test'
import { formatMoment } from '../../shared/dates.ts'
import { sharedLink, whatsAppLink } from '../../shared/links.ts'
import { DAY } from '../../shared/time.ts'
import { png } from '../support/pictures.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import {
  chooseReceipt,
  confirmWithoutReceipt,
  expectSync,
  expectText,
  GIFT,
  holdFiles,
  JULIETA,
  reachReceiptStep,
  registerContribution,
  returnToPage,
} from './steps.ts'

test.use(ONLINE)

test('a guest sees what they sent and asks for its removal, and the organiser removes it', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two people, one after the other')
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByLabel('N.º de operación').fill('00417907673092')
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expectText(guest, 'Comprobante recibido')
  const thanks = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expectText(thanks, `$\u00a020.000 para «${GIFT.title}»`)
  const link = sharedLink(new URL(guest.url()).origin, gift)
  await expect(
    thanks.getByRole('link', { name: 'Avisar por WhatsApp que ya aporté' }),
  ).toHaveAttribute(
    'href',
    whatsAppLink(`Ya aporté $\u00a020.000 a la colecta «${GIFT.title}».\n${link}`),
  )
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
    'N.º de operación00417907673092',
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
  await lucia.getByRole('button', { name: JULIETA.name, exact: true }).first().click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await expect(detail.locator('dl > div')).toHaveText([
    `Aportante${JULIETA.name}`,
    `Email${JULIETA.email}`,
    'MétodoTransferencia',
    /^Fecha\d\d\/\d\d\/\d{4}/,
    'N.º de operación00417907673092',
  ])
  await lucia.keyboard.press('Escape')
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

test('a response that arrives late does not hide a guest’s newer request', async ({
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await guest.getByRole('link', { name: 'Ver lo que enviaste' }).click()
  await expect(guest.getByRole('region', { name: 'Lo que enviaste', exact: true })).toBeVisible()

  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  let isFetched = false
  await guest.route('**/api/reports/own', async (route) => {
    const response = await route.fetch()
    isFetched = true
    await released
    await route.fulfill({ response })
  })
  await returnToPage(guest)
  await expect.poll(() => isFetched).toBe(true)
  await guest.getByRole('button', { name: 'Pedir que se borre' }).click()
  const question = guest.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Pedir que se borre' }).click()
  await expect(guest.getByText('Lucía lo ve junto a su lista')).toBeVisible()
  const late = guest.waitForResponse('**/api/reports/own')
  release()
  await (await late).finished()
  await guest.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done))))
  expect(await guest.getByText('Lucía lo ve junto a su lista').isVisible()).toBe(true)
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

test('a guest corrects and withdraws what they reported, and the organiser sees what changed', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two people, one after the other')
  await reportAndOpenList(guest, lucia, gift)

  const correcting = guest.getByRole('dialog', { name: 'Corregir tu aporte' })
  await guest.getByRole('button', { name: 'Corregir o retirar' }).click()
  await correcting.getByLabel('Monto').fill('0')
  await correcting.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(correcting.getByRole('alert')).toContainText('Por favor, ingresa un monto válido')
  await correcting.getByLabel('Monto').fill('15100')
  await correcting.getByLabel('Nombre').fill('Julieta y Bruno')
  await correcting.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectText(guest, 'Guardamos tus cambios.')
  await expect(guest.getByText('Tu aporte: $\u00a015.100')).toBeVisible()
  await expectText(guest, '1 aporte')

  const listed = lucia.getByRole('row', { name: /Julieta y Bruno/ })
  await expect(listed).toContainText('$\u00a015.100')
  await expect(listed).toContainText('Corregido')
  await listed.getByRole('button', { name: 'Julieta y Bruno', exact: true }).click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await expectText(detail, 'Monto: $\u00a020.000 → $\u00a015.100')
  await expectText(detail, `Nombre: ${JULIETA.name} → Julieta y Bruno`)
  await detail.getByRole('button', { name: 'Cerrar' }).click()

  await guest.getByRole('button', { name: 'Corregir o retirar' }).click()
  await correcting.getByRole('button', { name: 'Retirar mi aporte' }).click()
  const question = guest.getByRole('alertdialog')
  await question.dispatchEvent('cancel', { bubbles: false }) // the back gesture
  await expect(question).toBeHidden()
  await correcting.getByRole('button', { name: 'Retirar mi aporte' }).click()
  await question.getByRole('button', { name: 'Retirar mi aporte' }).click()
  await expectText(guest, 'Lo retiraste: ya no cuenta en la colecta.')
  await expect(guest.getByText('1 aporte', { exact: true })).toHaveCount(0)
  await expect(listed).toBeHidden()
  await guest.getByRole('button', { name: 'Volver a informarlo' }).click()
  await expectText(guest, 'Informado')
  await listed.getByRole('button', { name: 'Acreditar', exact: true }).click()
  await expectSync(lucia, 'Al día')

  // The guest's page asks again while they type, and their dialog stays.
  await guest.getByRole('button', { name: 'Corregir o retirar' }).click()
  await correcting.getByLabel('Monto').fill('20000')
  await returnToPage(guest)
  await expect(guest.getByText('Lucía encontró el dinero en su cuenta.')).toBeVisible()
  await correcting.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(correcting.getByRole('alert')).toContainText('Este aporte ya está acreditado.')
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('an organiser does not verify an amount that was corrected after they saw it', {
    tag: '@sweep',
  }, async ({ lucia, guest, gift }) => {
    test.slow(true, 'two people, one after the other')
    await reportAndOpenList(guest, lucia, gift)
    await lucia.context().setOffline(true)
    await guest.getByRole('button', { name: 'Corregir o retirar' }).click()
    await guest.getByLabel('Monto').fill('15100')
    await guest.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(guest.getByText('Tu aporte: $\u00a015.100')).toBeVisible()

    const listed = lucia.getByRole('row', { name: new RegExp(JULIETA.name) })
    await listed.getByRole('button', { name: 'Acreditar', exact: true }).click()
    await expect(listed).toContainText('Acreditado')
    await lucia.context().setOffline(false)
    await expectSync(lucia, '1 con problemas')
    await expect(listed).toContainText('$\u00a015.100')
    await expect(listed).not.toContainText('Acreditado')
    await lucia.getByRole('button', { name: /1 con problemas/ }).click()
    await expect(lucia.getByRole('dialog')).toContainText(
      `El aporte de ${JULIETA.name} se corrigió después de que lo vieras: ahora es de $\u00a015.100.`,
    )
  })
})

test('a guest adds a receipt later and replaces it', { tag: '@sweep' }, async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two people, one after the other')
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await guest.getByRole('button', { name: 'Volver a la colecta' }).click()
  for (const [button, name] of [
    ['Agregar comprobante', 'uno.png'],
    ['Reemplazar comprobante', 'dos.png'],
  ] as const) {
    await guest.getByRole('button', { name: 'Corregir o retirar' }).click()
    const choosing = guest.waitForEvent('filechooser')
    await guest.getByRole('button', { name: button }).click()
    const release = await holdFiles(guest)
    await (await choosing).setFiles({ name, mimeType: 'image/png', buffer: png(40, 60) })
    const save = guest.getByRole('button', { name: 'Guardar cambios' })
    await expect(save).toBeDisabled()
    await release()
    await expectText(guest, 'Se envía al guardar')
    await save.click()
    await expectText(guest, 'Guardamos tus cambios.')
  }
  await lucia.goto(`/colecta/${gift}`)
  await lucia
    .getByRole('button', { name: JULIETA.name, exact: true })
    .filter({ visible: true })
    .click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await expectText(detail, 'Comprobante, antes: uno.png')
  await expectText(detail, 'Agregó el comprobante')
  await detail.getByRole('button', { name: 'Ver comprobante' }).click()
  await expect(lucia.getByRole('dialog', { name: 'Comprobante de Transferencia' })).toBeVisible()
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('an organiser corrects a manual contribution without a network, and undoes it', async ({
    lucia,
    gift,
  }) => {
    test.slow(true, 'without a network, and back')
    await lucia.goto(`/colecta/${gift}/aportar`)
    await registerContribution(lucia, 'Tía Norma')
    await expectSync(lucia, 'Al día')
    await lucia.context().setOffline(true)
    const row = lucia.getByRole('row', { name: /Tía Norma/ })
    await row.getByRole('button', { name: 'Tía Norma', exact: true }).click()
    await lucia.getByRole('button', { name: 'Corregir' }).click()
    const dialog = lucia.getByRole('dialog', { name: 'Corregir aporte manual' })
    await dialog.getByLabel('Monto').fill('12500')
    await dialog.getByLabel('Mensaje').fill('En efectivo')
    await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
    await expect(lucia.getByText('Aporte corregido')).toBeVisible()
    await expect(row).toContainText('$\u00a012.500')
    await expect(row).toContainText('En efectivo')
    await lucia.context().setOffline(false)
    await expectSync(lucia, 'Al día')
    await expect(row).toContainText('$\u00a012.500')
    await lucia.getByRole('button', { name: 'Deshacer' }).click()
    await expect(row).not.toContainText('$\u00a012.500')
    await expectSync(lucia, 'Al día')
    await row.getByRole('button', { name: 'Tía Norma', exact: true }).click()
    const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
    await expect(detail.getByRole('listitem').first()).toContainText('Monto: $\u00a012.500 →')
  })
})

async function reportAndOpenList(guest: Page, lucia: Page, gift: string): Promise<void> {
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await guest.getByRole('button', { name: 'Volver a la colecta' }).click()
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
}

test('a signed-in contributor opens their report from the thanks and from their list, and corrects it', async ({
  lucia,
  gift,
}) => {
  test.slow(true, 'a report, its correction and its withdrawal')
  await lucia.goto(`/contribuir/${gift}`)
  await lucia.getByLabel('Monto', { exact: true }).fill('20000')
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  await lucia.getByRole('button', { name: 'Ya transferí' }).click()
  await lucia.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  const question = lucia.getByRole('alertdialog', { name: '¿Confirmar sin comprobante?' })
  await expect(question).toContainText('Puedes agregarlo después, hasta que Lucía acredite')
  await question.getByRole('button', { name: 'Confirmar sin comprobante' }).click()
  await lucia.getByRole('link', { name: 'Ver lo que enviaste' }).click()
  const sent = lucia.getByRole('region', { name: 'Lo que enviaste', exact: true })
  await expect(sent).toContainText('$\u00a020.000')

  await lucia.goto('/payments')
  await lucia.getByRole('link', { name: /^Ver mi aporte/ }).click()
  await lucia.getByRole('button', { name: 'Corregir o retirar' }).click()
  const correcting = lucia.getByRole('dialog', { name: 'Corregir tu aporte' })
  await correcting.getByLabel('Monto').fill('15100')
  await correcting.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectText(lucia, 'Guardamos tus cambios.')
  await lucia.getByRole('button', { name: 'Corregir o retirar' }).click()
  await correcting.getByRole('button', { name: 'Retirar mi aporte' }).click()
  await lucia.getByRole('alertdialog').getByRole('button', { name: 'Retirar mi aporte' }).click()
  await expectText(lucia, 'Lo retiraste: ya no cuenta en la colecta.')
  await expect(lucia.getByRole('region', { name: 'Borrar lo que enviaste' })).toContainText(
    'se borran del todo 30 días después de retirarlo.',
  )
  await lucia.getByRole('button', { name: 'Volver a informarlo' }).click()
  await expectText(lucia, 'Informado')
  await lucia.goBack()
  await expect(lucia.getByRole('table', { name: 'Mis Pagos' })).toContainText('$\u00a015.100')

  await lucia.goto('/mi-aporte/01939b2c-0000-7000-8000-000000000000')
  await expectText(lucia, 'No encontramos ese aporte')
})
