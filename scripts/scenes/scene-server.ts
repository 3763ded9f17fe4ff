import { cpSync } from 'node:fs'
import type { Database } from '../../server/data/database.ts'
import { installationSecret } from '../../server/data/secret.ts'
import { issueEmailToken } from '../../server/domain/email-tokens.ts'
import { createTokenCipher } from '../../server/domain/payments/token-cipher.ts'
import { createSessions } from '../../server/domain/sessions.ts'
import type { Complaint } from '../../shared/complaint.ts'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import type { OwnReportKey } from '../../shared/own-report.ts'
import { metadataOf, upload } from '../receipt-upload.ts'
import { fillDatabase } from '../seed/fill-database.ts'
import { type ServerProcess, startUnlimitedServer } from '../start-server.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { withDatabase } from '../with-database.ts'
import { paintReceipt } from './paint-receipt.ts'

/** Lucía and Bruno organise, Ana is new, Sofía is an administrator. */
export type Person = 'lucia' | 'bruno' | 'ana' | 'sofia'

const TITLES = {
  roof: 'Techo nuevo para el gimnasio',
  gift: 'Regalo para la seño Caro',
  shirts: 'Camisetas de vóley femenino',
  party: 'Cumple de 40 de Fede',
  lift: 'Arreglo del ascensor, Rivadavia 5120',
  snack: 'Merienda del taller de los sábados',
  trip: 'Egresados 7.º B, viaje a Córdoba',
  farewell: 'Despedida de Nico',
  raffle: 'Rifa de la cooperadora',
}
const NEWCOMERS = {
  ana: ['Ana', 'Ibarra', 'ana@example.com'],
  sofia: ['Sofía', 'Paz', 'sofia@example.com'],
  nora: ['Nora', 'Lima', 'nora@example.com'],
  pedro: ['Pedro', 'Vega', 'pedro@example.com'],
  marta: ['Marta', 'Roldán', 'marta@example.com'],
  pablo: ['Pablo', 'Acuña', 'pablo@example.com'],
} as const
type Newcomer = keyof typeof NEWCOMERS

/** A running server for the scenes, with realistic people, colectas, receipts and links from e-mails. */
export interface SceneServer {
  origin: string
  /**
   * Starts a second server with the same colectas, which offers Mercado Pago and a wallet that do not respond.
   * Lucía's account is connected, Bruno's connection is broken, Ana has none. Its disk has no space for receipts.
   */
  originWithPayments(): Promise<string>
  /** Ids of colectas. The suspended one is Bruno's. */
  collections: Record<keyof typeof TITLES | 'suspended', string>
  /** One session of each person. */
  sessions: Record<Person, string>
  /** Links from e-mails, by recipient: valid ones, each for a single use. */
  recoveries: Record<'nora' | 'pedro', string>
  confirmations: Record<'marta' | 'pablo', string>
  /** A bank's receipt, as a picture. */
  receipt: Buffer
  /** Sends a mutation as this person, from another device. */
  mutate(as: Person, name: string, args: object): Promise<void>
  close(): Promise<void>
}

/**
 * Fills a data folder and starts the server on it. `preparedData`: an empty, migrated data folder to copy, which is
 * faster than making one.
 */
export async function startSceneServer(preparedData?: string): Promise<SceneServer> {
  const folders = [makeTemporaryFolder(), makeTemporaryFolder()] as const
  const [dataDir, twinDir] = folders
  if (preparedData) cpSync(preparedData, dataDir, { recursive: true })
  const filled = await fill(dataDir)
  cpSync(dataDir, twinDir, { recursive: true })
  const [server, receipt] = await Promise.all([
    startUnlimitedServer(dataDir, SETTINGS),
    paintReceipt({ amount: '$ 15.000', to: 'viaje.seno.caro' }),
  ])
  const { origin } = server
  let twin: Promise<ServerProcess> | undefined
  const { gift } = filled.collections
  await reportWithReceipt(origin, gift, receipt, JULIETA)
  await correct(origin, await reportWithReceipt(origin, gift, receipt, NAHUEL))
  const suspended = await openSuspended(origin, filled.sessions)
  await complain(origin, filled.collections.trip, COMPLAINTS.slice(-1))

  return {
    origin,
    async originWithPayments() {
      twin ??= startUnlimitedServer(twinDir, { ...SETTINGS, ...PAYMENTS })
      return (await twin).origin
    },
    ...filled,
    collections: { ...filled.collections, suspended },
    receipt,
    mutate: (as, name, args) => mutate(origin, filled.sessions[as], name, args),
    async close() {
      await Promise.all([server.stop(), twin?.then((other) => other.stop())])
      for (const folder of folders) removeTemporaryFolder(folder)
    },
  }
}

const SETTINGS = {
  // Enough to show the button; no scene opens Google.
  GOOGLE_CLIENT_ID: 'entre-todos',
  GOOGLE_CLIENT_SECRET: 'secreto',
  SUPPORT_EMAIL: 'ayuda@entretodos.example',
}
const PAYMENTS = {
  MERCADOPAGO_CLIENT_ID: '7421',
  MERCADOPAGO_CLIENT_SECRET: 'secreto-de-muestra',
  MERCADOPAGO_WEBHOOK_SECRET: 'secreto-de-los-avisos',
  MERCADOPAGO_API_URL: 'http://127.0.0.1:1',
  MERCADOPAGO_AUTH_URL: 'http://127.0.0.1:1',
  WALLET_REDIRECT_URL: 'https://billetera.example/pagar',
  WALLET_WEBHOOK_SECRET: 'un-secreto-de-muestra-de-la-billetera',
  DISK_RESERVE_MB: '1000000',
}

const JULIETA = {
  contributorName: 'Julieta Romero',
  contributorEmail: 'juli.romero@example.com',
  message: '¡Gracias por tanto, Caro! Un abrazo de los papás de 4.º',
}
const NAHUEL = { contributorName: 'Nahuel Quiroga', contributorEmail: 'nahuel@example.com' }

const SHOES = {
  title: 'Zapatillas importadas a mitad de precio',
  description: 'Quedan pocos pares. Transfiere hoy y te llegan el viernes.',
  suggestedAmount: 85_000_00,
  totalAmount: 3_400_000_00,
  bankAccount: 'bruno.sosa.cuenta',
  accountIdentifier: 'Bruno Sosa',
  cantidadPersonas: 40,
}
const COMPLAINTS: Omit<Complaint, 'id'>[] = [
  { reason: 'other', details: '' },
  { reason: 'fraud', details: 'Transferí hace dos semanas y ya no contesta los mensajes.' },
  {
    reason: 'impersonation',
    details: 'Dice que es de la cooperadora de la escuela, y ahí nadie la conoce.',
  },
]

function fill(dataDir: string) {
  return withDatabase({ dataDir }, async (database) => {
    const now = new Date()
    await fillDatabase(database, { contributions: 1_284, seed: 1, now })

    const ids = {} as Record<Newcomer, string>
    for (const [name, [first, last, email]] of Object.entries(NEWCOMERS)) {
      const id = newId()
      const isConfirmed = name !== 'marta' && name !== 'pablo'
      await database.query(
        `insert into users (id, email, first_name, last_name, email_confirmed_at, is_admin)
         values ($1, $2, $3, $4, $5, $6)`,
        [id, email, first, last, isConfirmed ? now.toISOString() : null, name === 'sofia'],
      )
      ids[name as Newcomer] = id
    }

    const idOf = async (what: string, value: string) => {
      const [row] = await database.query<{ id: string }>(what, [value])
      if (!row) throw new Error(`Not found: ${value}`)
      return row.id
    }
    const lucia = await idOf('select id from users where email = $1', 'lucia@example.com')
    const bruno = await idOf('select id from users where email = $1', 'bruno@example.com')
    const collections = {} as SceneServer['collections']
    for (const [name, title] of Object.entries(TITLES)) {
      collections[name as keyof typeof TITLES] = await idOf(
        'select id from collections where title = $1',
        title,
      )
    }

    await database.query('update collections set closes_alone = true where id = $1', [
      collections.shirts,
    ])
    await database.query('update collections set unique_cents = true where id = $1', [
      collections.roof,
    ])
    await connectSellers(database, installationSecret(dataDir), { lucia, bruno })
    const sessions = createSessions(database, { now: () => now })
    await sessions.create(lucia, 'Chrome en Android')
    await sessions.create(lucia, 'Safari en iPhone')
    const token = async (person: Newcomer, purpose: 'recover' | 'confirm') => {
      const [, , email] = NEWCOMERS[person]
      const issued = await issueEmailToken(database, { id: ids[person], email }, purpose, now)
      return issued ?? ''
    }
    return {
      collections,
      sessions: {
        lucia: await sessions.create(lucia, 'Chrome en Linux'),
        bruno: await sessions.create(bruno, 'Chrome en Linux'),
        ana: await sessions.create(ids.ana, 'Chrome en Linux'),
        sofia: await sessions.create(ids.sofia, 'Chrome en Linux'),
      },
      recoveries: { nora: await token('nora', 'recover'), pedro: await token('pedro', 'recover') },
      confirmations: {
        marta: await token('marta', 'confirm'),
        pablo: await token('pablo', 'confirm'),
      },
    }
  })
}

/** The connected accounts show only on the server that offers payments. */
async function connectSellers(
  database: Database,
  secret: string,
  { lucia, bruno }: Record<'lucia' | 'bruno', string>,
): Promise<void> {
  const { keyId, seal } = createTokenCipher(secret)
  const tokens = { accessToken: 'APP_USR-de-muestra', refreshToken: 'TG-de-muestra' }
  for (const [person, accountId, name, isBroken] of [
    [lucia, '210384756', 'lucia.fernandez@example.com', false],
    [bruno, '198273645', null, true],
  ] as const) {
    await database.query(
      `insert into sellers (
         user_id, account_id, account_name, tokens, key_id, connected_at, renew_at, broken_at
       )
       values ($1, $2, $3, $4, $5, '2026-11-03T14:20:00Z', now() + interval '150 days',
               case when $6 then now() end)`,
      [person, accountId, name, seal(tokens, person), keyId, isBroken],
    )
  }
}

/** Creates a colecta of Bruno's with complaints, which Sofía suspends. Returns its id. */
async function openSuspended(origin: string, sessions: SceneServer['sessions']): Promise<string> {
  const id = newId()
  const deadline = addDays(today(new Date()), 12)
  await mutate(origin, sessions.bruno, 'create-collection', { id, ...SHOES, deadline })
  await complain(origin, id, COMPLAINTS)
  const reason = 'Varias personas transfirieron y no recibieron lo que se ofrece.'
  await post(origin, `/api/admin/collections/${id}/suspend`, { reason }, sessions.sofia)
  return id
}

async function complain(
  origin: string,
  collectionId: string,
  complaints: readonly Omit<Complaint, 'id'>[],
): Promise<void> {
  for (const complaint of complaints) {
    await post(origin, `/api/collections/${collectionId}/complaints`, { id: newId(), ...complaint })
  }
}

async function mutate(origin: string, session: string, name: string, args: object): Promise<void> {
  const mutations = [{ id: newId(), name, args }]
  const { outcomes } = await post(origin, '/api/sync/mutations', { mutations }, session)
  if (!outcomes?.[0]?.ok) throw new Error(`${name}: ${JSON.stringify(outcomes)}`)
}

async function reportWithReceipt(
  origin: string,
  collectionId: string,
  receipt: Buffer,
  contributor: object,
): Promise<OwnReportKey> {
  const id = newId()
  const response = await post(origin, `/api/collections/${collectionId}/contributions`, {
    id,
    ...contributor,
    amount: 15_000_00,
    paymentMethod: 'Transferencia',
    hasReceipt: true,
  })
  const metadata = metadataOf(receipt, response.receipt?.capability ?? '', {
    filename: 'comprobante.png',
  })
  await upload(origin, receipt, metadata, { headers: { Origin: origin } })
  return { id, key: response.key ?? '' }
}

async function correct(origin: string, own: OwnReportKey): Promise<void> {
  const changes = { amount: 15_100_00, message: 'Transferí cien pesos más, para la tarjeta.' }
  await post(origin, '/api/reports/own/correction', { ...own, changes })
}

interface Body {
  outcomes?: { ok: boolean }[]
  receipt?: { capability: string }
  key?: string
}

async function post(origin: string, path: string, body: object, session?: string): Promise<Body> {
  const response = await fetch(`${origin}${path}`, {
    method: 'POST',
    headers: {
      Origin: origin,
      'Content-Type': 'application/json',
      ...(session ? { Cookie: `session=${session}` } : {}),
    },
    body: JSON.stringify(body),
  })
  const json: Body = response.status === 204 ? {} : await response.json()
  if (!response.ok) throw new Error(`${path}: ${response.status} ${JSON.stringify(json)}`)
  return json
}
