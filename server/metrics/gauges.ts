import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from '../../shared/async.ts'
import type { Database } from '../data/database.ts'
import type { DiskGuard } from '../domain/disk-guard.ts'

const TIMEOUT_MS = 2_000 // of the query; then a scrape reports database_up 0

interface Waiting {
  emails: number
  emailAge: number
  uploads: number
  uploadAge: number
  payments: number
  files: number
}

/** All processes on one database report the same numbers: take the maximum, not the sum. */
export function watchWaitingWork(registry: Registry, database: Database): void {
  // A scrape collects all gauges at once: one query serves them.
  let pending: Promise<Waiting | null> | null = null
  const waiting = () => {
    pending ??= withTimeout(countWaiting(database), TIMEOUT_MS)
      .catch(() => null)
      .finally(() => {
        pending = null
      })
    return pending
  }
  const watch = gaugesOf(registry)
  const column = (name: keyof Waiting) => async () => (await waiting())?.[name]

  watch('database_up', '1 when the database responds, else 0.', async () =>
    (await waiting()) ? 1 : 0,
  )
  watch('mail_queue_letters', 'E-mails that wait to be sent.', column('emails'))
  watch('mail_queue_oldest_seconds', 'Age of the oldest e-mail that waits.', column('emailAge'))
  watch('uploads_under_way', 'Unfinished uploads of receipts.', column('uploads'))
  watch('uploads_oldest_seconds', 'Age of the oldest unfinished upload.', column('uploadAge'))
  watch(
    'payments_to_check',
    'Payments whose state the provider is asked for again.',
    column('payments'),
  )
  watch('files_to_delete', 'Stored files without a row, to be deleted.', column('files'))
}

async function countWaiting(database: Database): Promise<Waiting> {
  const [row] = await database.query<Waiting>(
    `select m.emails, m.age as "emailAge", u.uploads, u.age as "uploadAge", p.payments, f.files
     from (
       select count(*) as emails,
              coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age
       from mail_queue where created_at <= now()
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
  if (!row) throw new Error('A select of counts returns one row')
  return row
}

export function watchDisk(registry: Registry, disk: DiskGuard): void {
  const watch = gaugesOf(registry)
  const column = (name: 'free' | 'reserve') => async () => (await disk.space())?.[name]
  watch('disk_free_bytes', 'Free space for this process.', column('free'))
  watch('disk_reserve_bytes', 'Free space below which no upload starts.', column('reserve'))
  watch('writes_work', '1 when the database and the data folder accept writes, else 0.', async () =>
    Number(await disk.takesWrites()),
  )
}

/** Each scrape calls `read`; while that returns undefined, the gauge is absent. */
function gaugesOf(registry: Registry) {
  return (name: string, help: string, read: () => Promise<number | undefined>) => {
    const gauge: Gauge = new Gauge({
      name: `entretodos_${name}`,
      help,
      registers: [registry],
      async collect() {
        const value = await read()
        if (value === undefined) gauge.remove()
        else gauge.set(value)
      },
    })
  }
}
