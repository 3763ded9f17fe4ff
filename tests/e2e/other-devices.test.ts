/* Rows that another device changes while the organiser works on them. */
import { newId } from '../../shared/id.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { mutate, report } from './steps.ts'

test.use(ONLINE)

test('a row that another device verifies gives the focus to no button that verifies the next one', async ({
  lucia,
  gift,
}) => {
  const ids: string[] = []
  for (const contributorName of ['Ana Paz', 'Beto Paz', 'Carla Sosa'])
    ids.push(await report(lucia, gift, { contributorName }))
  await lucia.goto(`/colecta/${gift}?estado=por-verificar`)
  const verify = lucia.getByRole('button', { name: 'Acreditar', exact: true })
  await expect(verify).toHaveCount(3)
  await verify.nth(1).focus()
  await mutate(lucia, 'set-contribution-state', { id: ids[1], state: 'verified' })
  await expect(verify).toHaveCount(2)
  await expect(lucia.getByRole('button', { name: 'Ana Paz', exact: true })).toBeFocused()
  await lucia.keyboard.press('Enter')
  await expect(lucia.getByRole('dialog', { name: 'Detalles del Aporte' })).toBeVisible()
})

test('an open menu keeps its actions while another device changes the row', async ({
  lucia,
  gift,
}) => {
  const id = await report(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: /^Más acciones para el aporte/ }).click()
  const actions = lucia.getByRole('menuitem')
  await expect(actions.first()).toBeFocused()
  const before = await actions.allTextContents()
  await mutate(lucia, 'set-contribution-state', { id, state: 'verified' })
  await expect(lucia.getByRole('row', { name: /Acreditado/ })).toBeVisible()
  expect(await actions.allTextContents()).toEqual(before)
  await expect(actions.first()).toBeFocused()
})

test('a correction of a contribution that another device deletes keeps what was typed', async ({
  lucia,
  gift,
}) => {
  const id = newId()
  const contribution = { contributorName: 'Tía Norma', amount: 15_000_00, message: '' }
  const args = { id, collectionId: gift, contributorEmail: null, ...contribution }
  await mutate(lucia, 'add-manual-contribution', args)
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Tía Norma', exact: true }).click()
  await lucia.getByRole('button', { name: 'Corregir' }).click()
  const dialog = lucia.getByRole('dialog', { name: 'Corregir aporte manual' })
  await dialog.getByLabel('Mensaje').fill('En efectivo')
  await mutate(lucia, 'delete-contribution', { id })
  await expect(lucia.getByText('Todavía no hay aportes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog.getByRole('alert')).toContainText('El aporte no existe o ha sido eliminado.')
  await expect(dialog.getByLabel('Mensaje')).toHaveValue('En efectivo')
})
