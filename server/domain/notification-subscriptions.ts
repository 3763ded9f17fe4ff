/* One subscription for each session and collection: the devices that get push notifications. */
import { AppError } from '../../shared/errors.ts'
import { collectionGone } from '../../shared/mutations/owned-collection.ts'
import type { PushSubscriptionInput } from '../../shared/push.ts'
import type { Database } from '../data/database.ts'
import type { PushService } from '../providers/push-service.ts'
import { hashToken } from './tokens.ts'

export async function isSubscribed(database: Database, userId: string): Promise<boolean> {
  const rows = await database.query(
    `select from notification_subscriptions where user_id = $1
     union all
     select from collections where creator_id = $1 and notify <> 'never' and deleted_at is null`,
    [userId],
  )
  return rows.length > 0
}

/** Each contribution sends a request to every device, to an address that the client chose. */
const MOST_DEVICES = 20 // per collection

interface Tools {
  database: Database
  push: PushService
}

export interface Device {
  userId: string
  sessionToken: string
  collectionId: string
}

/** Throws AppError('not-found') for a collection of somebody else. */
export async function isDeviceOn(database: Database, device: Device): Promise<boolean> {
  await assertOwn(database, device)
  const rows = await database.query(
    'select from notification_subscriptions where session_id = $1 and collection_id = $2',
    [hashToken(device.sessionToken), device.collectionId],
  )
  return rows.length > 0
}

/**
 * Replaces the device's subscription, and deletes the longest unused one beyond MOST_DEVICES. Throws AppError:
 * 'not-found' for a collection of somebody else, 'invalid-input' for an address that no push service has.
 */
export async function turnDeviceOn(
  { database, push }: Tools,
  device: Device,
  { endpoint, p256dh, auth }: PushSubscriptionInput,
): Promise<void> {
  await assertOwn(database, device)
  if (!push.accepts(endpoint)) {
    throw new AppError('invalid-input', 'El servicio de avisos de este navegador no se admite.')
  }
  const session = hashToken(device.sessionToken)
  await database.transaction(async (tx) => {
    await tx.query(
      `insert into notification_subscriptions
         (session_id, user_id, collection_id, endpoint, p256dh, auth)
       values ($1, $2, $3, $4, $5, $6)
       on conflict (session_id, collection_id) do nothing`,
      [session, device.userId, device.collectionId, endpoint, p256dh, auth],
    )
    await tx.query(
      `update notification_subscriptions set endpoint = $2, p256dh = $3, auth = $4
       where session_id = $1`,
      [session, endpoint, p256dh, auth],
    )
    await tx.query(
      `delete from notification_subscriptions
       where collection_id = $1 and session_id in (
         select s.session_id
         from notification_subscriptions s join sessions o on o.id = s.session_id
         where s.collection_id = $1
         order by s.session_id = $2 desc, o.seen_at desc
         offset ${MOST_DEVICES}
       )`,
      [device.collectionId, session],
    )
  })
}

export async function turnDeviceOff(database: Database, device: Device): Promise<void> {
  await database.query(
    'delete from notification_subscriptions where session_id = $1 and collection_id = $2',
    [hashToken(device.sessionToken), device.collectionId],
  )
}

async function assertOwn(database: Database, { userId, collectionId }: Device): Promise<void> {
  const own = await database.query(
    'select from collections where id = $1 and creator_id = $2 and deleted_at is null',
    [collectionId, userId],
  )
  if (own.length === 0) throw collectionGone()
}
