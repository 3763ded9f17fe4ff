/*
 * A server in a local network, by plain http. Browsers offer no locks, service workers and SubtleCrypto there, so the
 * product works without a replica, through the server.
 */
import { browserOptions } from '../support/browser.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseReceipt,
  expectSync,
  fillCollection,
  GIFT,
  openReceipt,
  reachReceiptStep,
  registerContribution,
} from './steps.ts'

const HOSTNAME = 'colectas.test'
const { args, ...options } = browserOptions()
test.use({
  ownServer: { hostname: HOSTNAME },
  launchOptions: { ...options, args: [...args, `--host-resolver-rules=MAP ${HOSTNAME} 127.0.0.1`] },
})

test('a site without https accepts a report with its receipt, and a change by the organiser', {
  tag: '@sweep',
}, async ({ lucia, guest }) => {
  const faults: string[] = []
  for (const page of [lucia, guest]) page.on('pageerror', ({ message }) => faults.push(message))
  await lucia.goto('/colecta/new')
  await fillCollection(lucia, GIFT)
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await lucia.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(lucia).toHaveURL(/\/colecta\/[0-9a-f-]{36}$/)
  const gift = lucia.url().split('/').at(-1) ?? ''
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'r.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  expect(await guest.evaluate(() => window.isSecureContext)).toBe(false)

  await openReceipt(lucia, gift)
  await lucia.goto(`/colecta/${gift}/aportar`)
  await registerContribution(lucia, 'Abuela Nélida')
  await expect(lucia.getByText('Abuela Nélida').filter({ visible: true })).toHaveCount(1)
  await expectSync(lucia, 'Sin copia')
  expect(faults).toEqual([])
})
