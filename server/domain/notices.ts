/* Triggers list contributions and decisions; notifications follow at once after own commits, and every minute. */
import { addDays, startOfDay, today } from '../../shared/dates.ts'
import { HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import type { PushService } from '../providers/push-service.ts'
import { scheduleDecisions } from './decision-notices.ts'
import type { Limits } from './limits.ts'
import type { MailQueue } from './mail-queue.ts'
import { sendPushes } from './push-notices.ts'
import type { SetTimer } from './set-timer.ts'

const EMAIL_DELAY = 5 * SECOND // contributions that arrive in that time go into the same e-mail
const LEAST_INTERVAL = 10 * MINUTE // between two e-mails about one collection
const MORNING = 9 * HOUR // in Argentina, for organisers who want one e-mail a day
const READ_DELAY = 1 * SECOND // many reports in a second cost one read
const POLL_INTERVAL = MINUTE // for arrivals that another process left

export interface Notices {
  soon(): void // in a second, once for many calls
  /** Resolves when e-mails are scheduled and push services have responded. Never rejects. */
  wake(): Promise<void>
  close(): Promise<void>
}

interface Tools {
  database: Database
  mailQueue: MailQueue
  push: PushService
  limits: Limits
  now(): Date
  setTimer: SetTimer
  onFault(error: unknown): void
}

export function createNotices(tools: Tools): Notices {
  const { setTimer, onFault } = tools
  let working = Promise.resolve()
  let cancelTimer = () => {}
  let isSoon = false
  let closed = false
  const sending = new Set<Promise<void>>()

  async function work(): Promise<void> {
    if (closed) return
    cancelTimer()
    isSoon = false
    await scheduleEmails(tools).catch(onFault)
    await scheduleDecisions(tools).catch(onFault)
    startPushes()
    if (!closed && !isSoon) cancelTimer = setTimer(POLL_INTERVAL, wake)
  }

  /** E-mails do not wait for a slow push service. */
  function startPushes(): void {
    const sent = sendPushes(tools)
      .catch(onFault)
      .finally(() => sending.delete(sent))
    sending.add(sent)
  }

  async function wake(): Promise<void> {
    working = working.then(work)
    await settle()
  }

  async function settle(): Promise<void> {
    await working
    await Promise.all(sending)
  }

  return {
    soon() {
      if (isSoon || closed) return
      isSoon = true
      cancelTimer()
      cancelTimer = setTimer(READ_DELAY, wake)
    },
    wake,
    async close() {
      closed = true
      cancelTimer()
      await settle()
    },
  }
}

/** One e-mail per collection counts what arrives until it is sent. */
async function scheduleEmails({ database, mailQueue, now }: Tools): Promise<void> {
  const moment = now()
  const due = await database.query<{ collectionId: string; email: string; at: string }>(
    `select d.*
     from (
       select k.id as "collectionId", u.email,
              case k.notify
                when 'daily' then $1::timestamptz
                else greatest($2::timestamptz, s.sent_at + $3 * interval '1 ms')
              end as at
       from (select distinct collection_id from arrivals) a
       join collections k on k.id = a.collection_id
       join users u on u.id = k.creator_id
       left join digests s on s.collection_id = k.id
     ) d
     where not exists (
       select from mail_queue q
       where q.email = d.email and q.letter = 'new-contributions' and q.about = d."collectionId"
         and (q.tries > 0 or q.next_try_at <= d.at)
     )`,
    [
      nextMorning(moment).toISOString(),
      new Date(moment.getTime() + EMAIL_DELAY).toISOString(),
      LEAST_INTERVAL,
    ],
  )
  if (due.length === 0) return
  for (const { collectionId, email, at } of due) {
    await mailQueue.schedule(database, 'new-contributions', email, collectionId, new Date(at))
  }
  void mailQueue.wake()
}

function nextMorning(now: Date): Date {
  const day = today(now)
  const morning = startOfDay(day) + MORNING
  return new Date(morning > now.getTime() ? morning : startOfDay(addDays(day, 1)) + MORNING)
}
