/* The pages to which payment providers redirect people. Their query is untrusted, and they say so. */
import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const HEARSAY =
  'Estos datos vienen del enlace con el que llegaste, no de nuestros registros. Esta página no confirma ni cambia ningún pago.'
const PAID =
  'El medio de pago dice que tu pago se hizo. Cuando nos lo confirme, tu aporte contará en la colecta.'
const FAILED =
  'Puedes volver a la colecta e intentarlo nuevamente, o aportar con una transferencia.'
const NOTICE =
  'Es lo que dice esta dirección. El estado del aporte cambia cuando el medio de pago se lo confirma a nuestro servidor.'

const REFERENCE = '0198f3c2-7d51-7b8e-9c0a-3f6f5b2d1e44'
const NAME = 'María de los Ángeles Fernández'

/** Each address, the title of its page, and its other texts up to the link home. */
const PAGES: [address: string, title: string, rest: string[]][] = [
  [
    `/payment/success?reference=${REFERENCE}&amount=15000.5&aportanteName=${NAME}`,
    'Pago informado',
    [PAID, '$\u00a015.000,50', `Aportante${NAME}`, `Referencia${REFERENCE}`, HEARSAY],
  ],
  [
    '/payment/success?reference=null&amount=null',
    'Pago informado',
    [PAID, 'AportanteUsuario', HEARSAY],
  ],
  [
    `/payment/pending?reference=${REFERENCE}&amount=15000&aportanteName=${NAME}`,
    'Pago pendiente',
    [
      'El medio de pago todavía lo está procesando y te avisará cuando se acredite. No hace falta que pagues otra vez.',
      '$\u00a015.000',
      `Aportante${NAME}`,
      `Referencia${REFERENCE}`,
      HEARSAY,
    ],
  ],
  [
    '/payment/pending?reference=null&amount=null',
    'Pago pendiente',
    [
      'El medio de pago todavía lo está procesando y te avisará cuando se acredite. No hace falta que pagues otra vez.',
      'AportanteUsuario',
      HEARSAY,
    ],
  ],
  [
    '/payment/error?error=sin+saldo',
    'El pago no se completó',
    [FAILED, 'Motivosin saldo', HEARSAY],
  ],
  [
    '/payment/error?error=null',
    'El pago no se completó',
    [FAILED, 'MotivoError desconocido', HEARSAY],
  ],
  [
    `/payment/callback?reference=MODO_${REFERENCE}&status=completed&amount=900&aportanteName=${NAME}`,
    'Pago informado',
    [PAID, '$\u00a0900', `Aportante${NAME}`, `ReferenciaMODO_${REFERENCE}`, HEARSAY],
  ],
  [
    `/payment/callback?reference=MODO_${REFERENCE}&status=COMPLETED`,
    'El pago no se completó',
    [FAILED, 'AportanteUsuario', `ReferenciaMODO_${REFERENCE}`, HEARSAY],
  ],
  [
    `/payment/callback?reference=MODO_${REFERENCE}`,
    'El pago no se completó',
    [FAILED, 'AportanteUsuario', `ReferenciaMODO_${REFERENCE}`, HEARSAY],
  ],
  [
    '/payment/callback?status=completed&payment_id=7',
    'No pudimos identificar tu pago',
    [
      'La billetera te trajo de vuelta sin decir de qué pago se trata. Si pagaste, su confirmación nos llega igual.',
      'Detalle técnico: No payment reference found in URL',
    ],
  ],
  [
    '/webhook/modo?payment_id=7&status=approved&amount=900',
    'Pago procesado exitosamente',
    [NOTICE, '$\u00a0900', 'Pago7', HEARSAY],
  ],
  [
    '/webhook/modo?payment_id=7&status=aprobado&amount=900',
    'Pago rechazado o fallido',
    [NOTICE, '$\u00a0900', 'Pago7', HEARSAY],
  ],
  [
    '/webhook/modo?payment_id=7&status=rejected',
    'Pago rechazado o fallido',
    [NOTICE, 'Pago7', HEARSAY],
  ],
  [
    '/webhook/modo?payment_id=7',
    'Error procesando el webhook',
    ['A esta dirección le falta decir de qué pago se trata o cómo terminó.'],
  ],
  [
    '/webhook/modo?status=approved',
    'Error procesando el webhook',
    ['A esta dirección le falta decir de qué pago se trata o cómo terminó.'],
  ],
]

test('every result page shows the outcome from its address, and that it is unconfirmed', {
  tag: '@sweep',
}, async ({ guest, lucia }) => {
  test.slow(true, 'every page of a result')
  for (const [address, title, rest] of PAGES) {
    await guest.goto(address)
    await expect(main(guest), address).toHaveText(`${title}${rest.join('')}Ir al inicio`)
    await expect(guest.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(guest).toHaveTitle(`${title} · Entre Todos`)
    await expect(main(guest).getByRole('link', { name: 'Ir al inicio' })).toHaveAttribute(
      'href',
      '/',
    )
  }
  // Signed in they say the same, and lead to one's own payments.
  for (const path of ['/payment/success', '/payment/pending', '/payment/error', '/webhook/modo']) {
    const [address = '', title = '', rest = []] = PAGES.find(([to]) => to.startsWith(path)) ?? []
    await lucia.goto(address)
    await expect(main(lucia), address).toHaveText(`${title}${rest.join('')}Ver mis pagos`)
    const way = main(lucia).getByRole('link', { name: 'Ver mis pagos' })
    await expect(way).toHaveAttribute('href', '/payments')
  }
})

test('a wallet’s page waits for two seconds, then announces the outcome', async ({ guest }) => {
  await guest.clock.install({ time: NOON })
  await guest.clock.pauseAt(NOON + 1_000)
  await guest.goto(`/payment/callback?reference=MODO_${REFERENCE}&status=completed`)
  await expect(
    guest.getByRole('heading', { name: 'Procesando el pago…', exact: true }),
  ).toBeVisible()
  await guest.clock.runFor(1_990)
  await expect(
    guest.getByRole('heading', { name: 'Procesando el pago…', exact: true }),
  ).toBeVisible()
  await guest.clock.runFor(20)
  await expect(guest.getByRole('heading', { name: 'Pago informado', exact: true })).toBeFocused()
})

test('HTML in a forged address is shown as text, and fits a small phone', async ({ guest }) => {
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
