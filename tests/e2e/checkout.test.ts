/* Paying through a provider: a server of our own stands in for Mercado Pago. */
import AxeBuilder from '@axe-core/playwright'
import { type MercadoPago, startMercadoPago } from '../support/mercado-pago.ts'
import { type ServerProcess, startServer } from '../support/server-process.ts'
import { fillReport } from './steps.ts'
import { expect, test as world } from './world.ts'

const test = world.extend<{ provider: MercadoPago; server: ServerProcess }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  provider: async ({}, use) => {
    const provider = await startMercadoPago()
    await use(provider)
    await provider.stop()
  },
  server: async ({ provider, mailbox }, use) => {
    const server = await startServer({ env: { SMTP_URL: mailbox.url, ...provider.env } })
    await use(server)
    await server.stop()
  },
})

const AWAY =
  'Mercado Pago no responde. Intenta nuevamente en unos minutos o aporta con una transferencia.'

test('a guest pays with Mercado Pago, and sees it confirmed when the notice comes', async ({
  lucia,
  guest,
  gift,
  provider,
  server,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByLabel(/^Mercado Pago/).check()
  await expect(guest.getByText('Pagas en la página de Mercado Pago.')).toBeVisible()
  await expect(guest.getByText('Próximamente')).toHaveCount(1)
  const { violations } = await new AxeBuilder({ page: guest }).analyze()
  expect(violations).toEqual([])

  // Who comes back from the provider's page without paying goes on where they were.
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(guest.getByRole('heading', { name: 'Checkout Pro' })).toBeVisible()
  await guest.goBack()
  await expect(guest.getByLabel('Nombre')).toHaveValue('Julieta Romero')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await guest.getByRole('link', { name: 'approved' }).click()

  await expect(guest).toHaveURL(/\/payment\/success\?reference=/)
  await expect(guest.getByRole('heading', { name: 'Pago informado' })).toBeVisible()
  await expect(guest.getByRole('main')).toContainText('Regalo para la seño Caro')
  await expect(guest.getByRole('main')).toContainText('$\u00A020.000')
  expect(provider.preferences.size).toBe(1)

  const [payment] = provider.payments.values()
  const tell = async () => {
    const { path, headers, body } = provider.noticeOf(payment?.id ?? 0)
    const answer = await fetch(server.origin + path, { method: 'POST', headers, body })
    expect(answer.status).toBe(200)
  }
  await tell()
  await expect(guest.getByRole('heading', { name: '¡Gracias!' })).toBeFocused()
  await expect(guest.getByRole('main')).toContainText('está confirmado')
  await expect(lucia.getByText('Confirmado').filter({ visible: true }).first()).toBeVisible()

  provider.change(payment?.id ?? 0, 'charged_back')
  await tell()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'El pago no se completó' })).toBeVisible()
  await expect(lucia.getByText('Rechazado').filter({ visible: true }).first()).toBeVisible()
  await guest.getByRole('link', { name: 'Volver a la colecta' }).click()
  await expect(guest.getByRole('heading', { name: 'Realizar un aporte' })).toBeVisible()
})

test('who pays later is told, and a refused card can be tried again', async ({ guest, gift }) => {
  for (const [outcome, page, title] of [
    ['pending', /\/payment\/pending\?/, 'Pago pendiente'],
    ['rejected', /\/payment\/error\?/, 'El pago no se completó'],
  ] as const) {
    await guest.goto(`/contribuir/${gift}`)
    await fillReport(guest, '15.000')
    await guest.getByLabel(/^Mercado Pago/).check()
    await guest.getByRole('button', { name: /^Continuar con/ }).click()
    await guest.getByRole('link', { name: outcome }).click()
    await expect(guest).toHaveURL(page)
    await expect(guest.getByRole('heading', { name: title })).toBeVisible()
  }
})

test('a provider that is away is said at once, and a transfer still works', async ({
  guest,
  gift,
  provider,
}) => {
  provider.trouble = (response) => Boolean(response.writeHead(500).end())
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByLabel(/^Mercado Pago/).check()
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(guest.getByRole('alert')).toHaveText(AWAY)
  await guest.getByLabel(/^Transferencia/).check()
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(guest.getByRole('button', { name: 'Copiar alias' })).toBeVisible()
})

test('the server that cannot be asked is said, in words for whoever helps too', async ({
  guest,
}) => {
  await guest.route('**/api/payments/*', (route) => route.abort())
  for (const [path, detail] of [
    ['/payment/success?reference=r-7', 'Error verifying payment'],
    ['/payment/callback?reference=MODO_7&status=completed', 'Error processing payment callback'],
  ] as const) {
    await guest.goto(path)
    await expect(guest.getByRole('main')).toContainText(detail)
    await expect(guest.getByRole('main')).toContainText('seguimos intentando')
  }
})

world('without credentials both ways to pay are announced', async ({ guest, gift }) => {
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByLabel(/^Mercado Pago y MODO/)).toBeDisabled()
  await expect(guest.getByText('Próximamente')).toBeVisible()
})
