/*
 * Faults of `npm run load -- --fault` in which another server that the product needs is stopped for a while. The load test
 * then checks that nothing acknowledged is lost.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '../../mail-server.ts'
import { newContribution } from '../actions.ts'
import type { Client } from '../client.ts'
import { startFakeMercadoPago } from '../fake-mercado-pago.ts'
import type { Organiser } from '../make-organisers.ts'
import type { Fault, Log } from './fault.ts'

const BEFORE = 3_000 // ms
const OUTAGE = 10_000 // ms
/** The mail queue retries after 5 s, then after 30 s (server/domain/mail-queue.ts). */
const MAIL_TIMEOUT = 90_000 // ms
const CONNECT_PAUSE = 1_000 // ms
/** Lasts longer than the outage, and stays below the limit of attempts per person. */
const CONNECT_ATTEMPTS = 18

interface Stoppable {
  stop(): Promise<unknown>
  start(): Promise<unknown>
}

async function interrupt(server: Stoppable, name: string, log: Log): Promise<void> {
  await sleep(BEFORE)
  await server.stop()
  log(`${name} is stopped`)
  await sleep(OUTAGE)
  await server.start()
  log(`${name} runs again`)
}

/** PostgreSQL stops, which closes every connection, and starts again. */
export function postgresOutage(log: Log): Fault {
  return {
    async run({ postgres }) {
      if (!postgres) throw new Error('This site has no PostgreSQL of its own')
      await interrupt(postgres, 'PostgreSQL', log)
    },
  }
}

/** The mail server stops while people request e-mails. Every e-mail must arrive after it runs again. */
export async function mailOutage(log: Log): Promise<Fault> {
  const received = new Set<string>()
  const mail = await startMailServer({
    onMessage: (_raw, to) => to.forEach((address) => void received.add(address)),
  })
  const requested = new Set<string>()
  let during: string[] = []
  const missing = () => during.filter((email) => !received.has(email))
  return {
    settings: { SMTP_URL: mail.url },
    async guestAction({ send, perform }, { email }) {
      const body = { email }
      if (await perform('email', () => send('POST', '/api/password/forgot', { body }))) {
        requested.add(email)
      }
    },
    async run() {
      const start = () => {
        during = [...requested]
        log(`${missing().length} e-mails wait`)
        return mail.start()
      }
      await interrupt({ stop: mail.stop, start }, 'the mail server', log)
      const until = Date.now() + MAIL_TIMEOUT
      while (missing().length > 0 && Date.now() < until) await sleep(100)
      if (missing().length > 0) throw new Error(`${missing().length} e-mails never arrived`)
      log(`all ${during.length} people have their e-mail`)
    },
    close: mail.stop,
  }
}

/** The payment provider stops while people start checkouts. Each retries, and succeeds later. */
export async function providerOutage(log: Log): Promise<Fault> {
  const provider = await startFakeMercadoPago()
  const connected = new Map<string, Promise<void>>()
  return {
    settings: {
      MERCADOPAGO_CLIENT_ID: 'carga',
      MERCADOPAGO_CLIENT_SECRET: 'carga',
      MERCADOPAGO_WEBHOOK_SECRET: 'carga',
      MERCADOPAGO_API_URL: provider.origin,
    },
    async guestAction(client, organiser) {
      const { email } = organiser
      const connecting = connected.get(email) ?? connect(client, organiser)
      connected.set(email, connecting)
      await connecting
      await startCheckout(client, organiser)
    },
    run: () => interrupt(provider, 'the provider', log),
    close: provider.stop,
  }
}

/** Connects an organiser's account as a browser that returns from the provider at once. */
async function connect({ send, onFault }: Client, { token }: Organiser): Promise<void> {
  for (let attempt = 0; attempt < CONNECT_ATTEMPTS; attempt++) {
    const { body } = await send('POST', '/api/account/mercado-pago/connect', { token })
    const { url } = body as { url: string }
    const state = new URL(url).searchParams.get('state') ?? ''
    const query = new URLSearchParams({ code: 'carga', state })
    const { headers } = await send('GET', `/api/account/mercado-pago/return?${query}`, { token })
    if (headers.location?.endsWith('=connected')) return
    await sleep(CONNECT_PAUSE)
  }
  onFault('an organiser could not connect their account')
}

async function startCheckout(client: Client, { collectionId }: Organiser): Promise<void> {
  const { sent, fields } = newContribution(client, collectionId, 'Pagadora')
  const body = { ...fields, paymentMethod: 'MercadoPago' }
  const path = `/api/collections/${collectionId}/checkout`
  if (await client.perform('checkout', () => client.send('POST', path, { body }))) {
    sent.acknowledged = true
  }
}
