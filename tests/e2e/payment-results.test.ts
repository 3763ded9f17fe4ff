/* The pages to which payment providers send people back. Their query proves nothing. */
import type { Page } from '@playwright/test'
import { expect, test } from './world.ts'

const HEARSAY = 'Esta página no confirma ni cambia ningún pago.'

const PAGES: [address: string, title: string, texts: string[]][] = [
  [
    '/payment/success?reference=r-7&amount=15000.5&aportanteName=Julieta',
    'Pago informado',
    ['r-7', '$\u00A015.000,50', 'Julieta', HEARSAY],
  ],
  ['/payment/success?reference=null&amount=null', 'Pago informado', ['Usuario', HEARSAY]],
  [
    '/payment/pending?reference=r-7&amount=15000',
    'Pago pendiente',
    ['r-7', '$\u00A015.000', 'Usuario', 'te avisará cuando se acredite', HEARSAY],
  ],
  ['/payment/error?error=sin+saldo', 'El pago no se completó', ['sin saldo', HEARSAY]],
  ['/payment/error?error=null', 'El pago no se completó', ['Error desconocido']],
  [
    '/payment/callback?reference=MODO_7&status=completed',
    'Pago informado',
    ['MODO_7', 'Usuario', HEARSAY],
  ],
  [
    '/payment/callback?reference=MODO_7&status=COMPLETED',
    'El pago no se completó',
    ['MODO_7', HEARSAY],
  ],
  [
    '/payment/callback?status=completed&payment_id=7',
    'No pudimos identificar tu pago',
    ['No payment reference found in URL'],
  ],
  [
    '/webhook/modo?payment_id=7&status=approved&amount=900',
    'Pago procesado exitosamente',
    ['7', '$\u00A0900', HEARSAY],
  ],
  [
    '/webhook/modo?payment_id=7&status=aprobado',
    'Pago rechazado o fallido',
    ['7', 'a nuestro servidor', HEARSAY],
  ],
  ['/webhook/modo?status=approved', 'Error procesando el webhook', ['de qué pago se trata']],
]

test('every page of a result says what its address says, and that it is no more than that', async ({
  guest,
}) => {
  test.slow(true, 'every page of a result')
  for (const [address, title, texts] of PAGES) {
    await guest.goto(address)
    await expect(guest.getByRole('heading', { level: 1, name: title }), address).toBeVisible()
    await expect(guest).toHaveTitle(`${title} · Entre Todos`)
    for (const text of texts) await expect(main(guest), address).toContainText(text)
  }
})

test('a wallet’s page processes for two seconds, then reads the outcome out', async ({ guest }) => {
  await guest.clock.install({ time: NOON })
  await guest.clock.pauseAt(NOON + 1_000)
  await guest.goto('/payment/callback?reference=MODO_7&status=completed')
  await expect(guest.getByRole('heading', { name: 'Procesando el pago…' })).toBeVisible()
  await guest.clock.runFor(1_900)
  await expect(guest.getByRole('heading', { name: 'Procesando el pago…' })).toBeVisible()
  await guest.clock.runFor(200)
  await expect(guest.getByRole('heading', { name: 'Pago informado' })).toBeFocused()
})

test('an address that was made to look like ours runs nothing, and fits a small phone', async ({
  guest,
}) => {
  await guest.setViewportSize({ width: 320, height: 640 })
  const odd = encodeURIComponent(`<img src=x onerror=alert(1)>${'W'.repeat(400)}`)
  for (const path of ['success', 'error', 'pending']) {
    await guest.goto(`/payment/${path}?reference=${odd}&aportanteName=${odd}&error=${odd}`)
    await expect(main(guest)).toContainText('<img src=x')
    expect(await guest.locator('main img').count()).toBe(0)
    const sideways = await guest.evaluate(
      () => document.documentElement.scrollWidth - window.innerWidth,
    )
    expect(sideways, path).toBeLessThanOrEqual(0)
  }
})

const NOON = Date.parse('2026-11-21T12:00:00-03:00')

function main(page: Page) {
  return page.getByRole('main')
}
