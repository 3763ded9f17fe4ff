/* Data on a device after its person's session ended, by a sign-out there or elsewhere (S10). */
import type { Page } from '@playwright/test'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import {
  chooseReceipt,
  expectSync,
  openReceipt,
  reachReceiptStep,
  registerContribution,
  signIn,
  signOut,
} from './steps.ts'
import { untilStored } from './until-stored.ts'

test('[S10] a session that ended elsewhere takes the replica from the device', async ({
  lucia,
  guest,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await untilStored(lucia)
  await endOtherSessions(guest)
  await expect(lucia).toHaveURL(/\/login\?returnTo=/)
  await expect.poll(() => leftOn(lucia)).toEqual({ databases: [], stored: [] })
})

test('a person stays signed in when the browser clears the storage and leaves the cookie', async ({
  lucia,
  server,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const browser = await lucia.context().newCDPSession(lucia)
  await browser.send('Storage.clearDataForOrigin', {
    origin: server.origin,
    storageTypes: 'local_storage,indexeddb,cache_storage,service_workers',
  })
  await lucia.getByRole('link', { name: 'Registrar aporte' }).first().click()
  await lucia.getByLabel('Monto', { exact: true }).fill('1.000')
  await registerContribution(lucia, 'Marta Suárez')
  await expect(lucia.getByText('Marta Suárez').filter({ visible: true })).toBeVisible()
  await expectSync(lucia, 'Al día')
})

test('[S10] unsent changes survive a session that ended elsewhere, and wait for the sign-in', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two devices, and a replica that is filled twice')
  const { id } = await changeOffline(lucia, gift)
  await endOtherSessions(guest)

  // Without a network nobody knows that the session ended.
  await lucia.reload()
  await expect(lucia.getByRole('heading', { name: 'Rifa del patio' })).toBeVisible()

  await lucia.context().setOffline(false)
  await expect(lucia).toHaveURL(/\/login\?returnTo=/)
  await expect
    .poll(() => leftOn(lucia))
    .toEqual({
      databases: [`entre-todos-outbox-${id}`],
      stored: [`entre-todos-left-${id}`],
    })

  await signIn(lucia, LUCIA)
  await expectSync(lucia, 'Al día')
  await guest.goto(`/colecta/${gift}`)
  await expect(guest.getByRole('heading', { name: 'Rifa del patio' })).toBeVisible()
  expect((await leftOn(lucia)).stored).not.toContain(`entre-todos-left-${id}`)
})

test('[S10] unsent changes of a session that ended elsewhere go after 30 days', async ({
  lucia,
  guest,
  gift,
}) => {
  const { id } = await changeOffline(lucia, gift)
  await endOtherSessions(guest)
  await lucia.context().setOffline(false)
  await expect
    .poll(async () => (await leftOn(lucia)).databases)
    .toEqual([`entre-todos-outbox-${id}`])
  const sinceDaysAgo = (days: number) =>
    lucia.evaluate(([name, since]) => localStorage.setItem(name, since), [
      `entre-todos-left-${id}`,
      new Date(Date.now() - days * 24 * 3600_000).toISOString(),
    ] as const)
  await sinceDaysAgo(29)
  await lucia.goto('/login')
  await expect(lucia.getByLabel('Email')).toBeVisible()
  expect((await leftOn(lucia)).databases).toEqual([`entre-todos-outbox-${id}`])
  await sinceDaysAgo(31)
  await lucia.reload()
  await expect.poll(() => leftOn(lucia)).toEqual({ databases: [], stored: [] })
})

test('a receipt’s URL returns 401 after signing out, also from the history', async ({
  lucia,
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  await openReceipt(lucia, gift)
  const image = lucia.getByRole('img', { name: 'Comprobante recibo.png' })
  const address = (await image.getAttribute('src')) ?? ''
  expect((await lucia.goto(address))?.status()).toBe(200)

  const otherTab = await lucia.context().newPage()
  await otherTab.goto('/dashboard')
  await expectSync(otherTab, 'Al día')
  await lucia.goto('/')
  await signOut(otherTab)
  expect((await lucia.goto(address))?.status()).toBe(401)
  await lucia.goBack()
  expect((await lucia.goBack())?.status()).toBe(401)
})

/** Renames the colecta without a network, and leaves the device offline. */
async function changeOffline(lucia: Page, gift: string): Promise<{ id: string }> {
  await lucia.goto(`/colecta/${gift}/edit`)
  await untilStored(lucia)
  const { user } = await (await lucia.request.get('/api/session')).json()
  await lucia.context().setOffline(true)
  await lucia.getByLabel('Motivo').fill('Rifa del patio')
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await lucia.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expectSync(lucia, /1 cambio por enviar/)
  return user
}

/** Signs in on another device, and ends the sessions of all others from there. */
async function endOtherSessions(guest: Page): Promise<void> {
  await signIn(guest, LUCIA)
  const ended = await guest.request.post('/api/account/sessions/end-others', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  expect(ended.status()).toBe(204)
}

function leftOn(page: Page) {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    stored: Object.keys(localStorage),
  }))
}
