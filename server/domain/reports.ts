import type { CollectionStatus } from '../../shared/collection.ts'
import {
  type CheckoutRequest,
  type Contribution,
  type ContributionReport,
  PLAUSIBLE_TIMES,
} from '../../shared/contribution.ts'
import { AppError } from '../../shared/errors.ts'
import { collectionGone } from '../../shared/mutations/owned-collection.ts'
import { CONTRIBUTION_COLUMNS } from '../../shared/queries/columns.ts'
import type { Statement } from '../../shared/sql.ts'
import { fold } from '../../shared/text.ts'
import { DAY } from '../../shared/time.ts'
import type { User } from '../../shared/user.ts'
import type { Database } from '../data/database.ts'
import { inBatches } from './in-batches.ts'
import type { Limit, Limits } from './limits.ts'
import { isParentRowGone } from './outage-errors.ts'
import { hashToken } from './tokens.ts'

interface Filed {
  contribution: Contribution
  repeated: boolean
}

interface Tools {
  database: Database
  limits: Limits
  now(): Date
}

export interface Reporter {
  user: User | null // null for a guest
  address: string
}

/** Reports of transfers (R1) and of payments that a provider must confirm. Concurrent ones share a statement. */
export interface Reports {
  /**
   * Stores a report. A signed-in person's has the e-mail of their account. A transfer counts at once, unless it is not
   * plausible or beyond the limits of its collection: then it is pending until the organiser decides. A payment is
   * always pending. Idempotent by id, also after the collection was closed, and for a transfer after it was deleted.
   * Throws AppError: 'not-found', 'collection-closed', 'conflict', 'too-many-requests'.
   */
  file(
    collectionId: string,
    given: ContributionReport | (CheckoutRequest & { reference: string; repeatKey?: never }),
    reporter: Reporter,
  ): Promise<Filed>
}

type ReportData = Omit<ContributionReport, 'paymentMethod' | 'repeatKey'> &
  Pick<Contribution, 'paymentMethod' | 'collectionId'> & {
    reference: string | null // null for a transfer
    contributorId: string | null
    repeatHash: string | null // of the key that a repeated report must have
    folded: string // the contributor's name, folded for the search
    at: string
  }

export type Report = ReportData & {
  mayCount: boolean // counts at once if its amount is plausible (shared/contribution.ts)
}

interface Inserted {
  status: CollectionStatus | null // null when the collection does not exist
  contribution: Contribution | null // null when nothing was inserted
}

/** A report of an earlier release has no key, so its organiser, who knows its text, could pass for its guest. */
const KEYLESS_FOR = DAY

/** When the database has several connections, a batch runs while others commit. More partitions make smaller batches. */
const PARTITIONS = 2

export function createReports({ database, limits, now }: Tools): Reports {
  const insert = inBatches((reports: readonly Report[]) => insertAll(database, reports))
  const partitions = Math.min(PARTITIONS, database.connections)

  return {
    async file(collectionId, { repeatKey, ...given }, { user, address }) {
      const report: ReportData = {
        hasReceipt: false,
        reference: null,
        ...given,
        repeatHash: repeatKey ? hashToken(repeatKey) : null,
        contributorEmail: user?.email ?? given.contributorEmail,
        collectionId,
        contributorId: user?.id ?? null,
        folded: fold(given.contributorName),
        at: now().toISOString(),
      }
      const findRepeated = async (): Promise<Filed | null> => {
        const contribution = await findSameReport(database, report)
        return contribution ? { contribution, repeated: true } : null
      }
      let counted: Counted
      try {
        counted = await countReport(limits, collectionId, address, report.reference === null)
      } catch (refusal) {
        // A repeated report is not limited: the phone did not receive the response.
        const before = await findRepeated()
        if (before) return before
        throw refusal
      }

      const { mayCount, giveBack } = counted
      const { status, contribution } = await insert(partitionOf(collectionId, partitions), {
        ...report,
        mayCount,
      })
      if (contribution) return { contribution, repeated: false }
      // The page of a checkout must not open again once the collection is deleted.
      const mayRepeat = status !== null || report.reference === null
      const before = mayRepeat ? await findRepeated() : null
      if (before) await limits.giveBack('reports from address', address)
      await giveBack()
      if (before) return before
      const isTaken = status === 'abierta' || (mayRepeat && (await isFiled(database, report)))
      if (isTaken) throw alreadyFiled()
      throw status === null ? collectionGone() : collectionClosed()
    },
  }
}

interface Counted {
  mayCount: boolean // false for a payment, and beyond a limit of the collection
  giveBack(): Promise<void> // for the limits of the collection
}

/** Counts a report (A5). Throws AppError('too-many-requests') beyond the limit of its address. */
async function countReport(
  limits: Limits,
  collectionId: string,
  address: string,
  isTransfer: boolean,
): Promise<Counted> {
  const ofAddress: CountedLimit = ['reports to collection from address', collectionId, address]
  const ofAll: CountedLimit = ['reports to collection', collectionId]
  let counted = isTransfer ? [ofAddress, ofAll] : []
  const giveBack = async () => {
    for (const limit of counted) await limits.giveBack(...limit)
  }
  try {
    const [, isWithinOwn = true, isWithinAll = true] = await Promise.all([
      limits.count('reports from address', address),
      ...counted.map((limit) => limits.tryCount(...limit)),
    ])
    // One address must not use up the limit of all.
    if (!isWithinOwn) {
      counted = [ofAddress]
      await limits.giveBack(...ofAll)
    }
    return { mayCount: isTransfer && isWithinOwn && isWithinAll, giveBack }
  } catch (error) {
    await giveBack()
    throw error
  }
}

type CountedLimit = [Limit, ...who: string[]]

/** Reports for one collection share a partition, because they lock the same row. */
function partitionOf(collectionId: string, partitions: number): number {
  return Number.parseInt(collectionId.slice(-2), 16) % partitions
}

/** An id that occurs twice is inserted once, for its first report. */
async function insertAll(database: Database, reports: readonly Report[]): Promise<Inserted[]> {
  const { text, params } = insertStatement(reports)
  const rows = await database
    .query<{ index: number; status: CollectionStatus } & Partial<Contribution>>(text, params)
    .catch((error) => {
      // The organiser's account was deleted between reading the collection and inserting the row.
      if (reports.length === 1 && isOfOrganiser(error)) return []
      throw error
    })
  const found = new Map(rows.map(({ index, ...row }) => [index, row]))
  const returned = new Set<string>()
  return reports.map(({ id }, index) => {
    const row = found.get(index)
    if (!row) return { status: null, contribution: null }
    const { status, ...contribution } = row
    if (!isInserted(contribution) || returned.has(id)) return { status, contribution: null }
    returned.add(id)
    return { status, contribution }
  })
}

/** Inserts a row for each report to an existing collection. Locks collections last and by id, against deadlocks. */
export function insertStatement(reports: readonly Report[]): Statement {
  const wantsNotice = reports.some(({ notifyContributor }) => notifyContributor === true)
  const opensCheckout = reports.some(({ reference }) => reference !== null)
  return {
    text: `
      with target as (
        select r.*, k.creator_id,
               case when k.suspended_at is null then k.status else 'cerrada' end as status,
               r."mayCount" and (
                 r.amount <= ${USUAL}
                 or r.amount + coalesce(sum(r.amount) filter (where r."mayCount") over earlier, 0) <= ${LEFT}
               ) as counts
        from json_to_recordset($1::text::json) as r (
          index integer, id uuid, "collectionId" uuid, "contributorId" uuid, "contributorName" text,
          folded text, "contributorEmail" text, "paymentMethod" text, amount int8, message text,
          "hasReceipt" boolean, "notifyContributor" boolean, reference text, at timestamptz, "mayCount" boolean,
          "operationNumber" text, "repeatHash" text
        )
        join collections k on k.id = r."collectionId" and k.deleted_at is null
        window earlier as (
          partition by k.id, r.amount <= greatest(${USUAL}, ${LEFT})
          order by r.index rows between unbounded preceding and 1 preceding
        )
      ), added as (
        insert into contributions as c (
          id, collection_id, organiser_id, contributor_id, contributor_name, contributor_folded,
          contributor_email, payment_method, amount, payment_date, payment_status, message, created_at,
          receipt_expected_at, operation_number, repeat_hash, unique_amount
        )
        select t.id, t."collectionId", t.creator_id, t."contributorId", t."contributorName", t.folded,
               t."contributorEmail", t."paymentMethod", t.amount::numeric / 100, t.at,
               case when t.counts then 'confirmed' else 'pending' end, t.message, t.at,
               case when t."hasReceipt" then t.at end, t."operationNumber",
               t."repeatHash",
               exists (
                 select from reserved_amounts r
                 where r.contribution_id = t.id and r.collection_id = t."collectionId"
                   and r.amount = t.amount::numeric / 100
               )
        from target t
        where t.status = 'abierta'
        order by t.id, t.index
        on conflict (id) do nothing
        returning ${CONTRIBUTION_COLUMNS}
      ), kept as (
        update reserved_amounts r set expires_at = null
        from added a
        where r.contribution_id = a.id and r.amount = a.amount::numeric / 100
      )${opensCheckout ? WITH_CHECKOUTS : ''}${wantsNotice ? WITH_NOTICES : ''}
      select t.index, t.status, a.*
      from target t left join added a on a.id = t.id and a."collectionId" = t."collectionId"`,
    params: [JSON.stringify(reports.map((report, index) => ({ ...report, index })))],
  }
}

// In centavos, of the collection `k`, without the earlier reports of the same statement.
const USUAL = `100 * ${PLAUSIBLE_TIMES} * k.suggested_amount`
const LEFT = '100 * (k.total_amount - k.amount_collected)'

const WITH_CHECKOUTS = `, opened as (
        insert into checkouts (contribution_id, provider, reference, amount, created_at, next_check_at)
        select distinct a.id, a."paymentMethod", t.reference, a.amount::numeric / 100, a."paymentDate",
               a."paymentDate" + interval '2 minutes'
        from added a join target t on t.id = a.id and t."paymentMethod" = a."paymentMethod"
        where t.reference is not null
      )`

const WITH_NOTICES = `, noticed as (
        insert into guest_notices (contribution_id)
        select distinct a.id from added a join target t on t.id = a.id
        where t."notifyContributor"
      )`

function isOfOrganiser(error: unknown): boolean {
  return isParentRowGone(error) && error.constraint !== 'contributions_contributor_id_fkey'
}

/** True when this e-mail reported to the collection before. Abandoned checkouts do not count. */
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

/** The left join returns null in every column when nothing was inserted. */
function isInserted(contribution: Partial<Contribution>): contribution is Contribution {
  return contribution.id !== null
}

async function findSameReport(
  database: Database,
  report: ReportData,
): Promise<Contribution | undefined> {
  const [same] = await database.query<Contribution>(
    `select ${CONTRIBUTION_COLUMNS}
     from contributions c
     where c.id = $1 and c.collection_id = $2 and c.contributor_name = $3
       and c.contributor_email = $4 and c.payment_method = $5 and c.amount = $6::numeric / 100
       and c.message = $7 and c.repeat_hash is not distinct from $8
       and (c.repeat_hash is not null or c.payment_method <> 'Transferencia' or c.created_at > $9)`,
    [
      report.id,
      report.collectionId,
      report.contributorName,
      report.contributorEmail,
      report.paymentMethod,
      report.amount,
      report.message,
      report.repeatHash,
      new Date(Date.parse(report.at) - KEYLESS_FOR).toISOString(),
    ],
  )
  return same
}

/** True for a report that was corrected since, too. */
async function isFiled(
  database: Database,
  { id, collectionId }: Pick<ReportData, 'id' | 'collectionId'>,
): Promise<boolean> {
  const rows = await database.query(
    'select from contributions where id = $1 and collection_id = $2',
    [id, collectionId],
  )
  return rows.length > 0
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
