/* A person's data as one ZIP (law 25.326, art. 14). Streamed: memory holds one page of a list or one chunk. */
import { basename } from 'node:path/posix'
import type { Readable } from 'node:stream'
import { makeZip } from 'client-zip'
import { AppError, hasCode } from '../../shared/errors.ts'
import { NIL_ID } from '../../shared/id.ts'
import { CONTRIBUTION_STATE } from '../../shared/queries/columns.ts'
import { fold } from '../../shared/text.ts'
import { MINUTE } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import type { ReceiptFiles } from '../data/receipt-files.ts'
import { contributionsCsv } from './contributions-csv.ts'
import { chosenPicture } from './pictures/chosen-picture.ts'
import { isSigned, sign } from './tokens.ts'

const VALID_FOR = 5 * MINUTE // the browser opens the URL at once
const PURPOSE = 'account-export'
const PAGE = 500
const WHOLE_LIST = { search: '', state: 'all', method: 'all', separator: ',' } as const

interface Tools {
  database: Database
  files: ReceiptFiles
  now(): Date
}

interface Signing {
  secret: string
  now(): Date
}

/** The URL is valid for five minutes. */
export function exportAddress({ secret, now }: Signing, personId: string): string {
  const until = now().getTime() + VALID_FOR
  const signature = sign(secret, PURPOSE, [personId, until])
  return `/api/account/export/file?until=${until}&signature=${signature}`
}

/** Throws AppError: 'not-allowed' for a changed URL or another person's, 'link-expired'. */
export function assertExportAddress(
  { secret, now }: Signing,
  personId: string,
  { until, signature }: { until: number; signature: string },
): void {
  if (!isSigned(secret, PURPOSE, [personId, until], signature)) {
    throw new AppError('not-allowed', 'Pide tus datos desde tu perfil.')
  }
  if (until < now().getTime()) {
    throw new AppError('link-expired', 'El enlace venció. Pide tus datos otra vez desde tu perfil.')
  }
}

/** Returns a ZIP. Each file is read once the client has received the one before. */
export function exportOf(tools: Tools, personId: string): ReadableStream<Uint8Array> {
  const zip = makeZip(entriesOf(tools, personId)).getReader()
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await zip.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      // The library rejects with the reason of the cancellation, which is not an error.
      cancel: (reason) => zip.cancel(reason).catch(() => undefined),
    },
    { highWaterMark: 0 },
  )
}

interface Entry {
  name: string
  lastModified: Date
  input:
    | string
    | Uint8Array<ArrayBuffer>
    | ReadableStream<Uint8Array>
    | AsyncIterable<Uint8Array | string>
}

async function* entriesOf(tools: Tools, personId: string): AsyncGenerator<Entry> {
  const { database, now } = tools
  const lastModified = now()
  const file = (name: string, input: Entry['input']): Entry => ({ name, lastModified, input })
  const json = (name: string, value: unknown) => file(name, `${JSON.stringify(value, null, 2)}\n`)
  const list = (name: string, query: string, parentId: string) =>
    file(name, jsonList(pages(database, personId, query, parentId)))
  const missing: string[] = []

  yield file('LEEME.txt', README)
  yield json('perfil.json', await profileOf(database, personId))
  yield json('sesiones.json', await sessionsOf(database, personId))
  yield list('mis-aportes/aportes.json', OWN_CONTRIBUTIONS, personId)
  yield* receiptsIn(tools, personId, OWN_RECEIPTS, personId, 'mis-aportes/comprobantes', missing)

  let number = 0
  const collections = pages<ExportedCollection>(database, personId, COLLECTIONS, personId)
  for await (const { id, ...collection } of collections) {
    const folder = `mis-colectas/${String(++number).padStart(3, '0')}-${slug(collection.motivo)}`
    const contributions = await contributionsOf(tools, personId, id)
    if (!contributions) continue // deleted since its page was read
    yield json(`${folder}/colecta.json`, { id, ...collection })
    yield file(`${folder}/aportes.csv`, contributions)
    yield list(`${folder}/acreditaciones.json`, MATCHES_OF, id)
    yield list(`${folder}/personas.json`, PEOPLE_OF, id)
    const picture = await chosenPicture(database, id)
    if (picture) yield file(`${folder}/imagen.jpg`, picture)
    yield* receiptsIn(tools, personId, RECEIPTS_OF, id, `${folder}/comprobantes`, missing)
  }
  if (missing.length > 0) {
    yield file('FALTAN.txt', `Estos comprobantes no se pudieron leer:\n${missing.join('\n')}\n`)
  }
}

/** Returns null for a deleted colecta. */
async function contributionsOf(
  tools: Tools,
  personId: string,
  collectionId: string,
): Promise<ReadableStream<Uint8Array> | null> {
  try {
    return (await contributionsCsv(tools, personId, { collectionId, ...WHOLE_LIST })).csv
  } catch (error) {
    if (hasCode(error, 'not-found')) return null
    throw error
  }
}

const README = `Estos son los datos que Entre Todos guarda de ti.

perfil.json     tu nombre, tu email, tu cuenta por defecto y la de Mercado Pago que conectaste
sesiones.json   dónde tienes abierta tu cuenta
mis-aportes/    lo que aportaste con tu cuenta, con sus comprobantes
mis-colectas/   tus colectas, la imagen y los aportes de cada una y sus comprobantes, en acreditaciones.json los
                ingresos de tus resúmenes con los que acreditaste aportes, y en personas.json la lista de
                quienes esperas un aporte

Los montos están en pesos, los de "correcciones" en centavos, y las horas en UTC, salvo en los archivos .csv,
que usan la hora de Buenos Aires.
`

async function profileOf(database: Database, personId: string): Promise<object | undefined> {
  const [profile] = await database.query(
    `select id, email, first_name as "nombre", last_name as "apellido",
            default_bank_account as "cuentaPorDefecto", created_at as "creada",
            email_confirmed_at as "emailConfirmado",
            exists (select from passwords where user_id = users.id) as "tieneContraseña",
            exists (select from identities where user_id = users.id) as "entraConGoogle",
            -- Without its tokens: the file must give no access to the account.
            (select json_build_object(
               'numero', account_id, 'nombre', account_name, 'conectada', connected_at
             )
             from sellers where user_id = users.id) as "cuentaDeMercadoPago"
     from users
     where id = $1`,
    [personId],
  )
  return profile
}

function sessionsOf(database: Database, personId: string): Promise<object[]> {
  return database.query(
    `select device as "dispositivo", created_at as "abierta", seen_at as "vistaPorUltimaVez",
            expires_at as "vence",
            (select coalesce(json_agg(k.title), '[]')
             from notification_subscriptions s join collections k on k.id = s.collection_id
             where s.session_id = sessions.id) as "avisaDe"
     from sessions
     where user_id = $1
     order by created_at`,
    [personId],
  )
}

async function* jsonList(rows: AsyncIterable<object>): AsyncGenerator<string> {
  let separator = '['
  for await (const row of rows) {
    yield `${separator}\n${JSON.stringify(row)}`
    separator = ','
  }
  yield separator === '[' ? '[]\n' : '\n]\n'
}

const OWN_CONTRIBUTIONS = `
  select c.id, c.collection_id as "colecta", k.title as "motivo",
         c.contributor_name as "nombre", c.contributor_email as "email",
         c.amount::text as "monto", c.payment_method as "método", c.payment_date as "fecha",
         ${CONTRIBUTION_STATE} as "estado", c.message as "mensaje",
         c.rejection_reason as "motivoDelRechazo", coalesce(c.corrections, '[]') as "correcciones"
  from contributions c
  left join contributed_collections k on k.id = c.collection_id
  where c.contributor_id = $3 and c.deleted_at is null and c.id > $1
  order by c.id
  limit $2`

/** Includes undone matches. */
const MATCHES_OF = `
  select m.id, m.contribution_id as "aporte", m.line_id as "ingreso", m.line_day as "día",
         m.line_amount::text as "monto", m.part::text as "parte", m.reason as "motivo",
         m.is_automatic as "automática", m.source as "resumen", m.matched_at as "confirmada",
         m.undone_at as "deshecha"
  from statement_matches m
  join contributions c on c.id = m.contribution_id
  where c.collection_id = $3 and c.deleted_at is null and m.id > $1
  order by m.id
  limit $2`

const PEOPLE_OF = `
  select id, name as "nombre", email, phone as "teléfono", position as "orden",
         contribution_id as "aporteElegidoAMano", missing_since as "sinAporteHasta"
  from people
  where collection_id = $3 and id > $1
  order by id
  limit $2`

interface ExportedCollection {
  id: string
  motivo: string
}

const COLLECTIONS = `
  select id, title as "motivo", description as "descripción",
         suggested_amount::text as "montoSugerido", total_amount::text as "total",
         amount_collected::text as "recaudado", deadline::text as "fechaLímite",
         bank_account as "cuenta", account_identifier as "titular",
         cantidad_personas as "personas", status as "estado", closes_alone as "cierraSola",
         unique_cents as "montosÚnicos", notify as "avisos", created_at as "creada"
  from collections
  where creator_id = $3 and deleted_at is null and id > $1
  order by id
  limit $2`

const RECEIPT = `
  select r.contribution_id as id, r.path, r.size, r.attached_at as "attachedAt"
  from receipts r join contributions c on c.id = r.contribution_id`
const OWN_RECEIPTS = `${RECEIPT}
  where c.contributor_id = $3 and r.contribution_id > $1
  order by r.contribution_id
  limit $2`
const RECEIPTS_OF = `${RECEIPT}
  where r.collection_id = $3 and r.contribution_id > $1
  order by r.contribution_id
  limit $2`

/** Adds the names of receipts that cannot be read to `missing`. */
async function* receiptsIn(
  { database, files }: Tools,
  personId: string,
  query: string,
  parentId: string,
  folder: string,
  missing: string[],
): AsyncGenerator<Entry> {
  const receipts = pages<{ id: string; path: string; size: number; attachedAt: string }>(
    database,
    personId,
    query,
    parentId,
  )
  for await (const { path, size, attachedAt } of receipts) {
    const name = `${folder}/${basename(path)}`
    const bytes: Readable | null = await files
      .read(path, { start: 0, end: size - 1 })
      .catch(() => null)
    if (!bytes) {
      missing.push(name)
      continue
    }
    try {
      yield { name, lastModified: new Date(attachedAt), input: bytes }
    } finally {
      bytes.destroy()
    }
  }
}

/** `query` gets the last id as `$1`, the size of a page as `$2` and `parentId`, of a person or colecta, as `$3`. */
async function* pages<Row extends { id: string }>(
  database: Database,
  personId: string,
  query: string,
  parentId: string,
): AsyncGenerator<Row> {
  let after = NIL_ID
  while (true) {
    const rows = await database.asMember(personId, (tx) =>
      tx.query<Row>(query, [after, PAGE, parentId]),
    )
    yield* rows
    const last = rows.at(-1)
    if (rows.length < PAGE || !last) return
    after = last.id
  }
}

/** 'Regalo para la seño' -> 'regalo-para-la-seno' */
function slug(title: string): string {
  return fold(title)
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60)
}
