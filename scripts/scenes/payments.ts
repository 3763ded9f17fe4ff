import type { PaymentProgress } from '../../shared/contribution.ts'
import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import { at, fail, REDIRECT, stay } from './ways.ts'

const SAID = 'reference=r-7&amount=15000.5&aportanteName=Julieta'

/** The pages to which a payment provider sends people back. */
export const PAYMENT_SCENES: Scene[] = [
  {
    name: 'pago-informado',
    route: links.paymentSuccess(),
    play: at(`${links.paymentSuccess()}?${SAID}`, 'Pago informado'),
  },
  {
    name: 'pago-pendiente',
    route: links.paymentPending(),
    play: at(`${links.paymentPending()}?${SAID}`, 'Pago pendiente'),
  },
  {
    name: 'pago-fallido',
    route: links.paymentError(),
    play: at(`${links.paymentError()}?error=sin+saldo`, 'El pago no se completó'),
  },
  {
    name: 'pago-confirmado',
    route: links.paymentSuccess(),
    play: known('confirmed', links.paymentSuccess(), '¡Gracias!'),
  },
  {
    name: 'pago-por-confirmar',
    route: links.paymentSuccess(),
    play: known('pending', links.paymentSuccess(), 'Pago informado'),
  },
  {
    name: 'pago-rechazado',
    route: links.paymentError(),
    play: known('rejected', links.paymentError(), 'El pago no se completó'),
  },
  {
    name: 'pago-sin-servidor',
    route: links.paymentSuccess(),
    async play(page, world) {
      await fail(page, '**/api/payments/*')
      await at(`${links.paymentSuccess()}?${SAID}`, 'Pago informado')(page, world)
      await page.getByText('seguimos intentando').waitFor()
    },
  },
  {
    name: 'pago-en-curso',
    route: links.paymentCallback(),
    async play(page, world) {
      await stay(page, REDIRECT)
      await at(links.paymentCallback(), 'Procesando el pago…')(page, world)
    },
  },
  {
    name: 'pago-de-billetera',
    route: links.paymentCallback(),
    play: at(`${links.paymentCallback()}?reference=MODO_7&status=completed`, 'Pago informado'),
  },
  {
    name: 'pago-sin-identificar',
    route: links.paymentCallback(),
    play: at(links.paymentCallback(), 'No pudimos identificar tu pago'),
  },
  {
    name: 'modo-aprobado',
    route: links.modoWebhook(),
    play: at(
      `${links.modoWebhook()}?payment_id=7&status=approved&amount=900`,
      'Pago procesado exitosamente',
    ),
  },
  {
    name: 'modo-sin-datos',
    route: links.modoWebhook(),
    play: at(links.modoWebhook(), 'Error procesando el webhook'),
  },
]

/** The address names a payment that the server has. */
function known(state: PaymentProgress['state'], path: string, title: string): Scene['play'] {
  return async (page, world) => {
    const payment: PaymentProgress = {
      state,
      isUndone: false,
      amount: 15_000_00,
      paymentMethod: 'MercadoPago',
      collectionId: world.collections.gift,
      collectionTitle: 'Regalo para la seño Caro',
    }
    await page.route('**/api/payments/*', (route) => route.fulfill({ json: payment }))
    await at(`${path}?${SAID}`, title)(page, world)
    await page.getByText(payment.collectionTitle).first().waitFor()
  }
}
