import { Gauge, type Registry } from 'prom-client'
import { withTimeout } from '../../shared/async.ts'
import type { Database } from '../data/database.ts'
import type { DiskGuard } from '../domain/disk-guard.ts'

const PATIENCE_MS = 2_000 // then a scrape reports that the database is away

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
  let asked: Promise<Waiting | null> | null = null
  const waiting = () => {
    asked ??= withTimeout(ask(database), PATIENCE_MS)
      .catch(() => null)
      .finally(() => {
        asked = null
      })
    return asked
  }
  const watch = gaugesOf(registry)
  const column = (name: keyof Waiting) => async () => (await waiting())?.[name]

  watch('database_up', 'Whether the database answers.', async () => ((await waiting()) ? 1 : 0))
  watch('mail_queue_letters', 'Letters that have not left.', column('emails'))
  watch('mail_queue_oldest_seconds', 'Since the oldest of them was asked for.', column('emailAge'))
  watch('uploads_under_way', 'Receipts on their way in.', column('uploads'))
  watch('uploads_oldest_seconds', 'Since the oldest of them began.', column('uploadAge'))
  watch('payments_to_check', 'Payments whose provider is asked again.', column('payments'))
  watch('files_to_delete', 'Files without rows that the store still has.', column('files'))
}

async function ask(database: Database): Promise<Waiting> {
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
  if (!row) throw new Error('A select of counts answers one row')
  return row
}

export function watchDisk(registry: Registry, disk: DiskGuard): void {
  const watch = gaugesOf(registry)
  const column = (name: 'free' | 'reserve') => async () => (await disk.space())?.[name]
  watch('disk_free_bytes', 'What this process may still write.', column('free'))
  watch('disk_reserve_bytes', 'Below this no upload begins.', column('reserve'))
  watch('writes_work', 'Whether database and data folder take writes.', async () =>
    Number(await disk.takesWrites()),
  )
}

/** Gauges that are read at each scrape, and absent while they cannot be. */
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
