import { links } from '../../shared/links.ts'
import type { Scene } from './scene.ts'
import { at, REDIRECT, stay } from './ways.ts'

const SAID = 'reference=r-7&amount=15000.5&aportanteName=Julieta'

/** Where a payment provider sends people back to (specification 2 and 4). */
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
