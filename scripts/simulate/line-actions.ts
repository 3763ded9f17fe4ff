/*
 * A person's actions on statement lines: matches, undone matches, new contributions. There are few lines, so that
 * devices choose the same ones for different contributions.
 */
import { newId } from '../../shared/id.ts'
import type { Scheduler } from './scheduler.ts'

type Random = Scheduler['random']

interface Line {
  id: string
  lineId: string
  lineDay: string
  lineAmount: number
  part: number
  isSplit: boolean
  source: string
}

/** A whole line, or a half of it: then the other half may pay another contribution. */
function someLine(random: Random): Line {
  const number = random.whole(1, 8)
  const lineAmount = number * 100_000
  const isSplit = number % 4 === 0
  return {
    id: newId(),
    lineId: `line-${number}`.padEnd(43, '_'),
    lineDay: '2027-02-20',
    lineAmount,
    part: isSplit ? lineAmount / 2 : lineAmount,
    isSplit,
    source: 'galicia',
  }
}

export function matchesWith(random: Random, contributionIds: readonly string[]) {
  return contributionIds.map((contributionId) => ({
    ...someLine(random),
    contributionId,
    reason: random.pick(['operation', 'name', 'by-hand']),
    isAutomatic: random.chance(0.5),
    asIs: random.chance(0.7),
    // The contribution may have another version by now (S12).
    version: random.chance(0.9) ? 1 : 2,
  }))
}

export function contributionOfLine(random: Random, collectionId: string) {
  const match = someLine(random)
  return {
    id: newId(),
    collectionId,
    contributorName: 'Ana Gómez',
    contributorEmail: null,
    amount: match.part,
    message: '',
    match,
  }
}

/** Of all lines that are in use, those that pay more than they have or two contributions as a whole. */
export const OVERUSED_LINES = `
  select organiser_id, line_id
  from statement_matches
  where undone_at is null
  group by organiser_id, line_id
  having count(*) > 1 and not bool_and(is_split)
    or sum(part) > min(line_amount)
    or count(distinct contribution_id) < count(*)`

/**
 * Contributions that lines had verified, whose matches are all undone, and that nothing else changed since the first of
 * them. A guest's correction may let a rejected one wait again.
 */
export const STATES_NOT_GIVEN_BACK = `
  with matched as (
    select m.contribution_id, min(e.xid) as since, min(m.state_before) as state
    from statement_matches m
    join noted_effects e on e.changed = 'statement_matches' and e.id = m.id
    group by m.contribution_id
    having bool_and(m.undone_at is not null) and count(distinct m.state_before) = 1
  )
  select c.id
  from matched m
  join contributions c on c.id = m.contribution_id
  where c.corrections is null
    and case when c.verified_at is null then c.payment_status else 'verified' end <> m.state
    and not exists (
      select
      from noted_effects e
      join noted_outcomes o on o.xid = e.xid
      where e.changed = 'contributions' and e.id = c.id and e.xid >= m.since
        and o.name in ('set-contribution-state', 'set-contributions-state')
    )`
