/* The account of a colecta (rendición) that its organiser shows to the group: printed or copied. */
import { formatDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { expect, test } from './fixtures.ts'
import { clipboardOf, expectText, GIFT, mutate, mutateAll, report } from './steps.ts'
import { untilStored } from './until-stored.ts'

test('the account of a colecta is printed, with or without names, and copied as a text', async ({
  lucia,
  guest,
  gift,
}) => {
  await report(guest, gift)
  await report(guest, gift, { contributorName: 'Ana Gómez', amount: 20_000_50 })
  // Far above the suggested amount: it is pending, and does not count.
  await report(guest, gift, { contributorName: 'Beto Sosa', amount: 950_000_00 })
  await lucia.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await lucia.goto(`/colecta/${gift}`)
  const row = lucia.getByRole('row').filter({ hasText: 'Ana Gómez' })
  await row.getByRole('button', { name: 'Acreditar', exact: true }).click()
  await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await lucia.getByRole('menuitem', { name: 'Rendición de cuentas' }).click()
  await expect(lucia).toHaveURL(`/colecta/${gift}/rendicion`)

  const sheet = lucia.getByRole('article', { name: 'Rendición' })
  const day = formatDay(today(new Date()))
  const rows = sheet.getByRole('list', { name: 'Aportes' }).getByRole('listitem')
  await expect(rows).toHaveText([
    `${day}Julieta RomeroPor verificar$\u00a015.000`,
    `${day}Ana GómezAcreditado$\u00a020.000,50`,
  ])
  await expect(sheet.locator('dl > div')).toHaveText([
    'Recaudado$\u00a035.000,50',
    'Acreditado en la cuenta$\u00a020.000,50',
    'Por verificar$\u00a015.000',
    `Total a colectar$\u00a0${GIFT.totalAmount}`,
    'Aportes2',
    `Cuenta${GIFT.accountIdentifier}`,
  ])
  await lucia.getByRole('button', { name: 'Copiar resumen' }).click()
  const text = [
    `Rendición de la colecta «${GIFT.title}» al ${day}: juntamos $\u00a035.000,50 de $\u00a0${GIFT.totalAmount} con 2 aportes.`,
    'Acreditado en la cuenta: $\u00a020.000,50. Por verificar: $\u00a015.000.',
  ].join('\n')
  expect(await clipboardOf(lucia)).toBe(text)
  const whatsApp = lucia.getByRole('link', { name: 'Enviar por WhatsApp' })
  const sent = new URL((await whatsApp.getAttribute('href')) ?? '')
  expect(sent.searchParams.get('text')).toBe(text)

  await lucia.getByLabel('Con el nombre de quienes aportaron').uncheck()
  await expect(rows.first()).toHaveText(`${day}TransferenciaPor verificar$\u00a015.000`)
  await expect(sheet).not.toContainText('Julieta')

  // Printed, the page has the sheet alone.
  await lucia.emulateMedia({ media: 'print', colorScheme: 'dark' })
  await expect(rows).toHaveCount(2)
  await expect(lucia.getByRole('button')).toHaveCount(0)
  const ground = await lucia.evaluate(() => getComputedStyle(document.body).backgroundColor)
  expect(ground).toBe('rgb(255, 255, 255)')
  await lucia.emulateMedia({ media: 'screen' })

  // More than a window of them is.
  const manual = Array.from({ length: 100 }, (_, index) => ({
    id: newId(),
    collectionId: gift,
    contributorName: `Persona ${index}`,
    contributorEmail: null,
    amount: 1_00,
    message: '',
  }))
  await mutateAll(lucia, 'add-manual-contribution', manual)
  await expect(rows).toHaveCount(102)
  await expect(rows.last()).toContainText('ManualAcreditado$\u00a01')

  // A corrected name changes no sum.
  await lucia.getByLabel('Con el nombre de quienes aportaron').check()
  const corrected = { id: manual[99]?.id, changes: { contributorName: 'Persona corregida' } }
  await mutate(lucia, 'edit-contribution', corrected)
  await expect(rows.filter({ hasText: 'Persona corregida' })).toHaveCount(1)

  // A new report is on it; without a network the replica has it.
  await report(guest, gift, { contributorName: 'Carla Díaz' })
  await expect(rows).toHaveCount(103)
  await untilStored(lucia)
  await lucia.context().setOffline(true)
  await lucia.goto(`/colecta/${gift}/rendicion`)
  await expect(rows).toHaveCount(103)
  await expectText(lucia, GIFT.title)
})

test('a guest who opens the account of a colecta is asked to sign in', async ({ guest, gift }) => {
  await guest.goto(`/colecta/${gift}/rendicion`)
  await expect(guest).toHaveURL(/\/login\?returnTo=/)
})
