import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from '../../shared/async.ts'
import type { Database } from '../data/database.ts'

const PATIENCE_MS = 2_000 // then a scrape reports that the database is away

interface Waiting {
  letters: number
  letterAge: number
  uploads: number
  uploadAge: number
  payments: number
  files: number
}

/** All processes on one database report the same numbers: take the maximum, not the sum. */
export function watchWaitingWork(registry: Registry, database: Database): void {
  // A scrape collects all gauges at once: one query serves them.
  let asked: Promise<Waiting | null> | null = null
  const waiting = () => {
    asked ??= withTimeout(ask(database), PATIENCE_MS)
      .catch(() => null)
      .finally(() => {
        asked = null
      })
    return asked
  }
  const watch = (name: string, help: string, read: (waiting: Waiting | null) => number | null) => {
    const gauge: Gauge = new Gauge({
      name: `entretodos_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = read(await waiting())
        if (value === null) gauge.remove()
        else gauge.set(value)
      },
    })
  }
  const column = (name: keyof Waiting) => (now: Waiting | null) => now?.[name] ?? null

  watch('database_up', 'Whether the database answers.', (now) => (now ? 1 : 0))
  watch('mail_queue_letters', 'Letters that have not left.', column('letters'))
  watch('mail_queue_oldest_seconds', 'Since the oldest of them was asked for.', column('letterAge'))
  watch('uploads_under_way', 'Receipts on their way in.', column('uploads'))
  watch('uploads_oldest_seconds', 'Since the oldest of them began.', column('uploadAge'))
  watch('payments_to_check', 'Payments whose provider is asked again.', column('payments'))
  watch('files_to_delete', 'Files without rows that the store still has.', column('files'))
}

async function ask(database: Database): Promise<Waiting> {
  const [row] = await database.query<Waiting>(
    `select m.letters, m.age as "letterAge", u.uploads, u.age as "uploadAge", p.payments, f.files
     from (
       select count(*) as letters,
              coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
       from mail_queue
     ) m, (
       select count(*) as uploads,
              coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
       from uploads where refusal is null
     ) u, (
       select count(*) as payments from checkouts where next_check_at is not null
     ) p, (
       select count(*) as files from doomed_files
     ) f`,
  )
  if (!row) throw new Error('A select of counts answers one row')
  return row
}
