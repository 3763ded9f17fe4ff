/* Rows that another device changes while somebody works on them, and typed text that a reload interrupts. */
import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { removePopovers } from '../support/remove-popovers.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { holdBack } from './slow-network.ts'
import {
  ask,
  confirmWithoutReceipt,
  expectSync,
  expectText,
  JULIETA,
  mutate,
  reachReceiptStep,
  report,
  returnToPage,
} from './steps.ts'

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

for (const popovers of ['', ', in a browser without popovers']) {
  test(`an open menu keeps its actions while another device changes the row${popovers}`, async ({
    lucia,
    gift,
  }) => {
    if (popovers) await lucia.addInitScript(removePopovers)
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
}

test('a correction of a contribution that another device deletes keeps what was typed', async ({
  lucia,
  gift,
}) => {
  const id = await addTiaNorma(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  const dialog = await correctTiaNorma(lucia)
  await dialog.getByLabel('Mensaje').fill('En efectivo')
  await mutate(lucia, 'delete-contribution', { id })
  await expect(lucia.getByText('Todavía no hay aportes')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog.getByRole('alert')).toContainText('El aporte no existe o ha sido eliminado.')
  await expect(dialog.getByLabel('Mensaje')).toHaveValue('En efectivo')
})

test('the reason of a rejection stays when another device undoes the rejection', async ({
  lucia,
  gift,
}) => {
  const { id, dialog, reason } = await typeReason(lucia, gift)
  await mutate(lucia, 'set-contribution-state', { id, state: 'pending' })
  await expect(dialog.getByText('Pendiente', { exact: true })).toBeVisible()
  await expect(reason).toHaveValue('Llegaron $ 2.000')
  await dialog.getByRole('button', { name: 'Rechazar con este motivo' }).click()
  await expect(dialog).toBeHidden()
  const rejected = { state: 'rejected', rejectionReason: 'Llegaron $ 2.000' }
  await expect
    .poll(() => ask(lucia, 'contribution-review', { id }))
    .toMatchObject({ contribution: rejected })
})

test('the details of a rejected contribution notice that another device verifies it, in the list of rejected ones', async ({
  lucia,
  gift,
}) => {
  const { id, dialog, reason } = await typeReason(lucia, gift, '?estado=rechazados')
  await mutate(lucia, 'set-contribution-state', { id, state: 'verified' })
  await expectText(dialog, 'Este aporte cambió mientras escribías: ya no está rechazado.')
  await expect(lucia.getByRole('row')).toHaveCount(0)
  await expect(reason).toHaveValue('Llegaron $ 2.000')
  await expect(dialog.getByRole('button', { name: 'Guardar motivo' })).toHaveCount(0)
})

test('the reason of a rejection that is sent after another device verified rejects nothing, and is kept', async ({
  lucia,
  gift,
}) => {
  const { id, dialog } = await typeReason(lucia, gift)
  await expectSync(lucia, 'Al día')
  const send = await holdBack(lucia, '**/api/sync/mutations')
  await dialog.getByRole('button', { name: 'Guardar motivo' }).click()
  await expect(dialog).toBeHidden()
  await mutate(lucia, 'set-contribution-state', { id, state: 'verified' })
  send()
  await expectSync(lucia, '1 con problemas')
  const review = () => ask(lucia, 'contribution-review', { id })
  expect(await review()).toMatchObject({ contribution: { state: 'verified' } })

  await lucia.getByRole('button', { name: /^Sincronización/ }).click()
  const centre = lucia.getByRole('dialog', { name: 'Sincronización' })
  await expect(centre).toContainText('Guardar el motivo de un rechazo: “Llegaron $ 2.000”')
  await mutate(lucia, 'set-contribution-state', { id, state: 'rejected' })
  await expect(lucia.locator('td').getByText('Rechazado', { exact: true })).toBeVisible()
  await centre.getByRole('button', { name: /^Reintentar/ }).click()
  await expect
    .poll(review)
    .toMatchObject({ contribution: { state: 'rejected', rejectionReason: 'Llegaron $ 2.000' } })
})

test('the reason of a rejection stays when another device hides the contribution', async ({
  lucia,
  gift,
}) => {
  const { id, dialog, reason } = await typeReason(lucia, gift)
  await mutate(lucia, 'hide-contributions', { ids: [id] })
  await expect(lucia.getByRole('row')).toHaveCount(0)
  await expect(reason).toHaveValue('Llegaron $ 2.000')
  await dialog.getByRole('button', { name: 'Guardar motivo' }).click()
  await expect(dialog).toBeHidden()
  const hidden = { collectionId: gift, state: 'hidden' }
  await expect
    .poll(() => ask(lucia, 'collection-contributions', hidden))
    .toMatchObject({ rows: [{ rejectionReason: 'Llegaron $ 2.000' }] })
})

test('a guest’s correction of a report that the organiser removes keeps what was typed', async ({
  lucia,
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await guest.getByRole('link', { name: 'Ver lo que enviaste' }).click()
  await guest.getByRole('button', { name: 'Corregir o retirar' }).click()
  const dialog = guest.getByRole('dialog', { name: 'Corregir tu aporte' })
  await dialog.getByLabel(/^Mensaje/).fill('Va también lo de Beto')
  const [, id] = new URL(guest.url()).pathname.split('/mi-aporte/')
  await mutate(lucia, 'hide-contributions', { ids: [id] })
  await returnToPage(guest)
  await expect(guest.getByText('Lucía quitó este aporte de su lista.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectText(dialog, 'Este aporte ya no está en la lista de la colecta.')
  await expect(dialog.getByLabel(/^Mensaje/)).toHaveValue('Va también lo de Beto')
})

test('a correction that a reload interrupts keeps what was typed, and nothing else', async ({
  lucia,
  gift,
}) => {
  const id = await addTiaNorma(lucia, gift)
  const open = async (amount: string) => {
    await expect(lucia.getByRole('row', { name: 'Tía Norma' })).toContainText(amount)
    return correctTiaNorma(lucia)
  }
  await lucia.goto(`/colecta/${gift}`)
  await (await open('15.000')).getByLabel('Mensaje').fill('En efectivo')
  await mutate(lucia, 'edit-contribution', { id, changes: { amount: 12_000_00 } })
  await lucia.reload()
  const dialog = await open('12.000')
  await expect(dialog.getByLabel('Mensaje')).toHaveValue('En efectivo')
  await expect(dialog.getByLabel('Monto')).toHaveValue('12.000')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(dialog).toBeHidden()
  await expect
    .poll(() => ask(lucia, 'contribution-review', { id }))
    .toMatchObject({ contribution: { amount: 12_000_00, message: 'En efectivo' } })
})

test('without a replica, a correction stays until the server answers', { tag: '@sweep' }, async ({
  lucia,
  gift,
}) => {
  await lucia.context().route(/\.wasm$/, (route) => route.abort())
  const id = await addTiaNorma(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  const dialog = await correctTiaNorma(lucia)
  await dialog.getByLabel('Mensaje').fill('En efectivo')
  const answer = await holdBack(lucia, '**/api/sync/mutations')
  await dialog.getByRole('button', { name: 'Guardar cambios' }).click()
  await lucia.keyboard.press('Escape')
  await expect(dialog.getByRole('button', { name: 'Guardando…' })).toBeVisible()
  await mutate(lucia, 'delete-contribution', { id })
  answer()
  await expect(dialog.getByRole('alert')).toContainText('El aporte no existe o ha sido eliminado.')
  await expect(dialog.getByLabel('Mensaje')).toHaveValue('En efectivo')
})

async function addTiaNorma(lucia: Page, gift: string): Promise<string> {
  const id = newId()
  const contribution = { contributorName: 'Tía Norma', amount: 15_000_00, message: '' }
  const args = { id, collectionId: gift, contributorEmail: null, ...contribution }
  await mutate(lucia, 'add-manual-contribution', args)
  return id
}

async function correctTiaNorma(lucia: Page) {
  await lucia.getByRole('button', { name: 'Tía Norma', exact: true }).click()
  await lucia.getByRole('button', { name: 'Corregir' }).click()
  return lucia.getByRole('dialog', { name: 'Corregir aporte manual' })
}

/** Types a reason into the details of a rejected contribution, without saving it. */
async function typeReason(lucia: Page, gift: string, filter = '') {
  const id = await report(lucia, gift)
  await mutate(lucia, 'set-contribution-state', { id, state: 'rejected' })
  await lucia.goto(`/colecta/${gift}${filter}`)
  await lucia.getByRole('button', { name: JULIETA.name, exact: true }).click()
  const dialog = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  const reason = dialog.getByLabel('Motivo del rechazo')
  await reason.fill('Llegaron $ 2.000')
  return { id, dialog, reason }
}
