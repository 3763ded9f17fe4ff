/* A report as its contributor sees it, by the key from the response to it. */
import { MOST_CORRECTIONS } from '../../shared/correction.ts'
import { AppError } from '../../shared/errors.ts'
import type { OwnReport, OwnReportKey, RemovalRequest } from '../../shared/own-report.ts'
import { CONTRIBUTION_STATE, IS_WITHDRAWN } from '../../shared/queries/columns.ts'
import type { Database } from '../data/database.ts'
import { replacingCapability } from './receipts/capability.ts'
import { isSigned, sign } from './tokens.ts'

const PURPOSE = 'own-report'

export interface OwnReportTools {
  database: Database
  secret: string
  now(): Date
}

/** The key opens this report and nothing else. It never expires, like the right to one's own data. */
export function keyOfReport(secret: string, contributionId: string): string {
  return sign(secret, PURPOSE, [contributionId])
}

/** Throws AppError('not-found') unless this person sent the report while signed in. */
export async function keyForContributor(
  { database, secret }: OwnReportTools,
  personId: string,
  id: string,
): Promise<string> {
  const [own] = await database.query(
    'select from contributions where id = $1 and contributor_id = $2',
    [id, personId],
  )
  if (!own) throw reportGone()
  return keyOfReport(secret, id)
}

/** Throws AppError('not-found') for a wrong key and for a deleted report. */
export async function readOwnReport(
  { database, secret, now }: OwnReportTools,
  { id, key }: OwnReportKey,
): Promise<OwnReport> {
  assertKey(secret, id, key)
  const [report] = await database.query<Omit<OwnReport, 'receiptCapability'>>(
    `select c.collection_id as "collectionId", k.title as "collectionTitle",
            u.first_name as "organiserName", c.contributor_name as "contributorName",
            c.contributor_email as "contributorEmail", (c.amount * 100)::int8 as amount,
            c.payment_date as "paymentDate", ${CONTRIBUTION_STATE} as state, c.message,
            c.rejection_reason as "rejectionReason", c.operation_number as "operationNumber",
            r.name as "receiptName", q.asked_at as "removalAskedAt",
            c.deleted_at is not null and not ${IS_WITHDRAWN} as "isRemoved",
            ${IS_WITHDRAWN} as "isWithdrawn",
            c.payment_method = 'Transferencia' and c.verified_at is null
              and c.version <= ${MOST_CORRECTIONS} and k.deleted_at is null as "mayChange"
     from contributions c
     join collections k on k.id = c.collection_id
     join users u on u.id = c.organiser_id
     left join receipts r on r.contribution_id = c.id
     left join removal_requests q on q.contribution_id = c.id
     where c.id = $1`,
    [id],
  )
  if (!report) throw reportGone()
  const receiptCapability = report.mayChange ? replacingCapability(secret, id, now()) : null
  return { ...report, receiptCapability }
}

/** A guest only asks: the organiser, who accounts for the money, removes the report (law 25.326, art. 16.5). */
export async function askForRemoval(tools: OwnReportTools, own: OwnReportKey): Promise<OwnReport> {
  const { database, now } = tools
  const { isRemoved } = await readOwnReport(tools, own)
  if (!isRemoved) {
    await database.query(
      `insert into removal_requests (contribution_id, asked_at)
       select id, $2 from contributions where id = $1
       on conflict do nothing`,
      [own.id, now().toISOString()],
    )
  }
  return readOwnReport(tools, own)
}

/** Returns the requests to this organiser, oldest first. */
export function removalRequests(
  database: Database,
  organiserId: string,
  collectionId: string,
): Promise<RemovalRequest[]> {
  return database.query(
    `select c.id as "contributionId", c.contributor_name as "contributorName",
            (c.amount * 100)::int8 as amount, c.payment_date as "paymentDate",
            q.asked_at as "askedAt"
     from removal_requests q
     join contributions c on c.id = q.contribution_id
     where c.collection_id = $1 and c.organiser_id = $2 and c.deleted_at is null
     order by q.asked_at, c.id`,
    [collectionId, organiserId],
  )
}

/** Throws AppError('not-found') for the key of another report. */
export function assertKey(secret: string, id: string, key: string): void {
  if (!isSigned(secret, PURPOSE, [id], key)) throw reportGone()
}

export function reportGone(): AppError {
  return new AppError('not-found', 'Este aporte ya no está, o el enlace no está completo.')
}
