/* New contributions of others, corrected amounts and withdrawals of which the organiser was not told yet. */
import { links } from '../../shared/links.ts'
import type { Centavos } from '../../shared/money.ts'
import type { Transaction } from '../../shared/sql.ts'
import type { ChangeSums } from '../mail/notices.ts'
import { IS_WITHDRAWN } from './own-reports.ts'

export interface UntoldChange {
  id: string // of the contribution
  collectionId: string
  kind: 'new' | 'corrected' | 'withdrawn' | null // null: nothing is left to tell
  name: string
  amount: Centavos
  /** As the organiser knows it; null: not at all. */
  toldAmount: Centavos | null
  version: number // of the contribution
}

/** UntoldChange of a row `a` of arrivals or push_arrivals and its contribution `c`. */
export const UNTOLD_CHANGE = `
  c.id, c.collection_id as "collectionId", c.contributor_name as name, c.version,
  (c.amount * 100)::int8 as amount, (a.told_amount * 100)::int8 as "toldAmount",
  case
    when a.told_amount is not null and ${IS_WITHDRAWN} then 'withdrawn'
    when c.deleted_at is not null or c.verified_at is not null
      or c.payment_status = 'rejected' then null
    when a.told_amount is null then 'new'
    when a.told_amount <> c.amount then 'corrected'
  end as kind`

export function sumChanges(changes: readonly UntoldChange[]): ChangeSums {
  const of = (kind: UntoldChange['kind']) => changes.filter((change) => change.kind === kind)
  const [added, corrected, withdrawn] = [of('new'), of('corrected'), of('withdrawn')]
  const amountOf = (some: UntoldChange[]) => some.reduce((sum, { amount }) => sum + amount, 0)
  const toldOf = (some: UntoldChange[]) =>
    some.reduce((sum, { toldAmount }) => sum + (toldAmount ?? 0), 0)
  return {
    count: added.length,
    amount: amountOf(added),
    correctedCount: corrected.length,
    correctedFrom: toldOf(corrected),
    correctedTo: amountOf(corrected),
    withdrawnCount: withdrawn.length,
    withdrawnAmount: toldOf(withdrawn),
  }
}

/** Leads to the review, unless nothing that changed waits for it. */
export function linkToChanges(collectionId: string, sums: ChangeSums): string {
  const isAnyWaiting = sums.count + sums.correctedCount > 0
  return isAnyWaiting ? links.review(collectionId) : links.collection(collectionId)
}

/**
 * Notes that a guest changed a contribution whose amount the organiser knows as `toldAmount`, or null: it comes back
 * after a withdrawal. What was noted before stays: the organiser knows no later amount.
 */
export async function noteChange(
  tx: Transaction,
  id: string,
  toldAmount: Centavos | null,
): Promise<void> {
  await note(tx, id, toldAmount, 'do nothing')
}

/** Notes that a contribution which the organiser has rejected waits again. It is told as a new one. */
export async function noteReturn(tx: Transaction, id: string): Promise<void> {
  await note(tx, id, null, '(contribution_id) do update set told_amount = null')
}

async function note(
  tx: Transaction,
  id: string,
  toldAmount: Centavos | null,
  onConflict: string,
): Promise<void> {
  const insertInto = (table: string, isWanted: string) =>
    tx.query(
      `insert into ${table} (contribution_id, collection_id, told_amount)
       select c.id, c.collection_id, $2::numeric / 100
       from contributions c join collections k on k.id = c.collection_id
       where c.id = $1 and ${isWanted} and c.contributor_id is distinct from c.organiser_id
       on conflict ${onConflict}`,
      [id, toldAmount],
    )
  await insertInto('arrivals', `k.notify <> 'never'`)
  await insertInto(
    'push_arrivals',
    'exists (select from notification_subscriptions s where s.collection_id = k.id)',
  )
}
