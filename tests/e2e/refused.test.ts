import { expectSync, fillCollection, GIFT, mutate } from './steps.ts'
import { expect, test } from './world.ts'

test('[S9] what the server refused is mended in its form and takes its place', async ({
  lucia,
  gift,
  server,
}) => {
  test.slow(true, 'a copy that opens twice, and a colecta that is sent again')
  // A form left open with the id of a colecta that another device deletes meanwhile.
  await lucia.goto('/colecta/new')
  await expectSync(lucia, 'Al día')
  const { user } = await (await lucia.request.get(`${server.origin}/api/session`)).json()
  await lucia.evaluate(([draft, id]) => localStorage.setItem(draft, JSON.stringify({ id })), [
    `draft:collection:new:${user.id}`,
    gift,
  ] as const)
  await lucia.reload()
  await fillCollection(lucia, { ...GIFT, title: 'Rifa del club' })
  await expectSync(lucia, 'Al día')
  await lucia.context().setOffline(true)
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(lucia.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await mutate(lucia, 'delete-collection', { id: gift })
  await lucia.context().setOffline(false)

  await lucia.goto('/profile/edit')
  await expectSync(lucia, '1 con problemas')
  await lucia.getByRole('button', { name: /^Sincronización/ }).click()
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
