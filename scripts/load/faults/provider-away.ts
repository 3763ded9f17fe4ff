import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from '../client.ts'
import type { Organiser } from '../make-organisers.ts'
import { newContribution } from '../new-contribution.ts'
import { startPaymentServer } from '../payment-server.ts'
import type { Fault, Say } from './fault.ts'

const BEFORE = 3_000 // ms
const AWAY = 10_000 // ms
const CONNECTING_PAUSE = 1_000 // ms
/** Longer than the provider is away, fewer than a person may begin. */
const CONNECTING_TRIES = 18

/** The payment provider is away while people begin checkouts; each is told to try again, and succeeds later. */
export async function providerAway(say: Say): Promise<Fault> {
  const provider = await startPaymentServer()
  return {
    settings: {
      MERCADOPAGO_CLIENT_ID: 'carga',
      MERCADOPAGO_CLIENT_SECRET: 'carga',
      MERCADOPAGO_WEBHOOK_SECRET: 'carga',
      MERCADOPAGO_API_URL: provider.origin,
    },
    besides: beginCheckouts(),
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

/** Each organiser has connected an account by the time of the first checkout. */
function beginCheckouts() {
  const connected = new Map<string, Promise<void>>()
  return async (client: Client, organiser: Organiser) => {
    const { email } = organiser
    const connecting = connected.get(email) ?? connect(client, organiser)
    connected.set(email, connecting)
    await connecting
    await beginCheckout(client, organiser)
  }
}

/** As a browser that comes back from the provider at once; tried until the provider is there. */
async function connect({ ask, onFault }: Client, { token }: Organiser): Promise<void> {
  for (let attempt = 0; attempt < CONNECTING_TRIES; attempt++) {
    const { body } = await ask('POST', '/api/account/mercado-pago/connect', { token })
    const { url } = body as { url: string }
    const query = new URLSearchParams({
      code: 'carga',
      state: new URL(url).searchParams.get('state') ?? '',
    })
    const { headers } = await ask('GET', `/api/account/mercado-pago/return?${query}`, { token })
    if (headers.location?.endsWith('=connected')) return
    await sleep(CONNECTING_PAUSE)
  }
  onFault('an organiser could not connect their account')
}

async function beginCheckout(client: Client, { collectionId }: Organiser): Promise<void> {
  const { sent, fields } = newContribution(client, collectionId, 'Pagadora')
  const body = { ...fields, paymentMethod: 'MercadoPago' }
  const path = `/api/collections/${collectionId}/checkout`
  if (await client.perform('checkout', () => client.ask('POST', path, { body }))) {
    sent.acknowledged = true
  }
}
