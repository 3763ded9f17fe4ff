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

/** Name in local storage of what own-reports.ts keeps: the page of a collection looks for it before it loads that. */
export const ownReportsName = (collectionId: string) => `own-reports:${collectionId}`

export function releaseReportsSpace(): void {
  delete document.documentElement.dataset.reports
}
