import { addDays, formatDay, today } from '../../shared/dates.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { ask, clipboardOf, expectText, GIFT } from './steps.ts'

test.use(ONLINE)

test('a new organiser sees what to do, answers three questions, and has a link to paste', async ({
  lucia,
  guest,
}) => {
  await lucia.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await lucia.goto('/dashboard')
  await expect(lucia.getByRole('heading', { name: 'Abre tu primera colecta' })).toBeVisible()
  await lucia.getByRole('main').getByRole('link', { name: 'Nueva Colecta' }).click()

  await lucia.getByLabel('Motivo').fill('Torta para el cumple')
  await lucia.getByLabel('Total a colectar').fill('60.000')
  await lucia.getByLabel('Alias, CBU o CVU').fill('lucia.torta')
  const deadline = formatDay(addDays(today(new Date()), 14))
  await expect(
    lucia.getByText(`$\u00A06.000 por persona, hasta el ${deadline}, a nombre de Lucía Fernández`),
  ).toBeVisible()
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(lucia.getByText('Ya copiamos el enlace.')).toBeVisible()

  const link = await clipboardOf(lucia)
  await expect(async () => {
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: 'Torta para el cumple' })).toBeVisible()
  }).toPass()
})

test('a link to confirm that is opened in the tab of another one is used, and its answer shown', async ({
  guest,
}) => {
  const tokens: string[] = []
  let refuseFirst = () => {}
  await guest.route('**/api/email/confirm', async (route) => {
    const { token } = route.request().postDataJSON()
    tokens.push(token)
    const code = token === 'primero' ? 'link-expired' : 'too-many-requests'
    if (token === 'primero') await new Promise<void>((done) => (refuseFirst = done))
    await route.fulfill({ status: 400, json: { error: `Respuesta al ${token}.`, code } })
  })
  await guest.goto('/confirmar#token=primero')
  const confirm = guest.getByRole('button', { name: 'Confirmar mi email' })
  await confirm.click()
  await expect.poll(() => tokens).toEqual(['primero'])
  await guest.goto('/confirmar#token=segundo')
  await confirm.click()
  await expect(guest.getByText('Respuesta al segundo.')).toBeVisible()
  refuseFirst()
  await expect(guest.getByText('El enlace expiró')).toBeHidden()
  await expect(guest.getByText('Respuesta al segundo.')).toBeVisible()
})

test('an e-mail that was sent again is named, and another one is not', async ({ guest }) => {
  await guest.goto('/confirmar')
  const email = guest.getByLabel('Email de tu cuenta')
  await email.fill('uno@example.com')
  await guest.getByRole('button', { name: 'Reenviar email' }).click()
  const sent = guest.getByText('¡Email reenviado exitosamente!')
  await expect(sent).toBeVisible()
  await email.fill('dos@example.com')
  await expect(sent).toBeHidden()
})

test('a problem in the folded part of the form unfolds it', async ({ lucia }) => {
  await lucia.goto('/colecta/new')
  await lucia.getByText('El resto ya está propuesto').click()
  await lucia.getByLabel('Identificador de cuenta').fill('')
  await lucia.getByText('El resto ya está propuesto').click()
  await expect(lucia.getByLabel('Identificador de cuenta')).toBeHidden()
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await lucia.getByRole('link', { name: 'Ingresa a nombre de quién está la cuenta.' }).click()
  await expect(lucia.getByLabel('Identificador de cuenta')).toBeFocused()
})

test('a colecta closes by itself only where its organiser asks for it', async ({ lucia, gift }) => {
  await lucia.goto(`/colecta/${gift}/edit`)
  await lucia.getByLabel('Cerrar sola al final de ese día').check()
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await lucia.getByRole('button', { name: 'Ir a la colecta' }).click()
  await lucia.getByRole('tab', { name: 'Detalles' }).click()
  const day = formatDay(GIFT.deadline)
  await expectText(lucia, `${day} · Cierra sola ese día`)
  await lucia.goto('/dashboard')
  await expect(
    lucia.getByText(`Faltan 7 días · Cierra sola el ${day}`).filter({ visible: true }),
  ).toBeVisible()
  await lucia.goto(`/colecta/${gift}/edit`)
  await expect(lucia.getByLabel('Cerrar sola al final de ese día')).toBeChecked()
  await lucia.getByLabel('Cerrar sola al final de ese día').uncheck()
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(lucia.getByRole('dialog', { name: 'Guardamos los cambios' })).toBeVisible()
  expect(await ask(lucia, 'collection', { id: gift })).toMatchObject({ closesAlone: false })
})
