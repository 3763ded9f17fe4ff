/*
 * Signed URLs of receipts (R4, R5). The row-level policies decide who may see one, again when the URL is used. Once a
 * collection is deleted, its organiser sees none of its receipts, not even by an older URL.
 */
import type { CollectionReceipt, ReceiptAddress } from '../../../shared/api/receipts.ts'
import { AppError } from '../../../shared/errors.ts'
import type { ReceiptType } from '../../../shared/receipt.ts'
import { HOUR } from '../../../shared/time.ts'
import type { Database } from '../../data/database.ts'
import { isSigned, sign } from '../tokens.ts'

const VALID_FOR = HOUR
const PURPOSE = 'receipt-address'

interface Reading {
  database: Database
  secret: string
  now(): Date
}

export interface StoredReceipt {
  path: string
  name: string
  type: ReceiptType
  size: number
}

/** Throws AppError('not-found') when the viewer may not see the receipt. */
export async function receiptAddress(
  { database, secret, now }: Reading,
  viewerId: string,
  contributionId: string,
): Promise<ReceiptAddress> {
  const { name, type, size } = await visibleReceipt(database, viewerId, contributionId)
  const until = now().getTime() + VALID_FOR
  const signature = sign(secret, PURPOSE, [contributionId, viewerId, until])
  return {
    url: `/api/receipts/${contributionId}/file?until=${until}&signature=${signature}`,
    name,
    type,
    size,
    expiresAt: new Date(until).toISOString(),
  }
}

/** Throws AppError: 'link-expired', 'not-allowed' for a changed or another viewer's URL, 'not-found'. */
export async function openAddress(
  { database, secret, now }: Reading,
  viewerId: string,
  contributionId: string,
  { until, signature }: { until: number; signature: string },
): Promise<StoredReceipt> {
  if (!isSigned(secret, PURPOSE, [contributionId, viewerId, until], signature)) {
    throw new AppError('not-allowed', 'No tienes permisos para ver este comprobante')
  }
  if (until < now().getTime()) {
    throw new AppError('link-expired', 'No se pudo cargar el comprobante')
  }
  return visibleReceipt(database, viewerId, contributionId)
}

/** Newest first, for the organiser. Throws AppError('not-allowed'). */
export async function receiptsOfCollection(
  database: Database,
  personId: string,
  collectionId: string,
): Promise<CollectionReceipt[]> {
  return database.asMember(personId, async (tx) => {
    const mine = await tx.query('select from collections where id = $1 and deleted_at is null', [
      collectionId,
    ])
    if (mine.length === 0) {
      throw new AppError('not-allowed', 'No tienes permisos para ver estos comprobantes')
    }
    return tx.query<CollectionReceipt>(
      `select c.id as "contributionId", c.contributor_name as "contributorName",
              (c.amount * 100)::int8 as "amount", c.payment_date as "paymentDate",
              r.name, r.type, r.size, r.attached_at as "attachedAt",
              c.receipt_repeated as "repeated"
       from receipts r
       join contributions c on c.id = r.contribution_id
       where r.collection_id = $1 and c.organiser_id = $2 and c.deleted_at is null
       order by r.attached_at desc, c.id`,
      [collectionId, personId],
    )
  })
}

function visibleReceipt(
  database: Database,
  viewerId: string,
  contributionId: string,
): Promise<StoredReceipt> {
  return database.asMember(viewerId, async (tx) => {
    const [receipt] = await tx.query<StoredReceipt>(
      `select r.path, r.name, r.type, r.size
       from receipts r join contributions c on c.id = r.contribution_id
       where c.id = $1 and (
         c.contributor_id = $2
         or exists (select from collections l where l.id = r.collection_id and l.deleted_at is null)
       )`,
      [contributionId, viewerId],
    )
    if (!receipt) {
      throw new AppError('not-found', 'No tienes permisos para ver este comprobante')
    }
    return receipt
  })
}
