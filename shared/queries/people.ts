import * as z from 'zod/mini'
import { inSlices } from '../async.ts'
import type { Contribution } from '../contribution.ts'
import { NIL_ID } from '../id.ts'
import { namedQuery } from '../named-query.ts'
import { queryTotal } from '../paging.ts'
import { type GivenContribution, matchPeople } from '../people/match-people.ts'
import type { Sql } from '../sql.ts'
import { id } from '../validation.ts'
import { CONTRIBUTION_STATE } from './columns.ts'

export type PersonsContribution = Pick<
  Contribution,
  'id' | 'contributorName' | 'amount' | 'paymentDate' | 'state'
>

/** A person whom the organiser expects to contribute. */
export interface ListedPerson {
  id: string
  name: string
  email: string | null
  phone: string | null
  position: number
  /** Set by hand; the contribution may be gone or rejected. */
  contributionId: string | null
  missingSince: string | null
  /** Oldest first; none while the person is missing. */
  given: PersonsContribution[]
  isByHand: boolean
  /** A contribution that may be theirs, while they have none. */
  suggestion: PersonsContribution | null
}

type PersonRow = Omit<ListedPerson, 'given' | 'isByHand' | 'suggestion'>

/**
 * Returns the people of a colecta's list in its order, with their contributions. By index (collection_id, position),
 * and (collection_id, payment_date) when there is a list.
 */
export const people = namedQuery({
  name: 'people',
  args: z.object({ collectionId: id }),
  isLong: true,
  async run(sql, { collectionId }, personId): Promise<ListedPerson[]> {
    const listed = await sql.query<PersonRow>(
      `select p.id, p.name, p.email, p.phone, p.position, p.contribution_id as "contributionId",
              p.missing_since as "missingSince"
       from people p
       join collections k on k.id = p.collection_id and k.deleted_at is null
       where p.collection_id = $1 and p.organiser_id = $2
       order by p.position, p.id`,
      [collectionId, personId],
    )
    if (listed.length === 0) return []
    const contributions = await contributionsOf(sql, collectionId, personId)
    const shown = contributions.map(({ contributorEmail, ...contribution }) => contribution)
    const matches = await inSlices(matchPeople(listed, contributions))
    return listed.map((person, index) => {
      const { given = [], isByHand = false, suggestion = null } = matches[index] ?? {}
      return {
        ...person,
        given: given.flatMap((number) => shown[number] ?? []),
        isByHand,
        suggestion: suggestion === null ? null : (shown[suggestion] ?? null),
      }
    })
  },
})

const SLICE = 5_000 // rows: a statement for 100,000 would block an embedded engine for a second

/** Returns the contributions that count or wait, the oldest first. */
async function contributionsOf(
  sql: Sql,
  collectionId: string,
  personId: string,
): Promise<(PersonsContribution & GivenContribution)[]> {
  const contributions: (PersonsContribution & GivenContribution)[] = []
  for (;;) {
    const { paymentDate = '-infinity', id = NIL_ID } = contributions.at(-1) ?? {}
    const slice = await sql.query<PersonsContribution & GivenContribution>(
      `select c.id, c.contributor_name as "contributorName",
              c.contributor_email as "contributorEmail", (c.amount * 100)::int8 as "amount",
              c.payment_date as "paymentDate", ${CONTRIBUTION_STATE} as "state"
       from contributions c
       where c.collection_id = $1 and c.organiser_id = $2 and c.deleted_at is null
         and c.payment_status <> 'rejected' and (c.payment_date, c.id) > ($3, $4)
       order by c.payment_date, c.id
       limit ${SLICE}`,
      [collectionId, personId, paymentDate, id],
    )
    contributions.push(...slice)
    if (slice.length < SLICE) return contributions
  }
}

/** Returns the number of people in a colecta's list. By index (collection_id). */
export const peopleCount = namedQuery({
  name: 'people-count',
  args: z.object({ collectionId: id }),
  async run(sql, { collectionId }, personId): Promise<number> {
    return queryTotal(
      sql,
      `select count(*) as total
       from people p
       join collections k on k.id = p.collection_id and k.deleted_at is null
       where p.collection_id = $1 and p.organiser_id = $2`,
      [collectionId, personId],
    )
  },
})
