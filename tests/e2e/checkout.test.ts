/* Paying through Mercado Pago, for which a local server stands in (tests/support/mercado-pago.ts). */
import type { Page } from '@playwright/test'
import { type Collector, startCollector } from '../support/collector.ts'
import { LUCIA_SELLS, type MercadoPago, startMercadoPago } from '../support/mercado-pago.ts'
import { expect, test as world } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { holdBack } from './slow-network.ts'
import { fillReport, GIFT, JULIETA, sendMeasured, untilWritten } from './steps.ts'

/** Tests in which Lucía has not connected an account at Mercado Pago. */
const unconnected = world.extend<{ provider: MercadoPago }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  provider: async ({}, use) => {
    const provider = await startMercadoPago()
    await use(provider)
    await provider.stop()
  },
  ownServer: async ({ provider }, use) => use({ env: provider.env }),
})

/** Tests in which Lucía has connected her account, so that her colecta offers Mercado Pago. */
const test = unconnected.extend({
  gift: async ({ gift, lucia, provider }, use) => {
    const asked = await lucia.request.post('/api/account/mercado-pago/connect', {
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    const back = await lucia.request.get(provider.authorize((await asked.json()).url))
    expect(back.url()).toContain('connected')
    await use(gift)
  },
})

/** The same, with analytics. */
const measured = test.extend<{ collector: Collector }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  collector: async ({}, use) => {
    const collector = await startCollector()
    await use(collector)
    await collector.stop()
  },
  ownServer: async ({ provider, collector }, use) =>
    use({ env: { ...provider.env, ...collector.env } }),
})

const AWAY =
  'Mercado Pago no responde. Intenta nuevamente en unos minutos o aporta con una transferencia.'

unconnected(
  'an organiser connects their account, which their colecta then takes payments for, and disconnects it',
  async ({ lucia, guest, gift, provider }) => {
    test.slow(true, 'a server, a provider and two devices')
    const choice = guest.getByLabel(/^Mercado Pago/)
    await guest.goto(`/contribuir/${gift}`)
    await expect(guest.getByLabel(/^MODO/)).toBeDisabled()
    await expect(choice).toHaveCount(0)

    await lucia.goto('/profile/edit')
    await lucia.getByRole('button', { name: 'Conectar mi cuenta' }).click()
    await lucia.getByRole('link', { name: 'No autorizar' }).click()
    await expect(lucia.getByText('No conectaste tu cuenta. Nada cambió.')).toBeInViewport()
    await lucia.getByRole('button', { name: 'Conectar mi cuenta' }).click()
    await lucia.getByRole('link', { name: LUCIA_SELLS.email }).click()
    await expect(lucia.getByText('¡Listo! Tus colectas ya ofrecen Mercado Pago.')).toBeVisible()
    await expect(lucia.getByRole('heading', { name: LUCIA_SELLS.email })).toBeVisible()
    await guest.reload()
    await choice.check()
    await expect(guest.getByText('El dinero va a la cuenta de Lucía ahí.')).toBeVisible()

    const disconnect = async (answer: string) => {
      await lucia.getByRole('button', { name: 'Desconectar', exact: true }).click()
      const question = lucia.getByRole('alertdialog', { name: /^¿Desconectar tu cuenta/ })
      await question.getByRole('button', { name: answer }).click()
      await expect(question).toHaveCount(0)
    }
    await disconnect('Cancelar')
    await expect(lucia.getByRole('heading', { name: LUCIA_SELLS.email })).toBeVisible()
    await lucia.route('**/api/account/mercado-pago/**', (route) => route.abort())
    await disconnect('Desconectar cuenta')
    await expect(lucia.getByText(/^No hay conexión con el servidor/)).toBeVisible()
    await lucia.unroute('**/api/account/mercado-pago/**')
    await disconnect('Desconectar cuenta')
    await expect(lucia.getByRole('button', { name: 'Conectar mi cuenta' })).toBeVisible()

    // People who still have the page open get a message and continue with a transfer.
    await fillReport(guest, '20.000')
    await guest.getByRole('button', { name: /^Continuar con/ }).click()
    await expect(guest.getByRole('alert')).toHaveText(
      'Quien organiza esta colecta no cobra con Mercado Pago. Aporta con una transferencia.',
    )
    await guest.getByLabel(/^Transferencia/).check()
    await guest.getByRole('button', { name: /^Continuar con/ }).click()
    await expect(guest.getByRole('button', { name: 'Copiar alias' })).toBeVisible()
    expect(provider.preferences.size).toBe(0)
  },
)

test('a guest pays with Mercado Pago, and sees it confirmed when the notice comes', async ({
  lucia,
  guest,
  gift,
  provider,
  server,
}) => {
  test.slow(true, 'a server, a provider and two devices')
  await lucia.goto(`/colecta/${gift}`)
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByLabel(/^Mercado Pago/).check()
  await expect(guest.getByText('Pagas en la página de Mercado Pago.')).toBeVisible()
  await expect(guest.getByText('Próximamente')).toHaveCount(1)
  await guest.getByLabel('Email').fill(LUCIA.email)
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(guest.getByRole('dialog', { name: 'Ya tienes una cuenta' })).toBeVisible()
  await guest.getByRole('button', { name: 'Usar otro email' }).click()
  await guest.getByLabel('Email').fill(JULIETA.email)

  // A person who returns from the provider's page without paying continues at the same step.
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
  await lucia.getByLabel('Filtrar por método').selectOption('Mercado Pago')
  await lucia.getByRole('button', { name: 'Julieta Romero', exact: true }).click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await expect(detail).toContainText('Pendiente')
  await expect(detail).toContainText('Lo que se paga con Mercado Pago se confirma solo.')

  await tell()
  await expect(detail).toContainText('Confirmado')
  await expect(detail.getByText(/se confirma solo/)).toHaveCount(0)
  await detail.getByRole('button', { name: 'Cerrar' }).click()
  await expect(guest.getByRole('heading', { name: '¡Gracias!' })).toBeFocused()
  await expect(guest.getByRole('main')).toContainText('está confirmado')
  await expect(lucia.getByText('Confirmado').filter({ visible: true }).first()).toBeVisible()

  // The page of a wallet also shows the state from the server, not from its address.
  const reference = new URL(guest.url()).searchParams.get('reference')
  await guest.goto(`/payment/callback?reference=${reference}&status=rejected`)
  await expect(guest.getByRole('heading', { name: '¡Gracias!' })).toBeVisible()
  await expect(guest.getByRole('main')).toContainText('está confirmado')
  await guest.goBack()

  provider.change(payment?.id ?? 0, 'charged_back')
  await tell()
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Pago devuelto o cancelado' })).toBeVisible()
  await expect(lucia.getByText('Rechazado').filter({ visible: true }).first()).toBeVisible()
  await guest.getByRole('link', { name: 'Volver a la colecta' }).click()
  await expect(guest.getByRole('heading', { name: 'Realizar un aporte' })).toBeVisible()
})

test('a signed-in payer sees the state in "Mis Pagos"', { tag: '@sweep' }, async ({
  lucia,
  gift,
  provider,
  server,
}) => {
  test.slow(true, 'a server, a provider and two screens')
  await lucia.goto(`/contribuir/${gift}`)
  await expect(lucia.getByLabel('Nombre')).toHaveValue(/Lucía/)
  await lucia.getByLabel(/^Mercado Pago/).check()
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  await lucia.getByRole('link', { name: 'pending' }).click()
  await expect(lucia.getByRole('heading', { name: 'Pago pendiente' })).toBeVisible()
  await lucia.goto('/payments')
  const shown = (text: string) => lucia.getByText(text).filter({ visible: true })
  await expect(shown('Pendiente')).toHaveCount(1)
  await expect(shown('Mercado Pago')).toHaveCount(1)

  const [payment] = provider.payments.values()
  for (const [status, word] of [
    ['approved', 'Confirmado'],
    ['refunded', 'Rechazado'],
  ] as const) {
    provider.change(payment?.id ?? 0, status)
    const { path, headers, body } = provider.noticeOf(payment?.id ?? 0)
    await fetch(server.origin + path, { method: 'POST', headers, body })
    await expect(shown(word)).toHaveCount(1)
  }
})

test('the offered methods are in the first paint, and a pick before the script counts', async ({
  guest,
  gift,
}) => {
  const complaints: string[] = []
  guest.on('pageerror', (error) => complaints.push(error.message))
  guest.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  await untilWritten(guest, gift)
  const release = await holdBack(guest, '**/assets/*.js')
  await guest.goto(`/contribuir/${gift}`, { waitUntil: 'commit' })
  const choice = guest.getByLabel(/^Mercado Pago/)
  await choice.check()
  await expect(guest.getByLabel(/^MODO/)).toBeDisabled()
  const before = await choice.boundingBox()
  release()

  await expect(guest.getByRole('button', { name: /^Continuar con/ })).toBeEnabled()
  await expect(guest.getByText('Pagas en la página de Mercado Pago.')).toBeVisible()
  await expect(choice).toBeChecked()
  expect((await choice.boundingBox())?.height).toBe(before?.height)
  await fillReport(guest, '20.000')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(guest.getByRole('heading', { name: 'Checkout Pro' })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a draft that was continued as a transfer reopens its dialogs, even when Mercado Pago is offered', async ({
  guest,
  gift,
  provider,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByLabel(/^Mercado Pago/).check()
  // Lucía disconnects her account: the person goes on with a transfer.
  const kept = await guest.evaluate((id) => {
    const name = `draft:contribute:${id}`
    const draft = JSON.parse(localStorage.getItem(name) ?? '{}')
    localStorage.setItem(name, JSON.stringify({ ...draft, underway: 'yes' }))
    return draft
  }, gift)
  expect(kept).toMatchObject({ method: 'MercadoPago', underway: '' })
  await guest.reload()
  await expect(guest.getByRole('button', { name: 'Copiar alias' })).toBeVisible()
  expect(provider.preferences.size).toBe(0)
})

test('paying later is explained, and a refused card can be tried again', { tag: '@sweep' }, async ({
  guest,
  gift,
}) => {
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

measured(
  'a payment is measured once its provider confirms it, and once alone',
  { tag: '@sweep' },
  async ({ lucia, guest, gift, provider, server, collector }) => {
    test.slow(true, 'a server, a provider and a collector of figures')
    await guest.goto(`/contribuir/${gift}`)
    await guest.getByRole('button', { name: 'Aceptar' }).click()
    await fillReport(guest, '20.000,50')
    await guest.getByLabel(/^Mercado Pago/).check()
    await guest.getByRole('button', { name: /^Continuar con/ }).click()
    await guest.getByRole('link', { name: 'approved' }).click()
    await expect(guest.getByRole('heading', { name: 'Pago informado' })).toBeVisible()
    const [payment] = provider.payments.values()
    const { path, headers, body } = provider.noticeOf(payment?.id ?? 0)
    const views = async (page: Page) => {
      await sendMeasured(page)
      return viewsOf(collector, '/payment/success')
    }
    await expect.poll(() => views(guest)).toBe(1)
    expect(collector.events().map(({ name }) => name)).not.toContain('conversion')

    await fetch(server.origin + path, { method: 'POST', headers, body })
    const thanks = (page: Page) =>
      expect(page.getByRole('heading', { name: '¡Gracias!' })).toBeVisible()
    await thanks(guest)
    await sendMeasured(guest)
    const named = (name: string) => collector.events().filter((event) => event.name === name)
    await expect.poll(() => named('conversion').length).toBe(1)

    /** Waits until the events of this visit have arrived. */
    const seen = async (page: Page, visit: () => Promise<unknown>) => {
      const before = await views(page)
      await visit()
      await thanks(page)
      await expect.poll(() => views(page)).toBeGreaterThan(before)
    }
    await seen(guest, () => guest.reload())
    // Another person with the link, who agreed to be measured, did not pay.
    const other = await guest.context().newPage()
    await seen(other, () => other.goto(guest.url()))
    expect(named('conversion').map(({ params }) => params.conversion_type)).toEqual([
      'contribution',
    ])
    expect(named('payment_guest').map(({ params }) => params)).toEqual([
      expect.objectContaining({
        user_type: 'guest',
        amount: 20_000.5,
        currency: 'ARS',
        colecta_id: gift,
        payment_method: 'MercadoPago',
      }),
    ])
    // A member's payment, too, and as one of theirs.
    await lucia.goto(`/contribuir/${gift}`)
    await lucia.getByRole('button', { name: 'Aceptar' }).click()
    await expect(lucia.getByLabel('Nombre')).toHaveValue(/Lucía/)
    await lucia.getByLabel(/^Mercado Pago/).check()
    await lucia.getByRole('button', { name: /^Continuar con/ }).click()
    await lucia.getByRole('link', { name: 'approved' }).click()
    await expect(lucia.getByRole('heading', { name: 'Pago informado' })).toBeVisible()
    const own = provider.noticeOf([...provider.payments.keys()].at(-1) ?? '')
    await fetch(server.origin + own.path, { method: 'POST', headers: own.headers, body: own.body })
    await thanks(lucia)
    await sendMeasured(lucia)
    await expect.poll(() => named('payment_logged').length).toBe(1)
    expect(named('payment_guest')).toHaveLength(1)

    const [reference = ''] = [...provider.preferences.values()].map((one) => one.external_reference)
    const out = JSON.stringify(collector.collected)
    for (const secret of [
      JULIETA.name,
      JULIETA.email,
      GIFT.title,
      reference,
      String(payment?.id),
    ]) {
      expect(out).not.toContain(secret)
    }
  },
)

test('an unavailable provider shows an error at once, and a transfer still works', async ({
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

test('the result pages show an error detail when the server cannot be reached', {
  tag: '@sweep',
}, async ({ guest }) => {
  test.slow(true, 'a server of its own, and five pages')
  await guest.route('**/api/payments/*', (route) => route.abort())
  for (const [path, detail] of [
    ['/payment/success?reference=r-7', 'Error verifying payment'],
    ['/payment/pending?reference=r-7', 'Error verifying payment'],
    ['/payment/error?reference=r-7', 'Error verifying payment'],
    ['/payment/callback?reference=MODO_7&status=completed', 'Error processing payment callback'],
  ] as const) {
    await guest.goto(path)
    await expect(guest.getByRole('main')).toContainText(detail)
    await expect(guest.getByRole('main')).toContainText('seguimos intentando')
  }
  await guest.unroute('**/api/payments/*')
  const json = { error: 'Ocurrió un error inesperado. Intenta nuevamente.', code: 'internal' }
  await guest.route('**/api/payments/*', (route) => route.fulfill({ status: 500, json }))
  await guest.goto('/payment/success?reference=r-8')
  await expect(guest.getByRole('main')).toContainText('Error verifying payment')
})

function viewsOf(collector: Collector, path: string): number {
  return collector
    .events()
    .filter(
      ({ name, params }) => name === 'page_view' && String(params.page_location).endsWith(path),
    ).length
}

world('without credentials both ways to pay are announced', async ({ guest, gift }) => {
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByLabel(/^Mercado Pago y MODO/)).toBeDisabled()
  await expect(guest.getByText('Próximamente')).toBeVisible()
})
