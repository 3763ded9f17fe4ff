/* The storage names of unsent reports, for pages that have not loaded the code of web/reports. */
import { store } from './device-storage.ts'

/** IndexedDB of reports that wait to be sent (reports/report-outbox.ts). */
export const REPORTS_DATABASE = 'entre-todos-reports'

/** True when this browser has a database of reports, and for browsers that cannot tell. */
export async function hasKeptReports(): Promise<boolean> {
  if (globalThis.indexedDB === undefined) return false
  const all = await indexedDB.databases?.().catch(() => undefined)
  return all?.some(({ name }) => name === REPORTS_DATABASE) ?? true
}

/** Read by the first script of index.html, before the first paint. */
const MARK = 'kept-reports'

/**
 * Stores whether this browser has unsent reports. If so, the next page reserves space for the line about reports at its
 * first paint.
 */
export function markKeptReports(areThere: boolean): void {
  store(MARK, areThere ? '1' : null)
}

/** Returns the key of own-reports.ts in local storage: a colecta's page looks for it before it loads that module. */
export const ownReportsName = (collectionId: string) => `own-reports:${collectionId}`

/** Removes the reserved space. */
export function releaseReportsSpace(): void {
  delete document.documentElement.dataset.reports
}
