import { type BrowserContext, expect, test } from '@playwright/test'
import { type Mailbox, startMailbox } from '../support/mailbox.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import {
  confirmEmail,
  confirmWithoutReceipt,
  fillReport,
  GIFT,
  JULIETA,
  LUCIA,
  openCollection,
  register,
  signIn,
  transfer,
} from './steps.ts'

let mailbox: Mailbox
let server: ServerProcess
let organisersDevice: BrowserContext
let guestsDevice: BrowserContext

test.beforeEach(async ({ browser, contextOptions }) => {
  mailbox = await startMailbox()
  server = await startServer({ env: { SMTP_URL: mailbox.url } })
  const device = {
    ...contextOptions,
    baseURL: server.origin,
    permissions: ['clipboard-read', 'clipboard-write'],
  }
  organisersDevice = await browser.newContext(device)
  guestsDevice = await browser.newContext(device)
})

test.afterEach(async () => {
  await Promise.all([organisersDevice.close(), guestsDevice.close()])
  await server.stop()
  await mailbox.stop()
})

test('Lucía opens a colecta, Julieta reports a transfer, and Lucía sees it arrive', async () => {
  const lucia = await organisersDevice.newPage()
  await register(lucia, LUCIA)
  await confirmEmail(lucia, mailbox, LUCIA.email)
  await signIn(lucia, LUCIA)
  const link = await openCollection(lucia, GIFT)
  await expect(lucia.getByText('Todavía no hay aportes')).toBeVisible()

  const julieta = await guestsDevice.newPage()
  await julieta.goto(link)
  await expect(julieta.getByRole('heading', { name: GIFT.title })).toBeVisible()
  await expect(julieta.getByText('Organiza Lucía')).toBeVisible()
  await fillReport(julieta, '15.000')
  await transfer(julieta)
  await confirmWithoutReceipt(julieta)
  await expect(julieta.getByText('¡Gracias!')).toBeVisible()
  await expect(julieta.getByText('Tu aporte ha sido registrado correctamente.')).toBeVisible()
  await julieta.getByRole('button', { name: 'Cerrar' }).click()
  await expect(julieta).toHaveURL(/\/$/)

  // Without a reload: what others do arrives by itself.
  await expect(lucia.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(1)
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aportes')).toBeVisible()
  await expect(lucia.getByRole('img', { name: /2 %/ })).toBeVisible()

  await server.restart()
  await lucia.reload()
  await expect(lucia.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(1)
  await lucia.goto('/dashboard')
  await expect(lucia.getByText(GIFT.title).filter({ visible: true })).toHaveCount(1)
  await expect(lucia.getByText('Esta semana llegó 1 aporte.')).toBeVisible()
  await julieta.goto(link)
  await expect(julieta.getByRole('img', { name: /2 %/ })).toBeVisible()
})
