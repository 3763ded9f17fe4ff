/*
 * Reports on their way, with their files, in an IndexedDB database of their own. Nothing here is a
 * member's: guests have no account, and signing out does not take their receipt from them.
 */
import { hasKeptReports, markKeptReports, REPORTS_DATABASE } from '../api/kept-reports.ts'
import { runOnStore } from '../api/run-on-store.ts'
import type { KeptReport, ReceiptFile } from './kept-report.ts'

/** Confirmed, by the report's id. */
const REPORTS = 'reports'
/** Chosen for a report that is not confirmed yet, by the report's id: phones drop pages. */
const CHOSEN = 'chosen'

/** In the order in which they were confirmed. Throws AppError('unavailable') without storage. */
export async function keptReports(): Promise<KeptReport[]> {
  // Nothing was ever kept here: looking must not leave an empty box behind (S10).
  if (!(await hasKeptReports())) return []
  const all = await run<KeptReport[]>(REPORTS, 'readonly', (store) => store.getAll())
  return all.sort((a, b) => (a.at < b.at ? -1 : 1))
}

/** Resolves when the disk has it (R3). Throws AppError('unavailable') when there is no room. */
export async function keepReport(report: KeptReport): Promise<void> {
  await run(REPORTS, 'readwrite', (store) => store.put(report, report.id))
  markKeptReports(true)
}

export async function dropReport(id: string): Promise<void> {
  const left = await run(REPORTS, 'readwrite', (store) => {
    store.delete(id)
    return store.count()
  })
  markKeptReports(left > 0)
}

/** The file that was chosen for a report before the page was gone, or null. */
export async function chosenReceipt(reportId: string): Promise<ReceiptFile | null> {
  if (!(await hasKeptReports())) return null
  return (await run<ReceiptFile | undefined>(CHOSEN, 'readonly', (s) => s.get(reportId))) ?? null
}

export async function keepChosenReceipt(reportId: string, receipt: ReceiptFile): Promise<void> {
  await run(CHOSEN, 'readwrite', (store) => store.put(receipt, reportId))
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
