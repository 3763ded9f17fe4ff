import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../client.ts'
import type { Organiser } from '../make-organisers.ts'
import { newContribution } from '../new-contribution.ts'
import { startPaymentServer } from '../payment-server.ts'
import type { Fault, Say } from './fault.ts'

const BEFORE = 3_000 // ms
const AWAY = 10_000 // ms

/** The payment provider is away while people begin checkouts; each is told to try again, and succeeds later. */
export async function providerAway(say: Say): Promise<Fault> {
  const provider = await startPaymentServer()
  return {
    settings: {
      MERCADOPAGO_ACCESS_TOKEN: 'APP_USR-carga',
      MERCADOPAGO_WEBHOOK_SECRET: 'carga',
      MERCADOPAGO_API_URL: provider.origin,
    },
    besides: beginCheckout,
    async strike() {
      await sleep(BEFORE)
      await provider.stop()
      say('the provider is away')
      await sleep(AWAY)
      await provider.start()
      say('the provider is back')
    },
    close: provider.stop,
  }
}

async function beginCheckout(client: Client, { collectionId }: Organiser): Promise<void> {
  const { sent, fields } = newContribution(client, collectionId, 'Pagadora')
  const body = { ...fields, paymentMethod: 'MercadoPago' }
  const path = `/api/collections/${collectionId}/checkout`
  if (await client.perform('checkout', () => client.ask('POST', path, { body }))) {
    sent.acknowledged = true
  }
}
