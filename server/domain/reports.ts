import type { CollectionStatus } from '../../shared/collection.ts'
import type {
  CheckoutRequest,
  Contribution,
  ContributionReport,
} from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import { CONTRIBUTION_COLUMNS } from '../../shared/queries/columns.ts'
import { fold } from '../../shared/text.ts'
import type { User } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { isOwnerGone } from './is-owner-gone.ts'
import type { Limits } from './limits.ts'
import { collectionGone } from './public-collections.ts'

interface Filed {
  contribution: Contribution
  /** The same report had come before; nothing was added. */
  repeated: boolean
}

interface Tools {
  database: Database
  limits: Limits
  now(): Date
}

export interface Reporter {
  /** Null for a guest. */
  user: User | null
  address: string
}

/**
 * Files the report of a transfer, by a guest or, signed in, under the person's own e-mail. It counts
 * at once (DESIGN 7); what is yet to be paid through a provider is filed as pending, with the
 * `reference` that the provider will know it by. The same report again answers what was filed, also
 * after the collection closed.
 * One statement when all is well; no row is locked before the collection's own, at its end.
 * Throws AppError: 'not-found', 'collection-closed', 'conflict', 'too-many-requests'.
 */
export async function fileReport(
  tools: Tools,
  collectionId: string,
  given: ContributionReport | (CheckoutRequest & { reference: string }),
  { user, address }: Reporter,
): Promise<Filed> {
  const { database, limits } = tools
  const report: Report = {
    hasReceipt: false,
    ...given,
    contributorEmail: user?.email ?? given.contributorEmail,
  }
  const same = () => findSameReport(database, collectionId, report)
  try {
    await limits.count('reports from address', address)
  } catch (refusal) {
    // A phone that never heard our answer asks for nothing new.
    const before = await same()
    if (before) return { contribution: before, repeated: true }
    throw refusal
  }

  const { status, contribution } = await add(tools, collectionId, report, user)
  if (contribution) return { contribution, repeated: false }
  const before = await same()
  if (!before) throw status === 'abierta' ? alreadyFiled() : collectionClosed()
  await limits.giveBack('reports from address', address)
  return { contribution: before, repeated: true }
}

type Report = Omit<ContributionReport, 'paymentMethod'> &
  Pick<Contribution, 'paymentMethod'> & { reference?: string }

/** No contribution where nothing was added. Throws AppError('not-found'). */
async function add(
  { database, now }: Tools,
  collectionId: string,
  report: Report,
  user: User | null,
): Promise<{ status: CollectionStatus; contribution: Contribution | null }> {
  const filing = database.query<{ status: CollectionStatus } & Partial<Contribution>>(
    `with target as (
       select id, creator_id, status from collections where id = $2 and deleted_at is null
     ), added as (
       insert into contributions as c (
         id, collection_id, organiser_id, contributor_id, contributor_name, contributor_folded,
         contributor_email, payment_method, amount, payment_date, payment_status, message, created_at,
         receipt_expected_at
       )
       select $1::uuid, t.id, t.creator_id, $3::uuid, $4, $5,
              $6, $7, $8::numeric / 100, $9::timestamptz, $12, $10, $9::timestamptz,
              case when $11::boolean then $9::timestamptz end
       from target t
       where t.status = 'abierta'
       on conflict (id) do nothing
       returning ${CONTRIBUTION_COLUMNS}
     )${report.reference === undefined ? '' : WITH_CHECKOUT}
     select t.status, a.* from target t left join added a on true`,
    [
      report.id,
      collectionId,
      user?.id ?? null,
      report.contributorName,
      fold(report.contributorName),
      report.contributorEmail,
      report.paymentMethod,
      report.amount,
      now().toISOString(),
      report.message,
      report.hasReceipt,
      report.reference === undefined ? 'confirmed' : 'pending',
      ...(report.reference === undefined ? [] : [report.reference]),
    ],
  )
  const [filed] = await filing.catch((error) => {
    throw isOfOrganiser(error) ? collectionGone() : error
  })
  if (!filed) throw collectionGone()
  const { status, ...contribution } = filed
  return { status, contribution: isAdded(contribution) ? contribution : null }
}

const WITH_CHECKOUT = `, opened as (
       insert into checkouts (contribution_id, provider, reference, created_at, next_check_at)
       select a.id, $7, $13, $9::timestamptz, $9::timestamptz + interval '2 minutes' from added a
     )`

/** The organiser's account was deleted, with the collection, between our look at it and our row. */
function isOfOrganiser(error: unknown): boolean {
  return isOwnerGone(error) && error.constraint !== 'contributions_contributor_id_fkey'
}

/**
 * Whether somebody with this e-mail gave to the collection before (specification 4). Who set out to pay
 * and did not is not warned of paying twice.
 */
export async function hasReported(
  database: Database,
  collectionId: string,
  email: string,
): Promise<boolean> {
  const rows = await database.query(
    `select from contributions
     where collection_id = $1 and contributor_email = $2 and deleted_at is null
       and (payment_method = 'Transferencia'
         or payment_method <> 'Manual' and payment_status = 'confirmed')
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
  report: Report,
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
      report.contributorEmail,
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
