/*
 * Compares the ledger with the database and the files (S7): no acknowledged write is lost, none is stored twice,
 * every receipt has its file and every file its receipt.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Database } from '../../server/data/database.ts'
import { sha256Of } from '../../server/data/sha256.ts'
import { sweepUploads } from '../../server/domain/receipts/sweep-uploads.ts'
import { createUploadLocks } from '../../server/domain/receipts/upload-locks.ts'
import { DAY, HOUR } from '../../shared/time.ts'
import type { Ledger } from './ledger.ts'
import { filesIn, localStorageOf, type ReceiptStorage } from './receipt-storage.ts'

/** One sentence for each difference; every list is empty if there is none. */
export interface Verdict {
  lost: string[]
  doubled: string[]
  /** Rows that differ from the request, or that no client sent. */
  altered: string[]
  /** Files without rows, rows without files. */
  files: string[]
  /** Number of unfinished uploads that the sweep removed. In production it removes them after a day. */
  swept: number
}

/** Compares the ledger with the database. Call it after all servers have stopped. */
export async function checkLedger(
  ledger: Ledger,
  database: Database,
  dataDir: string,
  storage = localStorageOf(dataDir),
): Promise<Verdict> {
  const now = () => new Date(Date.now() + DAY + HOUR)
  const swept = await sweepUploads({
    database,
    files: storage.files,
    uploadLocks: createUploadLocks(database),
    secret: '',
    now,
  })
  const verdict: Verdict = { lost: [], doubled: [], altered: [], files: [], swept }
  await checkContributions(ledger, database, verdict)
  await checkTotals(database, verdict)
  await checkReceipts(ledger, database, storage, verdict)
  for (const path of filesIn(join(dataDir, 'uploads'))) verdict.files.push(`left: uploads/${path}`)
  await checkEdits(ledger, database, verdict)
  return verdict
}

async function checkContributions(ledger: Ledger, database: Database, verdict: Verdict) {
  const rows = await database.query<{
    id: string
    collectionId: string
    name: string
    amount: number
  }>(
    `select id, collection_id as "collectionId", contributor_name as name,
            (amount * 100)::int8 as amount
     from contributions where deleted_at is null`,
  )
  const there = new Set(rows.map(({ id }) => id))
  for (const [id, { name, acknowledged }] of ledger.contributions) {
    if (acknowledged && !there.has(id)) verdict.lost.push(`contribution ${id}, ${name}`)
  }
  const names = new Set<string>()
  for (const { id, collectionId, name, amount } of rows) {
    if (names.has(name)) verdict.doubled.push(`contribution ${id}, ${name}`)
    names.add(name)
    const sent = ledger.contributions.get(id)
    const same = sent?.collectionId === collectionId && sent.name === name && sent.amount === amount
    if (!same) verdict.altered.push(`contribution ${id}, ${name}, ${amount}`)
  }
}

/** Finds a report that was counted twice or not at all although its row is right. */
async function checkTotals(database: Database, { altered }: Verdict) {
  const wrong = await database.query<{ id: string }>(
    `select c.id from collections c
     left join contributions k
       on k.collection_id = c.id and k.deleted_at is null and k.payment_status = 'confirmed'
     group by c.id
     having c.amount_collected <> coalesce(sum(k.amount), 0) or c.confirmed_count <> count(k.id)`,
  )
  for (const { id } of wrong) altered.push(`totals of collection ${id}`)
}

async function checkReceipts(
  { receipts }: Ledger,
  database: Database,
  storage: ReceiptStorage,
  verdict: Verdict,
) {
  const rows = await database.query<{ id: string; path: string; sha256: string; shown: boolean }>(
    `select r.contribution_id as id, r.path, r.sha256, c.transfer_id is not distinct from r.path as shown
     from receipts r join contributions c on c.id = r.contribution_id`,
  )
  const attached = new Map(rows.map((row) => [row.id, row]))
  for (const [id, { sha256, acknowledged }] of receipts) {
    const row = attached.get(id)
    if (acknowledged && row?.sha256 !== sha256) verdict.lost.push(`receipt of ${id}`)
  }
  const stray = new Map(storage.stored())
  for (const { id, path, sha256, shown } of rows) {
    if (receipts.get(id)?.sha256 !== sha256 || !shown) verdict.altered.push(`receipt of ${id}`)
    const file = stray.get(path)
    if (!file) verdict.files.push(`row without file: ${path}`)
    else if (sha256Of(readFileSync(file)) !== sha256) verdict.files.push(`other bytes: ${path}`)
    stray.delete(path)
  }
  const pointing = await database.query<{ path: string }>(
    `select transfer_id as path from contributions c
     where transfer_id is not null
       and not exists (select from receipts r where r.contribution_id = c.id)`,
  )
  for (const { path } of pointing) verdict.files.push(`shown without a row: ${path}`)
  for (const path of stray.keys()) verdict.files.push(`file without row: ${path}`)
}

async function checkEdits(ledger: Ledger, database: Database, verdict: Verdict) {
  const done = await database.query<{ id: string }>(
    `select id from mutations where outcome ->> 'ok' = 'true'`,
  )
  const ids = new Set(done.map(({ id }) => id))
  for (const [id, { acknowledged }] of ledger.mutations) {
    if (acknowledged && !ids.has(id)) verdict.lost.push(`edit ${id}`)
  }
  const rows = await database.query<{ id: string; description: string }>(
    'select id, description from collections',
  )
  const descriptions = new Map(rows.map(({ id, description }) => [id, description]))
  for (const [id, { sent, acknowledged }] of ledger.descriptions) {
    const description = descriptions.get(id) ?? ''
    if (description !== sent && description !== acknowledged) {
      verdict.lost.push(`description of ${id}: ${description} instead of ${acknowledged}`)
    }
  }
}
