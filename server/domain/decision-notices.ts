/* Schedules e-mails to guests who asked for them, about decisions on their contributions. notices.ts calls it. */
import { MINUTE } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import { settleDecision } from './decision-email.ts'
import type { Limits } from './limits.ts'
import type { MailQueue } from './mail-queue.ts'

const UNDO_TIME = MINUTE // the organiser may undo a decision before its e-mail is sent

interface Tools {
  database: Database
  mailQueue: MailQueue
  limits: Limits
  now(): Date
}

interface Decided {
  id: string
  email: string
  organiserId: string
}

/** Limited (A5): a guest types the address and the organiser the title, so either could be a spammer. */
export async function scheduleDecisions({ database, mailQueue, limits, now }: Tools) {
  const moment = now()
  // The trigger that notes a decision resets `seen_at`; the time to undo it begins here.
  await database.query(
    `update guest_notices set seen_at = $1
     where decision is not null and decision is distinct from told and seen_at is null`,
    [moment.toISOString()],
  )
  const due = await database.query<Decided>(
    `select c.id, c.contributor_email as email, c.organiser_id as "organiserId"
     from guest_notices g join contributions c on c.id = g.contribution_id
     where g.decision is not null and g.decision is distinct from g.told and g.seen_at <= $1
       and c.contributor_email is not null
       and not exists (
         select from mail_queue q
         where q.email = c.contributor_email and q.letter = 'decision' and q.about = c.id
       )`,
    [new Date(moment.getTime() - UNDO_TIME).toISOString()],
  )
  if (due.length === 0) return
  for (const { id, email, organiserId } of due) {
    const isWithinLimits =
      (await limits.tryCount('decisions told to e-mail', email)) &&
      (await limits.tryCount('decisions told by organiser', organiserId))
    if (isWithinLimits) await mailQueue.schedule(database, 'decision', email, id, moment)
    else await settleDecision(database, id) // so that it is not due again
  }
  void mailQueue.wake()
}
