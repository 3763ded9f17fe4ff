import { newId } from '../../shared/id.ts'
import type { Sql } from '../../shared/sql.ts'
import { HOUR, MINUTE, SECOND } from '../../shared/time.ts'
import type { Database } from '../data/database.ts'
import { type Mail, RecipientRefused } from '../mail/mail.ts'
import type { ComposedEmail } from './composed-email.ts'
import { composeEmail, type EmailKind, isEmailKind } from './emails.ts'
import type { SetTimer } from './set-timer.ts'

const RETRY_DELAYS = [5 * SECOND, 30 * SECOND, 2 * MINUTE, 10 * MINUTE, 30 * MINUTE] // the last one repeats
const GIVE_UP_AFTER = 72 * HOUR // then an e-mail is useless
const LEASE = MINUTE // longer than a mail server's timeout; then others send the e-mails of a dead process
const POLL_INTERVAL = MINUTE // for e-mails that another process left
const BATCH_SIZE = 10

/** No request waits for the mail server. Sends at least once: a process that dies leaves an e-mail to be sent again. */
export interface MailQueue {
  /** Queues in the transaction `sql`, in place of an unsent one of its kind. Call `wake` after the commit. */
  add(sql: Sql, kind: EmailKind, email: string): Promise<void>
  /** Like `add`, for `at` or earlier when already due. Composed when it is sent: it covers what happens until then. */
  schedule(sql: Sql, kind: EmailKind, email: string, about: string, at: Date): Promise<void>
  wake(): Promise<void> // resolves when all due e-mails were tried; never rejects
  close(): Promise<void>
}

export interface AccountContext {
  database: Database
  mailQueue: MailQueue
  now(): Date
}

interface Tools {
  database: Database
  mail: Mail
  origin: string
  secret: string
  now(): Date
  setTimer: SetTimer
  onFault(error: unknown, what: string): void // `what`: the kind of the e-mail, never the recipient
}

interface Due {
  id: string
  kind: string // the column `letter`
  email: string
  about: string | null
  tries: number
  createdAt: string
}

export function createMailQueue(tools: Tools): MailQueue {
  const { database, now, setTimer, onFault } = tools
  let working = Promise.resolve()
  let waiting: Promise<void> | null = null
  let cancelTimer = () => {}
  let closed = false

  async function work(): Promise<void> {
    waiting = null
    cancelTimer()
    if (closed) return
    let hasFailed = false
    try {
      while (!closed) {
        const due = await claim(database, now())
        if (due.length === 0) break
        await Promise.all(due.map((email) => deliver(tools, email)))
      }
    } catch (error) {
      hasFailed = true
      onFault(error, 'mail queue')
    }
    // On a full disk reads work: the same e-mail would be due again at once.
    const pause = hasFailed ? POLL_INTERVAL : await untilNext()
    if (!closed) cancelTimer = setTimer(pause, wake)
  }

  async function untilNext(): Promise<number> {
    const next = await nextTry(database).catch(() => null)
    if (!next) return POLL_INTERVAL
    return Math.min(Math.max(next.getTime() - now().getTime(), 0), POLL_INTERVAL)
  }

  function wake(): Promise<void> {
    waiting ??= working = working.then(work)
    return waiting
  }

  return {
    async add(sql, kind, email) {
      const at = now().toISOString()
      await sql.query(
        `insert into mail_queue (id, letter, email, created_at, next_try_at)
         values ($1, $2, $3, $4, $4)
         on conflict (email, letter, about) do update set
           id = excluded.id,
           created_at = excluded.created_at,
           next_try_at = excluded.next_try_at,
           tries = 0`,
        [newId(), kind, email, at],
      )
    },
    async schedule(sql, kind, email, about, at) {
      await sql.query(
        `insert into mail_queue as q (id, letter, email, about, created_at, next_try_at)
         values ($1, $2, $3, $4, $5, $5)
         on conflict (email, letter, about) do update set
           created_at = excluded.created_at,
           next_try_at = excluded.next_try_at
         where q.tries = 0 and q.next_try_at > excluded.next_try_at`,
        [newId(), kind, email, about, at.toISOString()],
      )
    },
    wake,
    async close() {
      closed = true
      cancelTimer()
      await working
    },
  }
}

function claim(database: Database, now: Date): Promise<Due[]> {
  return database.query<Due>(
    `update mail_queue
     set tries = tries + 1, next_try_at = $2
     where id in (
       select id from mail_queue
       where next_try_at <= $1
       order by next_try_at
       limit ${BATCH_SIZE}
       for update skip locked
     )
     returning id, letter as kind, email, about, tries, created_at as "createdAt"`,
    [now.toISOString(), new Date(now.getTime() + LEASE).toISOString()],
  )
}

async function deliver(tools: Tools, due: Due): Promise<void> {
  const { database, mail, now, onFault } = tools
  let composed: ComposedEmail | null = null
  try {
    // A process of a newer release queued it, and will send it.
    if (!isEmailKind(due.kind)) return
    composed = await composeEmail(tools, due.kind, due)
    if (composed) await mail.send(composed)
    await forget(database, due, composed)
  } catch (error) {
    onFault(error, 'mail did not leave')
    const isLost = error instanceof RecipientRefused || isTooOld(due, now())
    if (isLost) await forget(database, due, composed)
    else await postpone(database, due, now())
  }
}

function isTooOld({ createdAt }: Due, now: Date): boolean {
  return now.getTime() - Date.parse(createdAt) > GIVE_UP_AFTER
}

/** Deletes by id: a new request for the same e-mail has a new id and stays. */
async function forget(
  database: Database,
  { id }: Due,
  composed: ComposedEmail | null,
): Promise<void> {
  await database.transaction(async (tx) => {
    await tx.query('delete from mail_queue where id = $1', [id])
    await composed?.settle?.(tx)
  })
}

async function postpone(database: Database, { id, tries }: Due, now: Date): Promise<void> {
  const wait = RETRY_DELAYS[Math.min(tries, RETRY_DELAYS.length) - 1] ?? 0
  const next = new Date(now.getTime() + wait).toISOString()
  await database.query('update mail_queue set next_try_at = $2 where id = $1', [id, next])
}

async function nextTry(database: Database): Promise<Date | null> {
  const [row] = await database.query<{ next: string | null }>(
    'select min(next_try_at) as next from mail_queue',
  )
  return row?.next ? new Date(row.next) : null
}
