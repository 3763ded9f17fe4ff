/*
 * Reports that the server lacks, with their files, in a database of their own that signing out does not delete. If the
 * disk is blocked or full, a report stays in this page's memory, as long as the page.
 */
import { DAY } from '../../shared/time.ts'
import { markKeptReports, REPORTS_DATABASE } from '../api/kept-reports.ts'
import { createDurableQueue } from '../outbox/durable-queue.ts'
import { createIndexedDb } from '../outbox/indexed-db.ts'
import type { KeptReport, ReceiptFile } from './kept-report.ts'

/** Confirmed, by the report's id. */
const REPORTS = 'reports'
/** Chosen for a report that is not confirmed yet, or for a correction, by the report's id: phones drop pages. */
const CHOSEN = 'chosen'

/** A chosen file ends after a day, as the draft of its report does: the device may be shared. */
const CHOSEN_MS = DAY

/** `keptAt`: ms since the epoch. Earlier releases stored none. */
type KeptFile = ReceiptFile & { keptAt?: number }

/** The reports that this page sends, each with the signal that ends it. */
export const underWay = new Map<string, AbortSignal>()

// Reading creates no database, so that a page that only reads leaves nothing on the device (S10).
const database = createIndexedDb({
  name: REPORTS_DATABASE,
  stores: { [REPORTS]: {}, [CHOSEN]: {} },
})
const queue = createDurableQueue<KeptReport>({
  database,
  store: REPORTS,
  shared: { isWaiting: (id) => underWay.has(id) },
})

/** Returns the reports on the disk and in this page, in the order they were confirmed. */
export const keptReports = queue.all

/** True when only this page has the report: closing the page loses it. */
export const isInMemory = (id: string) => !queue.isOnDisk(id)

export const onDiskChange = queue.onDiskChange

/** Resolves when the disk has it or has refused it (R3): then it is in memory. */
export async function keepReport(report: KeptReport): Promise<void> {
  await queue.put(report)
  if (!isInMemory(report.id)) markKeptReports(true)
}

/** Deletes a sent report. After a failure the next page shows it again; the server recognises its id. */
export async function dropReport(id: string): Promise<void> {
  await queue.delete([id])
  const left = await queue.all()
  markKeptReports(left.some((report) => !isInMemory(report.id)))
}

export async function chosenReceipt(reportId: string): Promise<ReceiptFile | null> {
  return (await database.read(CHOSEN, (store) => store.get(reportId))) ?? null
}

export async function keepChosenReceipt(reportId: string, receipt: ReceiptFile): Promise<void> {
  const kept: KeptFile = { ...receipt, keptAt: Date.now() }
  await database.write(CHOSEN, 'strict', (store) => store.put(kept, reportId))
}

export async function dropOldChosenReceipts(now: Date): Promise<void> {
  await database.update(CHOSEN, async (store) => {
    let cursor = await store.openCursor()
    while (cursor) {
      const { keptAt = 0 }: KeptFile = cursor.value
      if (now.getTime() - keptAt >= CHOSEN_MS) await cursor.delete()
      cursor = await cursor.continue()
    }
  })
}

export async function dropChosenReceipt(reportId: string): Promise<void> {
  await database.update(CHOSEN, (store) => store.delete(reportId))
}
