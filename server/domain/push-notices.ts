import { links } from '../../shared/links.ts'
import { formatMoney } from '../../shared/money.ts'
import type { PushText } from '../../shared/push.ts'
import type { Database } from '../data/database.ts'
import type { PushService, PushSubscriber } from '../providers/push-service.ts'

const LONGEST_NAME = 60

interface Tools {
  database: Database
  push: PushService
  now(): Date
  onFault(error: unknown): void
}

interface Arrived {
  collectionId: string
  title: string
  count: number
  amount: number // in centavos, of all `count`
  name: string // of one contributor
  unverified: number // of the whole collection
  devices: PushSubscriber[]
}

/**
 * Sends what arrived to the devices that asked for it, once: a device that was not reached sees it when it is opened.
 * Deletes subscriptions that have ended.
 */
export async function sendPushes({ database, push, now, onFault }: Tools): Promise<void> {
  const claimed = await database.query<{ id: string }>(
    'delete from push_arrivals returning contribution_id as id',
  )
  if (claimed.length === 0) return
  const arrived = await findArrived(
    database,
    claimed.map(({ id }) => id),
    now(),
  )
  await Promise.all(
    arrived.flatMap((one) => {
      const message = { topic: topicOf(one.collectionId), text: JSON.stringify(textOf(one)) }
      return one.devices.map(async (device) => {
        const result = await push.send(device, message)
        if (result.name === 'gone') await forget(database, device)
        if (result.name === 'failed') onFault(new Error(`push: ${result.reason}`))
      })
    }),
  )
}

function findArrived(database: Database, ids: readonly string[], now: Date): Promise<Arrived[]> {
  return database.query(
    `select k.id as "collectionId", k.title, n.count, n.amount, n.name,
            k.confirmed_count - k.verified_count as unverified, d.devices
     from (
       select c.collection_id, count(*) as count, (sum(c.amount) * 100)::int8 as amount,
              min(c.contributor_name) as name
       from contributions c
       where c.id = any($1::uuid[]) and c.deleted_at is null
       group by c.collection_id
     ) n
     join collections k on k.id = n.collection_id and k.deleted_at is null
     join (
       select s.collection_id,
              json_agg(json_build_object(
                'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth
              )) as devices
       from notification_subscriptions s
       join sessions o on o.id = s.session_id and o.expires_at > $2
       group by s.collection_id
     ) d on d.collection_id = k.id`,
    [[...ids], now.toISOString()],
  )
}

function textOf({ collectionId, title, count, amount, name, unverified }: Arrived): PushText {
  const from = name.length > LONGEST_NAME ? `${name.slice(0, LONGEST_NAME)}…` : name
  const what =
    count === 1
      ? `${from}: ${formatMoney(amount)}`
      : `${count.toLocaleString('es-AR')} aportes nuevos: ${formatMoney(amount)}`
  return {
    title,
    body: unverified > 1 ? `${what}\n${unverified.toLocaleString('es-AR')} por verificar` : what,
    url: links.review(collectionId),
    tag: topicOf(collectionId),
  }
}

/** Push services take 32 letters of base64url. */
function topicOf(collectionId: string): string {
  return collectionId.replaceAll('-', '')
}

async function forget(database: Database, { endpoint }: PushSubscriber): Promise<void> {
  await database.query('delete from notification_subscriptions where endpoint = $1', [endpoint])
}
