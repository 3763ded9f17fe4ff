/* What a stranger with the link could do to a colecta, and what its organiser does about it. */
import { confirmWithoutReceipt, fillReport } from './steps.ts'
import { expect, test } from './world.ts'

test('an amount that is far too much is asked once, waits, and counts when it is accredited', async ({
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
  await guest.getByRole('button', { name: 'Seguir sin comprobante' }).click()
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
