import { type Correction, MOST_CORRECTIONS } from '../correction.ts'
import type { Centavos } from '../money.ts'
import type { Transaction } from '../sql.ts'
import { fold } from '../text.ts'

export interface Correctable {
  id: string
  amount: Centavos
  contributorName: string
  contributorEmail: string | null
  message: string
  corrections: Correction[]
}

/** SQL: the columns of a Correctable, from a contribution `c` that the caller locks. */
export const CORRECTABLE_COLUMNS = `
  c.id, (c.amount * 100)::int8 as "amount", c.contributor_name as "contributorName",
  c.contributor_email as "contributorEmail", c.message, coalesce(c.corrections, '[]') as "corrections"`

const FIELDS = ['amount', 'contributorName', 'contributorEmail', 'message'] as const

type Changes = { [Field in (typeof FIELDS)[number]]?: Correctable[Field] | undefined }
type Others = Pick<Correction, 'at' | 'by' | 'receipt' | 'isWithdrawn'>

/** Stores the changed fields, the next version and the correction (S12). Returns false when nothing differs. */
export async function writeCorrection(
  tx: Transaction,
  before: Correctable,
  changes: Changes,
  { at, by, ...others }: Others,
): Promise<boolean> {
  const isChanged = (field: keyof Changes) =>
    changes[field] !== undefined && changes[field] !== before[field]
  const changed = Object.fromEntries(
    FIELDS.filter(isChanged).map((field) => [field, [before[field], changes[field]]]),
  )
  const parts = { ...changed, ...others }
  if (Object.keys(parts).length === 0) return false
  const corrections = [...before.corrections, { at, by, ...parts }].slice(-MOST_CORRECTIONS)
  const contributorName = changes.contributorName ?? before.contributorName
  await tx.query(
    `update contributions set
       amount = $2::numeric / 100, contributor_name = $3, contributor_folded = $4,
       contributor_email = $5, message = $6, version = version + 1, corrections = $7::text::jsonb
     where id = $1`,
    [
      before.id,
      changes.amount ?? before.amount,
      contributorName,
      fold(contributorName),
      changes.contributorEmail === undefined ? before.contributorEmail : changes.contributorEmail,
      changes.message ?? before.message,
      JSON.stringify(corrections),
    ],
  )
  return true
}
