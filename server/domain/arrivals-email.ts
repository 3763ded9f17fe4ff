/* The organiser's e-mail about new contributions and withdrawn ones. It names no contributor: guests write names, and could write links. */
import type { Notify } from '../../shared/collection.ts'
import { links } from '../../shared/links.ts'
import type { Centavos } from '../../shared/money.ts'
import type { Sql, Transaction } from '../../shared/sql.ts'
import { messageOf } from '../mail/layout.ts'
import { newContributions } from '../mail/notices.ts'
import type { ComposedEmail } from './composed-email.ts'
import { unsubscribeFrom } from './unsubscribe.ts'

interface Tools {
  database: Sql
  origin: string
  secret: string
  now(): Date
}

/** null when the organiser wants none, or has already decided about all that arrived. */
export async function arrivalsEmail(
  tools: Tools,
  email: string,
  collectionId: string,
): Promise<ComposedEmail | null> {
  const { database, origin } = tools
  const arrived = await database.query<{ id: string }>(
    'select contribution_id as id from arrivals where collection_id = $1',
    [collectionId],
  )
  const ids = arrived.map(({ id }) => id)
  const digest = await findDigest(database, collectionId, ids)
  // The address was changed: another e-mail is scheduled for the new one.
  if (digest && digest.email !== email) return null
  if (!digest || digest.notify === 'never' || digest.count + digest.withdrawnCount === 0) {
    await forgetArrivals(database, ids)
    return null
  }
  const recipient = {
    email,
    firstName: digest.firstName,
    link: new URL(
      digest.count > 0 ? links.review(collectionId) : links.collection(collectionId),
      origin,
    ).href,
    unsubscribe: unsubscribeFrom(tools, 'collection', collectionId),
  }
  return {
    ...messageOf(recipient, newContributions(digest)),
    async settle(tx) {
      await forgetArrivals(tx, ids)
      await tx.query(
        `insert into digests (collection_id, sent_at)
         select id, $2 from collections where id = $1
         on conflict (collection_id) do update set sent_at = excluded.sent_at`,
        [collectionId, tools.now().toISOString()],
      )
    },
  }
}

interface Digest {
  email: string
  firstName: string
  title: string
  notify: Notify
  unverified: number
  count: number
  amount: Centavos
  withdrawnCount: number
  withdrawnAmount: Centavos
}

async function findDigest(
  database: Sql,
  collectionId: string,
  ids: readonly string[],
): Promise<Digest | undefined> {
  const [digest] = await database.query<Digest>(
    `select u.email, u.first_name as "firstName", k.title, k.notify,
            k.confirmed_count - k.verified_count as unverified, n.*
     from collections k
     join users u on u.id = k.creator_id
     cross join (
       select count(*) filter (where o.is_new) as count,
              coalesce(sum(o.amount) filter (where o.is_new) * 100, 0)::int8 as amount,
              count(*) filter (where o.is_gone) as "withdrawnCount",
              coalesce(sum(o.amount) filter (where o.is_gone) * 100, 0)::int8 as "withdrawnAmount"
       from (
         select c.amount, a.is_withdrawal and c.deleted_at is not null as is_gone,
                not a.is_withdrawal and c.deleted_at is null and c.verified_at is null
                  and c.payment_status <> 'rejected' as is_new
         from arrivals a join contributions c on c.id = a.contribution_id
         where a.contribution_id = any($2::uuid[])
       ) o
     ) n
     where k.id = $1 and k.deleted_at is null`,
    [collectionId, [...ids]],
  )
  return digest
}

async function forgetArrivals(sql: Sql | Transaction, ids: readonly string[]): Promise<void> {
  await sql.query('delete from arrivals where contribution_id = any($1::uuid[])', [[...ids]])
}
