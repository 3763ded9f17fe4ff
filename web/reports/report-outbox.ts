/*
 * Reports on their way, with their files, in an IndexedDB database of their own. Nothing here is a
 * member's: guests have no account, and signing out does not take their receipt from them.
 *
 * A disk that is blocked or full is no reason not to send a report: what it does not take stays in this
 * page's memory, and lasts as long as the page.
 */
import { hasKeptReports, markKeptReports, REPORTS_DATABASE } from '../api/kept-reports.ts'
import { runOnStore } from '../api/run-on-store.ts'
import type { KeptReport, ReceiptFile } from './kept-report.ts'

/** Confirmed, by the report's id. */
const REPORTS = 'reports'
/** Chosen for a report that is not confirmed yet, by the report's id: phones drop pages. */
const CHOSEN = 'chosen'

/** A chosen file ends after a day, as the draft of its report does: the device may be shared. */
const CHOSEN_MS = 24 * 60 * 60 * 1000

/** Since when it is kept, ms since the epoch; earlier releases did not say. */
type KeptFile = ReceiptFile & { keptAt?: number }

/** Those that the disk did not take, by id. */
const inMemory = new Map<string, KeptReport>()

/** Those of the disk and of this page, in the order in which they were confirmed. */
export async function keptReports(): Promise<KeptReport[]> {
  const onDisk = await reportsOnDisk().catch(() => [])
  const others = onDisk.filter(({ id }) => !inMemory.has(id))
  return [...others, ...inMemory.values()].sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Whether this page is the only one that knows of it: closing it loses it. */
export function isInMemory(id: string): boolean {
  return inMemory.has(id)
}

/** Resolves when the disk has it, or has refused it (R3): then it is in memory. */
export async function keepReport(report: KeptReport): Promise<void> {
  try {
    await run(REPORTS, 'readwrite', (store) => store.put(report, report.id))
    inMemory.delete(report.id)
    markKeptReports(true)
  } catch {
    inMemory.set(report.id, report)
  }
}

/** A disk that fails may show it again on the next page: the server knows it by its id then. */
export async function dropReport(id: string): Promise<void> {
  inMemory.delete(id)
  if (!(await hasKeptReports())) return
  const left = await run(REPORTS, 'readwrite', (store) => {
    store.delete(id)
    return store.count()
  }).catch(() => 0)
  markKeptReports(left > 0)
}

async function reportsOnDisk(): Promise<KeptReport[]> {
  // Nothing was ever kept here: looking must not leave an empty box behind (S10).
  if (!(await hasKeptReports())) return []
  return run<KeptReport[]>(REPORTS, 'readonly', (store) => store.getAll())
}

/** The file that was chosen for a report before the page was gone, or null. */
export async function chosenReceipt(reportId: string): Promise<ReceiptFile | null> {
  if (!(await hasKeptReports())) return null
  return (await run<ReceiptFile | undefined>(CHOSEN, 'readonly', (s) => s.get(reportId))) ?? null
}

export async function keepChosenReceipt(reportId: string, receipt: ReceiptFile): Promise<void> {
  const kept: KeptFile = { ...receipt, keptAt: Date.now() }
  await run(CHOSEN, 'readwrite', (store) => store.put(kept, reportId))
}

/** Drops the files that were chosen more than a day ago. */
export async function dropOldChosenReceipts(now: Date): Promise<void> {
  if (!(await hasKeptReports())) return
  await run(CHOSEN, 'readwrite', (store) => {
    const walking = store.openCursor()
    walking.onsuccess = () => {
      const cursor = walking.result
      if (!cursor) return
      const { keptAt = 0 }: KeptFile = cursor.value
      if (now.getTime() - keptAt >= CHOSEN_MS) cursor.delete()
      cursor.continue()
    }
    return walking
  })
}

export async function dropChosenReceipt(reportId: string): Promise<void> {
  if (!(await hasKeptReports())) return
  await run(CHOSEN, 'readwrite', (store) => store.delete(reportId))
}

async function run<T>(
  name: typeof REPORTS | typeof CHOSEN,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest<T>,
): Promise<T> {
  let database: IDBDatabase | undefined
  const opened = async () => {
    database = await open()
    return database
  }
  try {
    return await runOnStore(opened, name, mode, 'strict', work)
  } finally {
    database?.close()
  }
}

function open(): Promise<IDBDatabase> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(REPORTS_DATABASE, 1)
    request.onupgradeneeded = () => {
      for (const name of [REPORTS, CHOSEN]) request.result.createObjectStore(name)
    }
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
}
