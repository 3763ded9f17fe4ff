import { expect, test } from './fixtures.ts'
import { expectSync, expectText, GIFT, refuseCollection } from './steps.ts'

test('[S9] a correction of a refused change replaces it', async ({ lucia, gift, server }) => {
  test.slow(true, 'a replica that opens twice, and a colecta that is sent again')
  await refuseCollection(lucia, gift)
  await lucia.getByRole('button', { name: /^Sincronización/ }).click()
  await expectText(
    lucia.getByRole('dialog', { name: 'Sincronización' }),
    'Error al crear la colecta',
  )
  await lucia.getByRole('link', { name: /^Corregir y reintentar/ }).click()
  await expect(lucia.getByLabel('Motivo')).toHaveValue('Rifa del club')
  await lucia.getByLabel('Motivo').fill('Rifa del patio')
  await lucia.reload()
  await expect(lucia.getByLabel('Motivo')).toHaveValue('Rifa del patio')
  await expect(lucia.getByLabel('Monto sugerido')).toHaveValue(GIFT.suggestedAmount)

  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await lucia.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(lucia.getByRole('heading', { name: 'Rifa del patio', level: 1 })).toBeVisible()
  await expectSync(lucia, 'Al día')
  const answer = await lucia.request.get(`${server.origin}/api/query/my-collections?args={}`)
  expect(await answer.json()).toMatchObject({ total: 1, rows: [{ title: 'Rifa del patio' }] })
})
