import { formatMoney } from '../../shared/money.ts'
import type { PushText } from '../../shared/push.ts'
import { formatCount, isolateName } from '../../shared/text.ts'
import type { Database } from '../data/database.ts'
import { type ChangeSums, countOfContributions } from '../mail/notices.ts'
import type { PushService, PushSubscriber } from '../providers/push-service.ts'
import {
  linkToChanges,
  sumChanges,
  UNNOTIFIED_CHANGE,
  type UnnotifiedChange,
} from './unnotified-changes.ts'

const LONGEST_NAME = 60

interface Tools {
  database: Database
  push: PushService
  now(): Date
  onFault(error: unknown): void
}

interface Audience {
  collectionId: string
  title: string
  unverified: number // of the whole collection
  devices: PushSubscriber[]
}

/** Sends each change once: a device that was not reached shows it when opened. Deletes ended subscriptions. */
export async function sendPushes({ database, push, now, onFault }: Tools): Promise<void> {
  const claimed = await database.query<UnnotifiedChange>(
    `with a as (delete from push_arrivals returning *)
     select ${UNNOTIFIED_CHANGE} from a join contributions c on c.id = a.contribution_id`,
  )
  const changes = claimed.filter(({ kind }) => kind !== null)
  if (changes.length === 0) return
  const audiences = await findAudiences(
    database,
    changes.map(({ collectionId }) => collectionId),
    now(),
  )
  await Promise.all(
    audiences.flatMap((audience) => {
      const { collectionId, devices } = audience
      const text = textOf(
        audience,
        changes.filter((change) => change.collectionId === collectionId),
      )
      const message = { topic: topicOf(collectionId), text: JSON.stringify(text) }
      return devices.map(async (device) => {
        const result = await push.send(device, message)
        if (result.name === 'gone') await forget(database, device)
        if (result.name === 'failed') onFault(new Error(`push: ${result.reason}`))
      })
    }),
  )
}

function findAudiences(
  database: Database,
  collectionIds: readonly string[],
  now: Date,
): Promise<Audience[]> {
  return database.query(
    `select k.id as "collectionId", k.title,
            k.confirmed_count - k.verified_count as unverified, d.devices
     from collections k
     join (
       select s.collection_id,
              json_agg(json_build_object(
                'endpoint', s.endpoint, 'p256dh', s.p256dh, 'auth', s.auth
              )) as devices
       from notification_subscriptions s
       join sessions o on o.id = s.session_id and o.expires_at > $2
       where s.collection_id = any($1::uuid[])
       group by s.collection_id
     ) d on d.collection_id = k.id
     where k.deleted_at is null`,
    [[...new Set(collectionIds)], now.toISOString()],
  )
}

function textOf(
  { collectionId, title, unverified }: Audience,
  changes: UnnotifiedChange[],
): PushText {
  const sums = sumChanges(changes)
  const [only] = changes.length === 1 ? changes : []
  const lines = only ? [lineOfOne(only)] : linesOf(sums)
  if (unverified > 1) lines.push(`${formatCount(unverified)} por verificar`)
  return {
    title,
    body: lines.join('\n'),
    url: linkToChanges(collectionId, sums),
    tag: topicOf(collectionId),
  }
}

function lineOfOne({ kind, name, amount, notifiedAmount }: UnnotifiedChange): string {
  const letters = Array.from(name) // an emoji is two units of a string
  const isLong = letters.length > LONGEST_NAME
  const from = isolateName(isLong ? `${letters.slice(0, LONGEST_NAME).join('')}…` : name)
  const told = formatMoney(notifiedAmount ?? amount)
  switch (kind) {
    case 'corrected':
      return `${from} corrigió su aporte: de ${told} a ${formatMoney(amount)}`
    case 'withdrawn':
      return `${from} retiró su aporte de ${told}`
    default:
      return `${from}: ${formatMoney(amount)}`
  }
}

function linesOf(sums: ChangeSums): string[] {
  const { count, correctedCount, withdrawnCount } = sums
  const line = (count: number, what: string, amounts: string) =>
    count === 0 ? [] : [`${countOfContributions(count, what)}: ${amounts}`]
  return [
    ...line(count, 'nuevo', formatMoney(sums.amount)),
    ...line(
      correctedCount,
      'corregido',
      `de ${formatMoney(sums.correctedFrom)} a ${formatMoney(sums.correctedTo)}`,
    ),
    ...line(withdrawnCount, 'retirado', formatMoney(sums.withdrawnAmount)),
  ]
}

/** Push services accept topics of 32 letters of base64url. */
function topicOf(collectionId: string): string {
  return collectionId.replaceAll('-', '')
}

async function forget(database: Database, { endpoint }: PushSubscriber): Promise<void> {
  await database.query('delete from notification_subscriptions where endpoint = $1', [endpoint])
}
