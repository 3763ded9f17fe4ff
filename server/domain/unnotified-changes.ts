/* A trigger lists contributions of others, noteChange corrected and withdrawn ones; notices.ts sends them. */
import { links } from '../../shared/links.ts'
import type { Centavos } from '../../shared/money.ts'
import { IS_WITHDRAWN } from '../../shared/queries/columns.ts'
import type { Transaction } from '../../shared/sql.ts'
import type { ChangeSums } from '../mail/notices.ts'

export interface UnnotifiedChange {
  id: string // of the contribution
  collectionId: string
  kind: 'new' | 'corrected' | 'withdrawn' | null // null: nothing is left to notify of
  name: string
  amount: Centavos
  notifiedAmount: Centavos | null // of the last notification; null when there was none
  version: number // of the contribution
}

/** The columns of an UnnotifiedChange, from a row `a` of arrivals or push_arrivals and its contribution `c`. */
export const UNNOTIFIED_CHANGE = `
  c.id, c.collection_id as "collectionId", c.contributor_name as name, c.version,
  (c.amount * 100)::int8 as amount, (a.told_amount * 100)::int8 as "notifiedAmount",
  case
    when a.told_amount is not null and ${IS_WITHDRAWN} then 'withdrawn'
    when c.deleted_at is not null or c.verified_at is not null
      or c.payment_status = 'rejected' then null
    when a.told_amount is null then 'new'
    when a.told_amount <> c.amount then 'corrected'
  end as kind`

export function sumChanges(changes: readonly UnnotifiedChange[]): ChangeSums {
  const of = (kind: UnnotifiedChange['kind']) => changes.filter((change) => change.kind === kind)
  const [added, corrected, withdrawn] = [of('new'), of('corrected'), of('withdrawn')]
  const amountOf = (some: UnnotifiedChange[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const notifiedOf = (some: UnnotifiedChange[]) =>
    some.reduce((sum, { notifiedAmount }) => sum + (notifiedAmount ?? 0), 0)
  return {
    count: added.length,
    amount: amountOf(added),
    correctedCount: corrected.length,
    correctedFrom: notifiedOf(corrected),
    correctedTo: amountOf(corrected),
    withdrawnCount: withdrawn.length,
    withdrawnAmount: notifiedOf(withdrawn),
  }
}

/** Leads to the review, unless none of the changes waits for the organiser. */
export function linkToChanges(collectionId: string, sums: ChangeSums): string {
  const isAnyWaiting = sums.count + sums.correctedCount > 0
  return isAnyWaiting ? links.review(collectionId) : links.collection(collectionId)
}

/**
 * `notifiedAmount`: the amount that the organiser last saw, or null for a contribution that comes back after a
 * withdrawal. A change that is listed already keeps its amount: the organiser has seen no later one.
 */
export async function noteChange(
  tx: Transaction,
  id: string,
  notifiedAmount: Centavos | null,
): Promise<void> {
  await note(tx, id, notifiedAmount, 'do nothing')
}

/** The organiser had rejected the contribution, and is notified as of a new one. */
export async function noteReturn(tx: Transaction, id: string): Promise<void> {
  await note(tx, id, null, '(contribution_id) do update set told_amount = null')
}

async function note(
  tx: Transaction,
  id: string,
  notifiedAmount: Centavos | null,
  onConflict: string,
): Promise<void> {
  const insertInto = (table: string, isWanted: string) =>
    tx.query(
      `insert into ${table} (contribution_id, collection_id, told_amount)
       select c.id, c.collection_id, $2::numeric / 100
       from contributions c join collections k on k.id = c.collection_id
       where c.id = $1 and ${isWanted} and c.contributor_id is distinct from c.organiser_id
       on conflict ${onConflict}`,
      [id, notifiedAmount],
    )
  await insertInto('arrivals', `k.notify <> 'never'`)
  await insertInto(
    'push_arrivals',
    'exists (select from notification_subscriptions s where s.collection_id = k.id)',
  )
}
