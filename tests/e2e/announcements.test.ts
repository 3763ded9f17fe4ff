/* Announcements to screen readers, from Chromium's accessibility tree: the page's title and a receipt's progress. */
import type { CDPSession, Page } from '@playwright/test'
import { picture } from '../../scripts/receipt-upload.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { holdBack } from './slow-network.ts'
import { confirmWithoutReceipt, reachReceiptStep, report, stopTime } from './steps.ts'

test.use(ONLINE)

const titleOf = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })

test('the focus moves to the title of the next screen, also while it loads', async ({
  lucia,
  gift,
}) => {
  await lucia.goto('/dashboard')
  const colecta = lucia.getByRole('link', { name: 'Regalo para la seño Caro' }).first()
  await colecta.click()
  await expect(titleOf(lucia, 'Regalo para la seño Caro')).toBeFocused()
  await expect(lucia).toHaveTitle(/^Regalo para la seño Caro/)

  // And from there to the contribution page, which has another frame; on a slow network it loads first.
  await lucia.goto('/payments')
  await expect(titleOf(lucia, 'Mis Pagos')).toBeVisible()
  const release = await holdBack(lucia, '**/api/collections/*')
  await lucia.evaluate((path) => {
    window.history.pushState({}, '', path)
    window.dispatchEvent(new PopStateEvent('popstate'))
  }, `/contribuir/${gift}`)
  await expect(lucia.getByRole('status', { name: 'Cargando colecta' })).toBeVisible()
  release()
  await expect(titleOf(lucia, 'Regalo para la seño Caro')).toBeFocused()
})

test('a redirect moves the focus to the title of its target', async ({ lucia, guest }) => {
  await guest.goto('/profile/edit')
  await expect(titleOf(guest, 'Iniciar sesión')).toBeFocused()
  await expect(guest).toHaveTitle(/^Iniciar sesión/)

  await guest.getByLabel('Email').fill(LUCIA.email)
  await guest.getByLabel('Contraseña', { exact: true }).fill(LUCIA.password)
  await guest.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(titleOf(guest, 'Perfil')).toBeFocused()
  await expect(guest).toHaveTitle(/^Perfil/)
  await lucia.close()
})

test('the focus stays near a control that a key removes', async ({ lucia, guest, gift }) => {
  test.slow(true, 'a report that waits for the network, and its organiser')
  const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
  await guest.route('**/api/collections/*/contributions', (route) => route.abort())
  await reachReceiptStep(guest, gift)
  await guest.getByLabel('Comprobante', { exact: true }).setInputFiles({
    name: 'comprobante.png',
    mimeType: 'image/png',
    buffer: picture(1_000),
  })
  await button(guest, 'Quitar archivo').press('Enter')
  await expect(button(guest, 'Elegir archivo')).toBeFocused()
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('Guardado en este dispositivo')).toBeVisible()

  await guest.goto(`/contribuir/${gift}`)
  await expect(button(guest, 'Reintentar')).toBeVisible()
  await guest.unroute('**/api/collections/*/contributions')
  await button(guest, 'Reintentar').press('Enter')
  await expect(guest.getByText('Recibido.')).toBeVisible()
  await button(guest, 'Entendido').press('Enter')
  await expect(guest.getByText('Recibido.')).toHaveCount(0)
  await expect(titleOf(guest, 'Regalo para la seño Caro')).toBeFocused()
  await button(guest, 'Hacer otro aporte').press('Enter')
  await expect(guest.getByLabel('Monto', { exact: true })).toBeFocused()
  await guest.reload()
  await button(guest, 'Olvidar en este dispositivo').press('Enter')
  await expect(guest.getByLabel('Monto', { exact: true })).toBeFocused()

  await lucia.goto('/dashboard')
  await button(lucia, 'Ocultar Consejos').press('Enter')
  await expect(button(lucia, 'Ocultar Seguridad')).toBeFocused()

  // A press disables these buttons, and removes them when it is done.
  await lucia.goto(`/colecta/${gift}`)
  await button(lucia, 'Elegir varios aportes').press('Enter')
  await lucia.getByLabel('Toda la página').press('Space')
  await button(lucia, 'Acreditar 1').press('Enter')
  await expect(lucia.getByText('1 aporte acreditado')).toBeVisible()
  await expect(lucia.getByRole('main').locator(':focus')).toHaveCount(1)
})

test('a key that is held down presses nothing where the focus moves meanwhile', async ({
  lucia,
  gift,
}) => {
  const enter = lucia.keyboard
  await lucia.goto('/dashboard')
  await lucia.getByRole('button', { name: 'Buscar colectas y personas' }).focus()
  await enter.down('Enter')
  const search = lucia.getByRole('combobox', { name: 'Colecta, persona o acción' })
  await expect(search).toBeFocused()
  await expect(lucia.getByRole('option').first()).toBeVisible()
  await enter.down('Enter') // repeats
  await enter.up('Enter')
  await expect(search).toBeFocused()
  await enter.press('Escape')

  for (const contributorName of ['Ana Paz', 'Beto Paz', 'Carla Sosa'])
    await report(lucia, gift, { contributorName })
  await lucia.goto(`/colecta/${gift}?estado=por-verificar`)
  const verify = lucia.getByRole('button', { name: 'Acreditar', exact: true })
  await expect(verify).toHaveCount(3)
  await stopTime(lucia)
  await verify.first().focus()
  await enter.down('Enter')
  await expect(verify).toHaveCount(2)
  await expect(verify.first()).toBeFocused()
  // Keyboards repeat a key after about half a second, which is too late for a double tap.
  await lucia.clock.runFor(500)
  await enter.down('Enter')
  await enter.up('Enter')
  await expect(verify.first()).toBeFocused()
  await enter.press('Enter')
  await expect(verify).toHaveCount(1)
})

test('a receipt’s upload is announced at each quarter and at its end, not at each percent', {
  tag: '@sweep',
}, async ({ guest, gift }) => {
  test.slow(true, 'a receipt over a slow line')
  await reachReceiptStep(guest, gift)
  const dialog = guest.getByRole('dialog')
  await dialog.getByLabel('Comprobante', { exact: true }).setInputFiles({
    name: 'comprobante.png',
    mimeType: 'image/png',
    buffer: picture(400_000),
  })

  const browser = await guest.context().newCDPSession(guest)
  await sendAt(browser, 20_000)
  await dialog.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  const thanks = guest.getByRole('dialog', { name: '¡Gracias!' })
  await expect(thanks.getByRole('heading', { name: '¡Gracias!' })).toBeFocused()
  await expect(thanks.getByText(/^Comprobante enviado al (25|50|75)\s%$/)).toBeAttached()
  expect(await livenessOf(browser, /^\d+\s%$/)).toBe('off')
  expect(await livenessOf(browser, /^Comprobante enviado al/)).toBe('polite')

  const region = await thanks.getByRole('status').elementHandle()
  await sendAt(browser, -1)
  await expect(thanks.getByText('Comprobante recibido')).toBeVisible()
  expect(await livenessOf(browser, /^Comprobante recibido$/)).toBe('polite')
  // Screen readers announce reliably only changes in a region that existed before.
  expect(await region?.textContent()).toContain('Comprobante recibido')
})

/** Limits uploads to this many bytes a second; -1 removes the limit. */
async function sendAt(browser: CDPSession, uploadThroughput: number): Promise<void> {
  await browser.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput,
  })
}

/** Returns how screen readers announce a change of this text: the `live` value of its region, or `off`. */
async function livenessOf(browser: CDPSession, text: RegExp): Promise<string> {
  const { nodes } = await browser.send('Accessibility.getFullAXTree')
  const byId = new Map(nodes.map((node) => [node.nodeId, node]))
  let node = nodes.find(({ name, ignored }) => !ignored && text.test(name?.value ?? ''))
  expect(node, `${text} is read`).toBeDefined()
  for (; node; node = byId.get(node.parentId ?? '')) {
    const live = node.properties?.find(({ name }) => name === 'live')
    if (live) return live.value.value
  }
  return 'off'
}
