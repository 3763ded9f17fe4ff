/*
 * The oldest browsers of web/README.md, and those before them. The tests take from this browser what those lack: methods
 * by deleting them, styles by changing the file. To run the tests in a real one: CHROME_PATH.
 */
import type { Page } from '@playwright/test'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { chooseReceipt, openReceipt, reachReceiptStep, untilWritten } from './steps.ts'

// A service worker would answer for the styles that these tests change.
test.use({ serviceWorkers: 'block' })

test('a report and its receipt arrive from a browser without the methods of Chrome 110', async ({
  lucia,
  guest,
  gift,
}) => {
  const errors: string[] = []
  guest.on('pageerror', ({ message }) => errors.push(message))
  await guest.addInitScript(() => {
    for (const name of ['findLast', 'toReversed', 'toSorted', 'with'])
      Reflect.deleteProperty(Array.prototype, name)
    Reflect.deleteProperty(AbortSignal, 'timeout')
  })
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  await openReceipt(lucia, gift)
  expect(errors).toEqual([])
})

test('without JavaScript the button is hidden in a browser whose styles cannot ask for it', async ({
  browser,
  contextOptions,
  server,
  gift,
}) => {
  const options = { ...contextOptions, baseURL: server.origin, javaScriptEnabled: false }
  const phone = await browser.newContext(options)
  const guest = await phone.newPage()
  await withStyles(guest, (css) => css.replaceAll(/\(scripting:\s*none\)/g, '(scripting: unknown)'))
  await untilWritten(guest, gift)
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByText(/Para avisar de tu aporte hace falta JavaScript/)).toBeVisible()
  await expect(guest.getByRole('button', { name: /Continuar|Un momento/ })).toBeHidden()
  await phone.close()
})

test('a browser from before 2023 reads that it is too old, on every page', async ({
  guest,
  gift,
}) => {
  const note = guest.getByText('Este navegador es de antes de 2023')
  await guest.goto(`/contribuir/${gift}`)
  await expect(note).toBeHidden()
  await withStyles(guest, (css) => css.replaceAll(/not \(height:\s*1dvh\)/g, '(height: 1dvh)'))
  for (const path of [`/contribuir/${gift}`, '/login', '/ayuda']) {
    await guest.goto(path)
    await expect(note).toBeVisible()
    await expect(guest.getByRole('link', { name: 'Ir al contenido' })).not.toBeInViewport()
  }
})

/** Changes the styles that the page loads from now on. */
async function withStyles(page: Page, change: (css: string) => string): Promise<void> {
  await page.route('**/assets/*.css', async (route) => {
    const response = await route.fetch()
    const before = await response.text()
    const body = change(before)
    expect(body).not.toBe(before)
    await route.fulfill({ response, body })
  })
}
