/*
 * A match states that a line of the organiser's statement pays a contribution (S12). It is live until it is undone, and
 * while its contribution and collection are not deleted: the line of a deleted contribution is free, and pays it again
 * when it is restored before the line is matched with another one.
 */
import { formatDay } from '../dates.ts'
import { AppError } from '../errors.ts'
import { formatMoney } from '../money.ts'
import type { Actor } from '../named-mutation.ts'
import { CONTRIBUTION_STATE } from '../queries/columns.ts'
import type { Transaction } from '../sql.ts'
import type { StatementMatch } from '../statement-match.ts'
import { assertSeen, contributionGone, lockOwnedContributions } from './owned-contribution.ts'

/**
 * Adds all or none, and verifies the contributions that they cover. A match of the same line and contribution counts as
 * added. Throws AppError: 'not-found', or 'conflict' for a line that pays another contribution, and for a contribution
 * that other lines cover or that was corrected after its person saw `version`.
 */
export async function addMatches(
  tx: Transaction,
  matches: readonly StatementMatch[],
  actor: Actor,
  confirmedAt?: string,
): Promise<void> {
  const ids = [...new Set(matches.map(({ contributionId }) => contributionId))]
  const locked = await lockOwnedContributions(tx, ids, actor.personId)
  const contributions = new Map(locked.map((row) => [row.id, row]))
  const before = await matchesOn(tx, matches, actor.personId)
  const live = before.filter(({ isDeleted }) => !isDeleted)
  const added: StatementMatch[] = []
  for (const match of matches) {
    const contribution = contributions.get(match.contributionId)
    if (!contribution || contribution.isDeleted) throw contributionGone()
    const current = live.filter((other) => other.contributionId === match.contributionId)
    if (current.some((other) => other.lineId === match.lineId)) continue
    assertSeen(contribution, match.version)
    const { contributorName } = contribution
    if (current.some(({ isCovered }) => isCovered)) {
      throw conflict(`El aporte de ${contributorName} ya está acreditado con otro ingreso.`)
    }
    assertFits(
      match,
      live.filter((other) => other.lineId === match.lineId),
    )
    const sum = current.reduce((sum, { part }) => sum + part, match.part)
    const isCovered = match.asIs || sum >= contribution.amount
    live.push({ ...match, contributorName, isCovered, isDeleted: false })
    added.push(match)
  }
  // Their contributions were deleted, so their lines are free.
  const replaced = before.filter(({ isDeleted, lineId }) => {
    return isDeleted && added.some((match) => match.lineId === lineId)
  })
  await markUndone(
    tx,
    replaced.map(({ id }) => id),
    actor,
  )
  await insertMatches(tx, added, actor, confirmedAt)
}

type LineMatch = Pick<
  StatementMatch,
  'id' | 'contributionId' | 'lineId' | 'lineDay' | 'lineAmount' | 'part' | 'isSplit'
> & {
  contributorName: string
  /** The contribution is verified, and live matches, this one or others, cover it: its guest may lower the amount. */
  isCovered: boolean
  /** The contribution or its collection is deleted. */
  isDeleted: boolean
}

/** SQL: true when the matches of a contribution `c` add up to its amount, or one accepts it as it is (`as_is`). */
const IS_COVERED = `(
  select bool_or(o.as_is) or sum(o.part) >= c.amount
  from statement_matches o
  where o.contribution_id = c.id and o.undone_at is null
)`

function matchesOn(
  tx: Transaction,
  matches: readonly StatementMatch[],
  personId: string,
): Promise<LineMatch[]> {
  return tx.query<LineMatch>(
    `select m.id, m.contribution_id as "contributionId", m.line_id as "lineId",
            m.line_day as "lineDay", (m.line_amount * 100)::int8 as "lineAmount",
            (m.part * 100)::int8 as "part", m.is_split as "isSplit",
            c.contributor_name as "contributorName",
            c.verified_at is not null and ${IS_COVERED} as "isCovered",
            c.deleted_at is not null or k.deleted_at is not null as "isDeleted"
     from statement_matches m
     join contributions c on c.id = m.contribution_id
     join collections k on k.id = c.collection_id
     where m.organiser_id = $1 and m.undone_at is null
       and (m.line_id = any($2::text[]) or m.contribution_id = any($3::uuid[]))
     order by m.id`,
    [
      personId,
      matches.map(({ lineId }) => lineId),
      matches.map(({ contributionId }) => contributionId),
    ],
  )
}

/** Throws 'conflict' unless the line is free: it pays one contribution, or parts of it pay several. */
function assertFits(match: StatementMatch, others: readonly LineMatch[]): void {
  const line = `El ingreso de ${formatMoney(match.lineAmount)} del ${formatDay(match.lineDay)}`
  const whole = others.find((other) => {
    return !other.isSplit || !match.isSplit || other.lineAmount !== match.lineAmount
  })
  if (whole) throw conflict(`${line} ya es del aporte de ${whole.contributorName}.`)
  if (others.reduce((sum, { part }) => sum + part, match.part) > match.lineAmount) {
    throw conflict(`${line} no alcanza para todos los aportes que paga.`)
  }
}

/**
 * `state_before` is the state to which an undo returns, the same for all matches of a contribution. One that was added
 * from its line was never in another state than verified; it returns to `confirmed`. `confirmedAt` is of the device's
 * clock, which may be ahead.
 */
async function insertMatches(
  tx: Transaction,
  matches: readonly StatementMatch[],
  { personId, now }: Actor,
  confirmedAt = now.toISOString(),
): Promise<void> {
  if (matches.length === 0) return
  const inserted = await tx.query(
    `insert into statement_matches (
       id, organiser_id, contribution_id, line_id, line_day, line_amount, part, is_split, reason,
       is_automatic, source, as_is, state_before, matched_at
     )
     select m.id, $2, c.id, m."lineId", m."lineDay", m."lineAmount"::numeric / 100,
            m.part::numeric / 100, m."isSplit", m.reason, m."isAutomatic", m.source, m."asIs",
            coalesce(
              (select o.state_before from statement_matches o
               where o.contribution_id = c.id and o.undone_at is null
               limit 1),
              case m.reason when 'created' then 'confirmed' else ${CONTRIBUTION_STATE} end
            ),
            least($4::timestamptz, $3)
     from jsonb_to_recordset($1::text::jsonb) m (
       id uuid, "contributionId" uuid, "lineId" text, "lineDay" date, "lineAmount" int8, part int8,
       "isSplit" boolean, reason text, "isAutomatic" boolean, source text, "asIs" boolean
     )
     join contributions c on c.id = m."contributionId"
     on conflict do nothing
     returning id`,
    [JSON.stringify(matches), personId, now.toISOString(), confirmedAt],
  )
  // Another process matched one of the lines at the same moment.
  if (inserted.length < matches.length) {
    throw conflict('Uno de los ingresos se acaba de usar para otro aporte.')
  }
  // The reason of a rejection stays for an undo.
  await tx.query(
    `update contributions c set payment_status = 'confirmed', verified_at = $2
     where c.id = any($1::uuid[]) and c.verified_at is null and ${IS_COVERED}`,
    [matches.map(({ contributionId }) => contributionId), now.toISOString()],
  )
}

/**
 * Marks matches as undone, so that their lines may be matched again. A contribution that its remaining matches no longer
 * cover returns to the state that it had before it was matched; one that was verified before stays as it is.
 */
export async function markUndone(
  tx: Transaction,
  ids: readonly string[],
  { personId, now }: Actor,
): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update contributions c set payment_status = m.state_before, verified_at = null
     from (
       select o.contribution_id, min(o.state_before) as state_before,
              sum(o.part) as sum, bool_or(o.as_is) as as_is,
              coalesce(sum(o.part) filter (where o.id <> all($1::uuid[])), 0) as sum_left,
              coalesce(bool_or(o.as_is) filter (where o.id <> all($1::uuid[])), false) as as_is_left
       from statement_matches o
       where o.organiser_id = $2 and o.undone_at is null
         and o.contribution_id in (
           select u.contribution_id from statement_matches u where u.id = any($1::uuid[])
         )
       group by o.contribution_id
     ) m
     where c.id = m.contribution_id and c.verified_at is not null and m.state_before <> 'verified'
       and (m.as_is or m.sum >= c.amount) and not (m.as_is_left or m.sum_left >= c.amount)`,
    [ids, personId],
  )
  await tx.query(
    `update statement_matches set undone_at = $3
     where id = any($1::uuid[]) and organiser_id = $2 and undone_at is null`,
    [ids, personId, now.toISOString()],
  )
}

/** Undoes all matches of contributions that a person set to another state than verified, except `kept`. */
export async function undoMatchesOf(
  tx: Transaction,
  contributionIds: readonly string[],
  kept: readonly string[],
  { now }: Actor,
): Promise<void> {
  await tx.query(
    `update statement_matches set undone_at = $2
     where contribution_id = any($1::uuid[]) and undone_at is null and id <> all($3::uuid[])`,
    [contributionIds, now.toISOString(), kept],
  )
}

/** Makes matches of these contributions live again. One whose line pays another contribution now stays undone. */
export async function restoreMatches(
  tx: Transaction,
  contributionIds: readonly string[],
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return
  await tx.query(
    `update statement_matches m set undone_at = null
     where m.id = any($1::uuid[]) and m.contribution_id = any($2::uuid[]) and m.undone_at is not null
       and not exists (
         select from statement_matches o
         where o.organiser_id = m.organiser_id and o.line_id = m.line_id and o.undone_at is null
           and (o.contribution_id = m.contribution_id or not (o.is_split and m.is_split))
       )
       and m.line_amount >= (
         select sum(o.part) from statement_matches o
         where o.organiser_id = m.organiser_id and o.line_id = m.line_id
           and (o.undone_at is null or o.id = any($1::uuid[]))
       )`,
    [ids, contributionIds],
  )
}

function conflict(message: string): AppError {
  return new AppError('conflict', message)
}
