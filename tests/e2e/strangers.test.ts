/* Abuse by a stranger who has the link of a colecta, and what its organiser can do. */

import { expect, test } from './fixtures.ts'
import { confirmWithoutReceipt, expectSync, fillReport, report } from './steps.ts'

test('a far too large amount needs a confirmation, stays pending, and counts once accredited', async ({
  lucia,
  guest,
  gift,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '999.999.999')
  const go = guest.getByRole('button', { name: 'Continuar con $ 999.999.999' })
  await go.click()
  const question = guest.getByRole('alertdialog', { name: '¿Son $ 999.999.999?' })
  await expect(question.getByText('Es mucho más que los $ 15.000 sugeridos.')).toBeVisible()
  await question.getByRole('button', { name: 'Corregir el monto' }).click()
  await expect(guest.getByLabel('Monto', { exact: true })).toHaveValue('999.999.999')
  await go.click()
  await question.getByRole('button', { name: 'Sí, continuar' }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()

  const collected = async () =>
    (await (await guest.request.get(`/api/collections/${gift}`)).json()).amountCollected
  expect(await collected()).toBe(0)
  await lucia.goto(`/colecta/${gift}?estado=pendientes`)
  await expect(
    lucia.getByText('Pendiente', { exact: true }).filter({ visible: true }),
  ).toBeVisible()
  await lucia.getByRole('button', { name: 'Acreditar' }).filter({ visible: true }).click()
  await expect(lucia.getByText('Aporte acreditado')).toBeVisible()
  await expect.poll(collected).toBe(999_999_999_00)
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByText('100 %').first()).toBeVisible()
})

test('all results of a search are hidden at once without a network, and shown again', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'twelve reports, and a network that goes and comes back')
  for (let n = 1; n <= 12; n += 1) {
    await report(guest, gift, { contributorName: `Nadie ${n}`, amount: 1_000_00 })
  }
  await report(guest, gift)
  const collected = async () =>
    (await (await guest.request.get(`/api/collections/${gift}`)).json()).amountCollected
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  await lucia.context().setOffline(true)

  await lucia.getByLabel('Buscar por nombre').fill('nadie')
  await expect(lucia.getByText('Mostrando 1 a 10 de 12 aportes')).toBeVisible()
  const bar = lucia.getByRole('region', { name: 'Aportes elegidos' })
  const hideAll = async () => {
    await lucia.getByRole('button', { name: 'Elegir varios aportes' }).click()
    await bar.getByLabel('Toda la página').check()
    await expect(bar.getByText('10 elegidos')).toBeVisible()
    await bar.getByRole('button', { name: 'Elegir los 12' }).click()
    await expect(bar.getByText('12 elegidos')).toBeVisible()
    await bar.getByRole('button', { name: 'Ocultar' }).click()
    await expect(lucia.getByText('12 aportes ocultos')).toBeVisible()
    await expect(lucia.getByText('Nadie con ese nombre')).toBeVisible()
  }
  await hideAll()
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(lucia.getByText('Mostrando 1 a 10 de 12 aportes')).toBeVisible()
  await hideAll()
  await expectSync(lucia, /por enviar/)
  expect(await collected()).toBe(27_000_00)
  await lucia.context().setOffline(false)
  await expectSync(lucia, 'Al día')
  expect(await collected()).toBe(15_000_00)

  await lucia.getByRole('button', { name: 'Ocultos' }).click()
  await expect(lucia.getByText('Mostrando 1 a 10 de 12 aportes')).toBeVisible()
  await expect(lucia.getByText('30 días después de ocultarlo')).toBeVisible()
  await lucia
    .getByRole('button', { name: 'Nadie 12', exact: true })
    .filter({ visible: true })
    .click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await expect(detail).toContainText('$\u00a01.000Confirmado')
  await expect(detail.getByRole('button', { name: 'Volver a mostrar' }).first()).toBeVisible()
  await lucia.keyboard.press('Escape')
  await lucia.getByRole('button', { name: 'Elegir varios aportes' }).click()
  await lucia.getByLabel('Elegir el aporte de Nadie 12').filter({ visible: true }).check()
  await lucia.getByLabel('Elegir el aporte de Nadie 11').filter({ visible: true }).check()
  await bar.getByRole('button', { name: 'Volver a mostrar' }).click()
  await expect(lucia.getByText('2 aportes de vuelta en la lista')).toBeVisible()
  await expect(lucia.getByText('Mostrando 1 a 10 de 10 aportes')).toBeVisible()
  await expectSync(lucia, 'Al día')
  expect(await collected()).toBe(17_000_00)
})
