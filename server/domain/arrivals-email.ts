/* The e-mail about changed contributions names no contributor: guests type the names, and could type links. */
import type { Notify } from '../../shared/collection.ts'
import type { Sql } from '../../shared/sql.ts'
import { messageOf } from '../mail/layout.ts'
import { contributionChanges } from '../mail/notices.ts'
import type { ComposedEmail, EmailTools } from './composed-email.ts'
import {
  linkToChanges,
  sumChanges,
  UNNOTIFIED_CHANGE,
  type UnnotifiedChange,
} from './unnotified-changes.ts'
import { unsubscribeFrom } from './unsubscribe.ts'

/** Returns null when the organiser wants no e-mail, or has already decided about all that arrived. */
export async function arrivalsEmail(
  tools: EmailTools,
  email: string,
  collectionId: string,
): Promise<ComposedEmail | null> {
  const { database, origin } = tools
  const changes = await database.query<UnnotifiedChange>(
    `select ${UNNOTIFIED_CHANGE}
     from arrivals a join contributions c on c.id = a.contribution_id
     where a.collection_id = $1`,
    [collectionId],
  )
  const collection = await findCollection(database, collectionId)
  // The address was changed: another e-mail is scheduled for the new one.
  if (collection && collection.email !== email) return null
  const isAnyOpen = changes.some(({ kind }) => kind !== null)
  if (!collection || collection.notify === 'never' || !isAnyOpen) {
    await forgetChanges(database, changes)
    return null
  }
  const sums = sumChanges(changes)
  const recipient = {
    email,
    firstName: collection.firstName,
    link: new URL(linkToChanges(collectionId, sums), origin).href,
    unsubscribe: unsubscribeFrom(tools, 'collection', collectionId),
  }
  return {
    ...messageOf(recipient, contributionChanges({ ...collection, ...sums })),
    async settle(tx) {
      await forgetChanges(tx, changes)
      await tx.query(
        `insert into digests (collection_id, sent_at)
         select id, $2 from collections where id = $1
         on conflict (collection_id) do update set sent_at = excluded.sent_at`,
        [collectionId, tools.now().toISOString()],
      )
    },
  }
}

interface NotifiedCollection {
  email: string
  firstName: string
  title: string
  notify: Notify
  unverified: number
}

async function findCollection(database: Sql, id: string): Promise<NotifiedCollection | undefined> {
  const [collection] = await database.query<NotifiedCollection>(
    `select u.email, u.first_name as "firstName", k.title, k.notify,
            k.confirmed_count - k.verified_count as unverified
     from collections k
     join users u on u.id = k.creator_id
     where k.id = $1 and k.deleted_at is null`,
    [id],
  )
  return collection
}

/** A contribution that changed again meanwhile stays listed, with the amount that was reported. */
async function forgetChanges(sql: Sql, changes: readonly UnnotifiedChange[]): Promise<void> {
  const told = changes.map(({ id, version, kind, amount, notifiedAmount }) => ({
    id,
    version,
    told: kind === 'withdrawn' ? null : kind === null ? notifiedAmount : amount,
  }))
  await sql.query(
    `with told as (
       select * from jsonb_to_recordset($1::text::jsonb) t (id uuid, version int, told numeric)
     ), changed as (
       update arrivals a set told_amount = t.told / 100
       from told t join contributions c on c.id = t.id
       where a.contribution_id = t.id and c.version <> t.version
     )
     delete from arrivals a
     using told t join contributions c on c.id = t.id
     where a.contribution_id = t.id and c.version = t.version`,
    [JSON.stringify(told)],
  )
}
