import type { CollectionStatus } from '../../shared/collection.ts'
import type { Contribution, ContributionReport } from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import { CONTRIBUTION_COLUMNS } from '../../shared/queries/columns.ts'
import { fold } from '../../shared/text.ts'
import type { User } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { collectionGone } from './public-collections.ts'

interface Filed {
  contribution: Contribution
  /** The same report had come before; nothing was added. */
  repeated: boolean
}

/**
 * Files the report of a transfer, by a guest or, signed in, under the person's own e-mail. It counts
 * at once (DESIGN 7). The same report again answers what was filed, also after the collection closed.
 * One statement when all is well; no row is locked before the collection's own, at its end.
 * Throws AppError: 'not-found', 'collection-closed', 'conflict'.
 */
export async function fileReport(
  { database, now }: { database: Database; now(): Date },
  collectionId: string,
  report: ContributionReport,
  reporter: User | null,
): Promise<Filed> {
  const email = reporter?.email ?? report.contributorEmail
  const [filed] = await database.query<{ status: CollectionStatus } & Partial<Contribution>>(
    `with target as (
       select id, creator_id, status from collections where id = $2 and deleted_at is null
     ), added as (
       insert into contributions as c (
         id, collection_id, organiser_id, contributor_id, contributor_name, contributor_folded,
         contributor_email, payment_method, amount, payment_date, payment_status, message, created_at,
         receipt_expected_at
       )
       select $1::uuid, t.id, t.creator_id, $3::uuid, $4, $5,
              $6, $7, $8::numeric / 100, $9::timestamptz, 'confirmed', $10, $9::timestamptz,
              case when $11::boolean then $9::timestamptz end
       from target t
       where t.status = 'abierta'
       on conflict (id) do nothing
       returning ${CONTRIBUTION_COLUMNS}
     )
     select t.status, a.* from target t left join added a on true`,
    [
      report.id,
      collectionId,
      reporter?.id ?? null,
      report.contributorName,
      fold(report.contributorName),
      email,
      report.paymentMethod,
      report.amount,
      now().toISOString(),
      report.message,
      report.hasReceipt,
    ],
  )
  if (!filed) throw collectionGone()
  const { status, ...contribution } = filed
  if (isAdded(contribution)) return { contribution, repeated: false }

  const before = await findSameReport(database, collectionId, report, email)
  if (before) return { contribution: before, repeated: true }
  throw status === 'abierta' ? alreadyFiled() : collectionClosed()
}

/** Whether somebody with this e-mail reported a transfer to the collection before (specification 4). */
export async function hasReported(
  database: Database,
  collectionId: string,
  email: string,
): Promise<boolean> {
  const rows = await database.query(
    `select from contributions
     where collection_id = $1 and contributor_email = $2 and payment_method <> 'Manual'
       and deleted_at is null
     limit 1`,
    [collectionId, email],
  )
  return rows.length > 0
}

/** The left join leaves every column null when nothing was added. */
function isAdded(contribution: Partial<Contribution>): contribution is Contribution {
  return contribution.id !== null
}

async function findSameReport(
  database: Database,
  collectionId: string,
  report: ContributionReport,
  email: string,
): Promise<Contribution | undefined> {
  const [same] = await database.query<Contribution>(
    `select ${CONTRIBUTION_COLUMNS}
     from contributions c
     where c.id = $1 and c.collection_id = $2 and c.contributor_name = $3
       and c.contributor_email = $4 and c.payment_method = $5 and c.amount = $6::numeric / 100
       and c.message = $7 and c.deleted_at is null`,
    [
      report.id,
      collectionId,
      report.contributorName,
      email,
      report.paymentMethod,
      report.amount,
      report.message,
    ],
  )
  return same
}

function alreadyFiled(): AppError {
  return new AppError(
    'conflict',
    'Hubo un problema al procesar tu pago. Por favor, intenta nuevamente.',
  )
}

function collectionClosed(): AppError {
  return new AppError(
    'collection-closed',
    'Esta colecta no está disponible para contribuciones en este momento.',
  )
}
