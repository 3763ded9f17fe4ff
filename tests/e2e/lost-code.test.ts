/*
 * Code that a bad network loses. The browser behaves like Firefox before 155 and Safari: a module that failed once fails
 * until the page is left (web/fetch-then-import.ts).
 */
import type { Page } from '@playwright/test'
import { metadataOf, upload } from '../../scripts/receipt-upload.ts'
import { pdf } from '../support/pdf.ts'
import { png } from '../support/pictures.ts'
import { announce } from '../support/receipts.ts'
import type { Front } from '../support/visitor.ts'
import { expect, test } from './fixtures.ts'
import {
  chooseReceipt,
  confirmWithoutReceipt,
  expectText,
  fillReport,
  JULIETA,
  reachReceiptStep,
  untilWritten,
} from './steps.ts'

// A service worker would load it.
test.use({ serviceWorkers: 'block' })

const REPORTS = '**/api/collections/*/contributions'

test('the page loads again, with what was typed, when its first script failed', async ({
  guest,
  gift,
}) => {
  await untilWritten(guest, gift)
  const program = '**/assets/index-*.js'
  await guest.route(program, (route) => route.abort())
  const failed = guest.waitForEvent('requestfailed')
  await guest.goto(`/contribuir/${gift}`)
  await guest.getByLabel('Nombre').fill(JULIETA.name)
  await failed
  await guest.unroute(program)
  await expect(guest.getByRole('button', { name: 'Continuar' })).toBeVisible()
  await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
})

test('a page that the server does not render loads again when its first script failed', async ({
  guest,
}) => {
  const program = '**/assets/index-*.js'
  await guest.route(program, (route) => route.abort())
  const failed = guest.waitForEvent('requestfailed')
  await guest.goto('/register')
  await failed
  await guest.unroute(program)
  await expect(guest.getByRole('heading', { level: 1, name: 'Crear cuenta' })).toBeVisible()
})

test('the code of the form loads beside the program, not after it', async ({ guest, gift }) => {
  await untilWritten(guest, gift)
  const loading = guest.waitForRequest('**/assets/contribute-*.js')
  await guest.route('**/assets/index-*.js', async (route) => {
    await loading
    await route.continue()
  })
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByRole('button', { name: 'Continuar' })).toBeEnabled()
})

test('the next step opens once its code loads', async ({ guest, gift }) => {
  const comeBack = await withoutCode(guest, '**/assets/transfer-flow-*.js')
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  const next = guest.getByRole('button', { name: /^Continuar con/ })
  await next.click()
  await expectText(
    guest,
    'No pudimos abrir el siguiente paso. Revisa tu conexión e intenta nuevamente.',
  )
  comeBack()
  await next.click()
  await expect(guest.getByRole('dialog')).toHaveAccessibleName('Transfiere a Lucía')
})

test('“Denunciar” opens its dialog once the code loads, by a press alone', async ({
  guest,
  gift,
}) => {
  const comeBack = await withoutCode(guest, '**/assets/complaint-dialog-*.js')
  await guest.goto(`/contribuir/${gift}`)
  const complain = guest.getByRole('button', { name: 'Denunciar esta colecta' })
  await complain.click()
  await expect(guest.getByText('No pudimos abrir la denuncia.')).toBeVisible()
  comeBack()
  await guest.evaluate(() => window.dispatchEvent(new Event('online')))
  await fillReport(guest, '20.000')
  const dialog = guest.getByRole('dialog')
  await expect(dialog).toHaveCount(0)
  await complain.click()
  await expect(dialog).toHaveAccessibleName('Denunciar esta colecta')
})

test('a report can be corrected once the code of its dialog loads', async ({ guest, gift }) => {
  const comeBack = await withoutCode(guest, '**/assets/correct-report-*.js')
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  await guest.goto(`/contribuir/${gift}`)
  const correct = guest.getByRole('button', { name: 'Corregir o retirar' })
  await correct.click()
  await expect(guest.getByText('No se pudo abrir.')).toBeVisible()
  comeBack()
  await correct.click()
  await expect(guest.getByRole('dialog')).toHaveAccessibleName('Corregir tu aporte')
})

test('[R3] a receipt is sent once the code that sends it loads', async ({ guest, gift }) => {
  const comeBack = await withoutCode(guest, '**/assets/upload-receipt-*.js')
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'r.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Esperando la red')).toBeVisible()
  comeBack()
  await guest.getByRole('button', { name: 'Reintentar' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
})

test('[R3] a waiting report is sent once the code that resumes it loads', async ({
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  await guest.route(REPORTS, (route) => route.abort())
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('Esperando la red.')).toBeVisible()
  await guest.unroute(REPORTS)
  const comeBack = await withoutCode(guest, '**/assets/outgoing-reports-*.js')
  const lost = guest.waitForEvent('requestfailed', (request) =>
    request.url().includes('/assets/outgoing-reports-'),
  )
  await guest.goto('/')
  await lost
  comeBack()
  const line = guest.getByRole('region', { name: 'Aportes en camino' })
  await expect(line).toContainText('está registrado')
})

test('the QR code of the account appears once its code loads', async ({ guest, gift }) => {
  const comeBack = await withoutCode(guest, '**/assets/qr-code-*.js')
  const lost = guest.waitForEvent('requestfailed', (request) => request.url().includes('/qr-code-'))
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await lost
  const qr = guest.getByRole('dialog').getByRole('img', { name: 'QR de esta página' })
  await expect(guest.getByText('¿Pagas con otro teléfono?')).toBeVisible()
  await expect(qr).toHaveCount(0)
  comeBack()
  await guest.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(qr).toBeVisible()
})

for (const [what, pattern] of [
  ['reader', '**/assets/pdf-pages-*.js'],
  ['worker', '**/assets/pdf.worker-*.js'],
] as const) {
  test(`a PDF is drawn once the code of its ${what} loads`, async ({ lucia, gift, server }) => {
    const front: Front = { fetch: (path, init) => fetch(server.origin + path, init) }
    const { capability } = await announce(front, gift)
    const metadata = metadataOf(pdf(), capability, { filetype: 'application/pdf' })
    await upload(server.origin, pdf(), metadata)
    const comeBack = await withoutCode(lucia, pattern)
    await lucia.goto(`/colecta/${gift}`)
    await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
    await lucia.getByRole('menuitem', { name: 'Ver comprobantes' }).click()
    await lucia.getByRole('dialog').getByRole('button').filter({ hasText: 'PDF' }).click()
    await expect(lucia.getByText('Error al cargar el PDF')).toBeVisible()
    comeBack()
    await lucia.getByRole('button', { name: 'Reintentar' }).click()
    await expect(lucia.getByRole('img', { name: 'Página 1 de 1' })).toBeVisible()
  })
}

/** Cuts the page off from the files of `pattern` until the returned function is called. */
async function withoutCode(page: Page, pattern: string): Promise<() => void> {
  let isAway = true
  const failed = new Set<string>()
  await page.route(pattern, async (route) => {
    const request = route.request()
    const isModule = request.resourceType() === 'script'
    if (isModule && isAway) failed.add(request.url())
    const fails = isAway || (isModule && failed.has(request.url()))
    await (fails ? route.abort() : route.continue())
  })
  return () => {
    isAway = false
  }
}
