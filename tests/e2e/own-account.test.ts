import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { readZip } from '../support/read-zip.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import { holdBack } from './slow-network.ts'
import { signIn, signOut } from './steps.ts'

const CHOSEN = ' Otra frase LARGA '

test('a person signed in on two devices sees both, changes the password, and deletes the account', async ({
  lucia,
  guest,
  mailbox,
}) => {
  test.slow(true, 'two devices, and everything that an account has')
  await signIn(guest, LUCIA)
  await lucia.goto('/profile/edit')
  const sessions = lucia.getByRole('listitem').filter({ hasText: 'Abierta el' })
  await expect(sessions).toHaveCount(2)
  await expect(sessions.filter({ hasText: 'Última vez' })).toHaveCount(1)
  await expect(lucia.getByRole('region', { name: 'Notificaciones' })).toHaveText(
    'NotificacionesEstán desactivadas. Las activas en los detalles de cada colecta.',
  )

  await lucia.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const change = lucia.getByRole('dialog', { name: 'Cambiar contraseña' })
  await change.getByLabel('Contraseña actual').fill('otra cosa')
  await change.getByLabel('Nueva contraseña', { exact: true }).fill(CHOSEN)
  await change.getByLabel('Confirmar contraseña').fill(CHOSEN)
  await change.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(change.getByText('La contraseña actual no es correcta.').first()).toBeVisible()
  await change.getByLabel('Contraseña actual').fill(LUCIA.password)
  const answer = await holdBack(lucia, '**/api/account/password')
  await change.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await lucia.keyboard.press('Escape')
  await expect(change.getByRole('button', { name: 'Guardando…' })).toBeVisible()
  answer()
  await expect(change).toBeHidden()
  await expect(sessions).toHaveCount(1)
  // Its own new session is in the place of the old one, for the replica too.
  await expect(lucia.getByText('Al día')).toBeAttached()

  // The other device is out at its next step, and comes back with the new password.
  await guest.goto('/profile/edit')
  await expect(guest).toHaveURL(/\/login\?returnTo=/)
  await signIn(guest, { ...LUCIA, password: CHOSEN })
  await lucia.reload()
  await expect(sessions).toHaveCount(2)
  await lucia.getByRole('button', { name: /^Cerrar la sesión de Chrome/ }).click()
  await expect(sessions).toHaveCount(1)

  await lucia.getByRole('button', { name: 'Eliminar mi cuenta' }).click()
  const farewell = lucia.getByRole('dialog', { name: '¿Eliminar tu cuenta?' })
  const remove = farewell.getByRole('button', { name: 'Eliminar mi cuenta' })
  await remove.click()
  await expect(farewell.getByText('Ingresa tu contraseña.').first()).toBeVisible()
  await farewell.getByLabel('Tu contraseña, para confirmar').fill('otra cosa')
  await remove.click()
  await expect(farewell.getByText('La contraseña no es correcta.').first()).toBeVisible()
  await farewell.getByLabel('Tu contraseña, para confirmar').fill(CHOSEN)
  await remove.click()

  await expect(
    lucia.getByRole('heading', { name: 'Eliminamos tu cuenta', exact: true }),
  ).toBeVisible()
  await expect(lucia).toHaveURL(/\/cuenta-eliminada$/)
  await expect(lucia.getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute('href', '/')
  const left = () =>
    lucia.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      local: Object.keys(localStorage),
      ofOrganiser: await caches.has('entre-todos-organiser'),
    }))
  await expect.poll(left).toEqual({ databases: [], local: [], ofOrganiser: false })
  // Before it came the news of the changed password.
  await mailbox.waitFor(LUCIA.email)
  const { subject } = await mailbox.waitFor(LUCIA.email)
  expect(subject).toBe('Eliminamos tu cuenta de Entre Todos')

  await lucia.reload()
  await expect(lucia.getByRole('heading', { name: 'Eliminamos tu cuenta' })).toBeVisible()
  await lucia.goto('/ayuda')
  await lucia.goto('/cuenta-eliminada')
  await expect(lucia).toHaveURL(/\d\/$/)

  await lucia.goto('/login')
  await lucia.getByLabel('Email').fill(LUCIA.email)
  await lucia.getByLabel('Contraseña', { exact: true }).fill(CHOSEN)
  await lucia.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(
    lucia.getByText('No existe una cuenta con este email. Regístrate para crear una cuenta.'),
  ).toBeVisible()
})

test('every screen has a sign-out button, and every password field an autocomplete attribute', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  test.slow(true, 'every screen of an account')
  const kinds = (page: Page) =>
    page
      .locator('input[type=password]')
      .evaluateAll((fields) => fields.map((field) => field.getAttribute('autocomplete')))
  await guest.goto('/login')
  await expect.poll(() => kinds(guest)).toEqual(['current-password'])
  await guest.goto('/register')
  await expect.poll(() => kinds(guest)).toEqual(['new-password', 'new-password'])

  const screens = [
    '/',
    '/dashboard',
    '/profile/edit',
    '/colecta/new',
    `/colecta/${gift}`,
    `/colecta/${gift}/edit`,
    `/colecta/${gift}/aportar`,
  ]
  const signOut = lucia.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true })
  for (const screen of screens) {
    await lucia.goto(screen)
    await expect(lucia.getByRole('heading', { level: 1 })).toBeVisible()
    const menu = lucia.getByRole('button', { name: /menú/i })
    if (await menu.isVisible()) await menu.click()
    await expect(signOut, screen).toBeVisible()
  }
  await lucia.goto('/profile/edit')
  await expect(lucia.getByText('Al día')).toBeAttached()
  await lucia.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect
    .poll(() => kinds(lucia))
    .toEqual(['current-password', 'new-password', 'new-password'])
})

test('a person changes the e-mail, which the new address confirms', {
  tag: '@sweep',
}, async ({ lucia, guest, mailbox }) => {
  const after = addressOf('lucia.nueva')
  await lucia.goto('/profile/edit')
  await lucia.getByRole('button', { name: 'Cambiar email' }).click()
  const change = lucia.getByRole('dialog', { name: 'Cambiar email' })
  await change.getByLabel('Nuevo email').fill(after)
  await change.getByLabel('Tu contraseña').fill('otra cosa')
  await change.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(change.getByText('La contraseña no es correcta.').first()).toBeVisible()
  await expect(change.getByLabel('Nuevo email')).toHaveValue(after)
  await change.getByLabel('Tu contraseña').fill(LUCIA.password)
  await change.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(change).toBeHidden()
  await expect(lucia.getByText(`Falta confirmar ${after}`)).toBeVisible()
  expect((await mailbox.waitFor(LUCIA.email)).subject).toContain('Pediste cambiar el email')

  const { links } = await mailbox.waitFor(after)
  const link = links.find((address) => address.includes('/confirmar-nuevo-email#token=')) ?? ''
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Confirmar nuevo email' }).click()
  await expect(guest.getByText(`Ahora entras con ${after}.`)).toBeVisible()
  await expect(
    guest.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }),
  ).toHaveAttribute('href', '/login')
  // Another link changes the fragment alone, and loads no page.
  await guest.goto(`${link}x`)
  await expect(guest.getByRole('button', { name: 'Confirmar nuevo email' })).toBeVisible()
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Confirmar nuevo email' }).click()
  await expect(guest.getByRole('heading', { name: 'El enlace expiró', exact: true })).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Ir a tu perfil' })).toHaveAttribute(
    'href',
    '/profile/edit',
  )
  await signIn(guest, { ...LUCIA, email: after })
  // Signed in, it leads back to the profile.
  const last = addressOf('lucia.otra')
  await guest.goto('/profile/edit')
  await guest.getByRole('button', { name: 'Cambiar email' }).click()
  const again = guest.getByRole('dialog', { name: 'Cambiar email' })
  await again.getByLabel('Nuevo email').fill(last)
  await again.getByLabel('Tu contraseña').fill(LUCIA.password)
  await again.getByRole('button', { name: 'Enviar enlace' }).click()
  await expect(again).toBeHidden()
  const second = (await mailbox.waitFor(last)).links.find((address) =>
    address.includes('/confirmar-nuevo-email#token='),
  )
  await guest.goto(second ?? '')
  await guest.getByRole('button', { name: 'Confirmar nuevo email' }).click()
  await expect(guest.getByText(`Ahora entras con ${last}.`)).toBeVisible()
  await guest.getByRole('main').getByRole('link', { name: 'Ir a tu perfil' }).click()
  await expect(guest).toHaveURL(/\/profile\/edit$/)
})

test('a person downloads all of their data, and sees an error when that fails', async ({
  lucia,
  gift,
}) => {
  await lucia.goto('/profile/edit')
  const button = lucia.getByRole('button', { name: 'Descargar mis datos' })
  await lucia.route('**/api/account/export', (route) => route.abort())
  await button.click()
  await expect(lucia.getByRole('alert')).toContainText('No hay conexión con el servidor.')
  await lucia.unroute('**/api/account/export')
  const downloading = lucia.waitForEvent('download')
  await button.click()
  const download = await downloading
  expect(download.suggestedFilename()).toMatch(/^entre-todos-mis-datos-\d{4}-\d\d-\d\d\.zip$/)
  const files = readZip(await readFile(await download.path()))
  expect(String(files.get('perfil.json'))).toContain(LUCIA.email)
  expect(
    [...files].map(([name, bytes]) => name.endsWith('colecta.json') && String(bytes)),
  ).toContainEqual(expect.stringContaining(gift))
  await expect(lucia.getByRole('alert')).toBeHidden()
})

test('the browser\'s "back" after signing out asks to sign in', async ({ lucia }) => {
  await lucia.goto('/profile/edit')
  await expect(lucia.getByText('Al día')).toBeAttached()
  await signOut(lucia)
  await lucia.goBack()
  await expect(lucia).toHaveURL(/\/login\?returnTo=/)
  await expect(lucia.getByLabel('Email')).toBeVisible()
})

test('a password change shows an error offline, and works once the network is back', {
  tag: '@sweep',
}, async ({ lucia }) => {
  await lucia.goto('/profile/edit')
  await expect(lucia.getByText('Sesiones abiertas')).toBeVisible()
  await expect(lucia.getByText('Al día')).toBeAttached()
  await lucia.context().setOffline(true)
  await lucia.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const change = lucia.getByRole('dialog', { name: 'Cambiar contraseña' })
  await change.getByLabel('Contraseña actual').fill(LUCIA.password)
  await change.getByLabel('Nueva contraseña', { exact: true }).fill(CHOSEN)
  await change.getByLabel('Confirmar contraseña').fill(CHOSEN)
  await change.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(change.getByText(/No hay conexión con el servidor/)).toBeVisible()
  await expect(change.getByLabel('Contraseña actual')).toHaveValue(LUCIA.password)
  await lucia.context().setOffline(false)
  await change.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(change).toBeHidden()
})

test('typed text stays when the account cannot be reloaded', { tag: '@sweep' }, async ({
  lucia,
}) => {
  await lucia.goto('/profile/edit')
  await expect(lucia.getByText('Sesiones abiertas')).toBeVisible()
  await lucia.route('**/api/account', (route) => route.abort())
  const dialogs = [
    ['Cambiar contraseña', 'Cambiar contraseña', 'Contraseña actual'],
    ['Eliminar mi cuenta', '¿Eliminar tu cuenta?', 'Tu contraseña, para confirmar'],
  ] as const
  for (const [button, name, label] of dialogs) {
    await lucia.getByRole('button', { name: button }).click()
    const dialog = lucia.getByRole('dialog', { name })
    await dialog.getByLabel(label).fill(LUCIA.password)
    const isMissed = lucia.waitForEvent('requestfailed', (request) =>
      request.url().endsWith('/api/account'),
    )
    await lucia.evaluate(() => window.dispatchEvent(new Event('online')))
    await isMissed
    // The failure changes the page only after the next frame.
    await lucia.evaluate(
      () => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))),
    )
    await expect(dialog.getByLabel(label)).toHaveValue(LUCIA.password)
    await lucia.keyboard.press('Escape')
    await expect(dialog).toBeHidden()
  }
  await expect(lucia.getByText('Sesiones abiertas')).toBeVisible()
})
