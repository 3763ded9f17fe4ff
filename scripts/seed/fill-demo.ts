/* Fills the database of `npm run demo`: the seed, receipts, a colecta's picture, contributions of every method and state. */
import { randomUUID } from 'node:crypto'
import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../server/data/database.ts'
import type { ReceiptFiles } from '../../server/data/receipt-files.ts'
import { sha256Of } from '../../server/data/sha256.ts'
import { storePicture } from '../../server/domain/pictures/chosen-picture.ts'
import type { PaymentMethod, PaymentStatus } from '../../shared/contribution.ts'
import { newId } from '../../shared/id.ts'
import { formatMoney } from '../../shared/money.ts'
import { fold } from '../../shared/text.ts'
import { HOUR } from '../../shared/time.ts'
import { paintPicture } from '../scenes/paint-picture.ts'
import { paintReceipt } from '../scenes/paint-receipt.ts'
import { deleteSeed, fillDatabase, hasSeed } from './fill-database.ts'

const SHIRTS = 'Camisetas de vóley femenino'
const RECEIPTS_PER_COLLECTION = 12

/** Fills the database unless it is filled. Starts again after a fill that was interrupted, which a file in `dataDir` shows. */
export async function fillDemo(
  database: Database,
  { files, dataDir, now }: { files: ReceiptFiles; dataDir: string; now: Date },
): Promise<void> {
  const unfinished = join(dataDir, 'demo.unfinished')
  if (existsSync(unfinished)) await deleteSeed(database)
  else if (await hasSeed(database)) return
  writeFileSync(unfinished, '')
  await fillDatabase(database, { contributions: 1_284, seed: 1, now })
  await addExtras(database, files, now)
  rmSync(unfinished)
}

async function addExtras(database: Database, files: ReceiptFiles, now: Date): Promise<void> {
  await addContributions(database, now)
  await addReceipts(database, files)
  await addPeople(database)
  const [shirts] = await database.query<{ id: string }>(
    'select id from collections where title = $1',
    [SHIRTS],
  )
  if (shirts) await storePicture(database, shirts.id, await paintPicture())
}

interface Extra {
  name: string
  method: PaymentMethod
  /** Times the suggested amount. */
  times: number
  status: PaymentStatus
  reason?: string
  message?: string
  /** The first report of its guest, as `times`. */
  correctedFrom?: number
}

const TO_SHIRTS: Extra[] = [
  { name: 'Carla Benítez', method: 'MercadoPago', times: 1, status: 'confirmed' },
  { name: 'Darío Ledesma', method: 'MODO', times: 1, status: 'pending' },
  {
    name: 'Gastón Vera',
    method: 'Transferencia',
    times: 1,
    status: 'rejected',
    reason: 'No encontré la transferencia',
  },
  // Far above the suggested amount: it waits until the organiser has seen the money.
  {
    name: 'Nadia Suárez',
    method: 'Transferencia',
    times: 25,
    status: 'pending',
    message: '¿Llegó bien? Puse los ceros de memoria.',
  },
  {
    name: 'Pilar Acosta',
    method: 'Transferencia',
    times: 1,
    status: 'confirmed',
    correctedFrom: 2,
  },
]

async function addContributions(database: Database, now: Date): Promise<void> {
  for (const [index, { name, method, times, status, ...optional }] of TO_SHIRTS.entries()) {
    await database.query(
      `insert into contributions (
         id, collection_id, organiser_id, contributor_name, contributor_folded, contributor_email,
         payment_method, amount, payment_date, payment_status, rejection_reason, message,
         version, corrections
       )
       select $1, k.id, k.creator_id, $2, $3, $4, $5, k.suggested_amount * $6, $7, $8, $9, $10,
              case when $11::numeric is null then 1 else 2 end,
              case when $11::numeric is not null then jsonb_build_array(jsonb_build_object(
                'at', $12::text, 'by', 'guest', 'amount', jsonb_build_array(
                  (100 * k.suggested_amount * $11::numeric)::int8, (100 * k.suggested_amount * $6)::int8
                )
              )) end
       from collections k
       where k.title = $13`,
      [
        newId(),
        name,
        fold(name),
        `${fold(name).replace(' ', '.')}@example.com`,
        method,
        times,
        new Date(now.getTime() - (index + 1) * HOUR).toISOString(),
        status,
        optional.reason ?? '',
        optional.message ?? '',
        optional.correctedFrom ?? null,
        new Date(now.getTime() - index * HOUR).toISOString(),
        SHIRTS,
      ],
    )
  }
}

/** Complete the list of the gift to 60. No contributor has one of these last names, so none is matched by mistake. */
const MISSING = [
  ...['Agustina Wainer', 'Bautista Olmedo', 'Catalina Urrutia', 'Dante Yrigoyen', 'Emma Jofré'],
  ...['Felipe Kohan', 'Guadalupe Xicoy', 'Helena Wagner', 'Isidro Unzué', 'Jazmín Kraus'],
  ...['Lorenzo Yáñez', 'Malena Hirsch', 'Nazareno Ibáñez', 'Olivia Escudero', 'Pedro Justo'],
  ...['Renata Zelaya', 'Salvador Quinteros', 'Tomás Eguía', 'Uma Lescano', 'Vicente Orellana'],
  ...['Walter Yapura', 'Xiomara Islas', 'Yamila Oviedo', 'Zoe Ugarte', 'Alma Echeverría'],
  ...['Benicio Illia', 'Clara Jaureguí', 'Delfina Korn'],
]

/** Lists the people of the gift: its contributors and the missing ones. */
async function addPeople(database: Database): Promise<void> {
  await database.query(
    `with gift as (
       select id, creator_id from collections where title = 'Regalo para la seño Caro'
     ),
     expected as (
       select distinct c.contributor_name as name, c.contributor_folded as folded, false as missing
       from contributions c join gift k on k.id = c.collection_id
       where c.payment_status <> 'rejected'
       union all
       select name, folded, true from unnest($1::text[], $2::text[]) m (name, folded)
     )
     insert into people (id, organiser_id, collection_id, name, name_folded, phone, position)
     select gen_random_uuid(), k.creator_id, k.id, e.name, e.folded,
            case when e.missing then '11 5555-' || to_char(1000 + row_number() over (order by e.name), 'FM0000') end,
            row_number() over (order by e.name)
     from gift k, expected e`,
    [MISSING, MISSING.map(fold)],
  )
}

/** Adds receipts to each collection's newest transfers, unverified first. The first two have the same file. */
async function addReceipts(database: Database, files: ReceiptFiles): Promise<void> {
  const newest = await database.query<{
    id: string
    collectionId: string
    amount: number
    account: string
    at: string
  }>(
    `select id, "collectionId", amount, account, at
     from (
       select c.id, c.collection_id as "collectionId", (c.amount * 100)::int8 as amount,
              k.bank_account as account, c.payment_date as at,
              row_number() over (
                partition by k.id order by c.verified_at is not null, c.payment_date desc
              ) as place
       from contributions c join collections k on k.id = c.collection_id
       where c.payment_method = 'Transferencia' and c.contributor_id is null
     ) ranked
     where place <= ${RECEIPTS_PER_COLLECTION}
     order by "collectionId", place`,
  )
  const painted = new Map<string, Uint8Array<ArrayBuffer>>()
  for (const [place, { id, collectionId, amount, account, at }] of newest.entries()) {
    const before = newest.slice(0, place).filter((one) => one.collectionId === collectionId)
    const twin = before.length === 1 ? before[0] : undefined
    const bytes =
      (twin && painted.get(twin.id)) ??
      new Uint8Array(await paintReceipt({ amount: formatMoney(amount), to: account }))
    painted.set(id, bytes)
    const path = `${collectionId}/${randomUUID()}_comprobante.png`
    await files.put(path, bytes)
    const sha256 = sha256Of(bytes)
    await database.query(
      `insert into receipts (
         contribution_id, collection_id, upload_id, path, name, type, size, sha256, attached_at
       )
       values ($1, $2, $3, $4, 'comprobante.png', 'image/png', $5, $6, $7)`,
      [id, collectionId, randomUUID(), path, bytes.byteLength, sha256, at],
    )
    await database.query(
      `update contributions set transfer_id = $2, receipt_expected_at = payment_date
       where id = $1`,
      [id, path],
    )
    if (!twin) continue
    await database.query(
      'update contributions set receipt_repeated = true where id = $1 or id = $2',
      [id, twin.id],
    )
  }
}
