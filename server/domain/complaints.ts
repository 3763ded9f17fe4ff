import type { Complaint, SuspectCollection } from '../../shared/complaint.ts'
import { collectionGone } from '../../shared/mutations/owned-collection.ts'
import type { Database } from '../data/database.ts'
import type { Limits } from './limits.ts'

const COMPLAINTS_SHOWN = 5 // of each collection
const MOST_COLLECTIONS = 100

interface Tools {
  database: Database
  limits: Limits
  now(): Date
}

/** Idempotent. Ignores complaints beyond a collection's limit (A5). Throws 'not-found' or 'too-many-requests'. */
export async function complain(
  { database, limits, now }: Tools,
  collectionId: string,
  { id, reason, details }: Complaint,
  address: string,
): Promise<void> {
  await limits.count('complaints from address', address)
  if (!(await limits.tryCount('complaints of collection', collectionId))) return
  const found = await database.query(
    `with target as (select id from collections where id = $2 and deleted_at is null),
     kept as (
       insert into complaints (id, collection_id, reason, details, created_at)
       select $1, t.id, $3, $4, $5 from target t
       on conflict (id) do nothing
     )
     select id from target`,
    [id, collectionId, reason, details, now().toISOString()],
  )
  if (found.length === 0) throw collectionGone()
}

/** Returns collections that are suspended or have complaints, the latest first. */
export async function suspectCollections(database: Database): Promise<SuspectCollection[]> {
  return database.query<SuspectCollection>(
    `select k.id, k.title, k.creator_email as "organiserEmail",
            case when k.suspended_at is not null then
              jsonb_build_object('reason', k.suspension_reason, 'suspendedAt', k.suspended_at)
            end as "suspension",
            coalesce(c.newest, '[]') as "complaints", coalesce(c.count, 0) as "complaintCount"
     from collections k
     left join lateral (
       select count(*) as count, max(m.created_at) as latest,
              jsonb_agg(
                jsonb_build_object(
                  'id', m.id, 'reason', m.reason, 'details', m.details, 'createdAt', m.created_at
                ) order by m.created_at desc, m.id desc
              ) filter (where m.place <= ${COMPLAINTS_SHOWN}) as newest
       from (
         select m.*, row_number() over (order by m.created_at desc, m.id desc) as place
         from complaints m where m.collection_id = k.id
       ) m
     ) c on true
     where k.deleted_at is null
       and (k.suspended_at is not null or k.id in (select collection_id from complaints))
     order by coalesce(c.latest, k.suspended_at) desc
     limit ${MOST_COLLECTIONS}`,
  )
}

/** null lifts the suspension. Throws AppError('not-found'). */
export async function setSuspension(
  { database, now }: Pick<Tools, 'database' | 'now'>,
  collectionId: string,
  reason: string | null,
): Promise<void> {
  const changed = await database.query(
    `update collections set suspended_at = $2, suspension_reason = $3
     where id = $1 and deleted_at is null
     returning id`,
    [collectionId, reason === null ? null : now().toISOString(), reason],
  )
  if (changed.length === 0) throw collectionGone()
}

export async function dismissComplaints(
  database: Database,
  collectionId: string,
  until: string,
): Promise<void> {
  await database.query('delete from complaints where collection_id = $1 and created_at <= $2', [
    collectionId,
    until,
  ])
}
