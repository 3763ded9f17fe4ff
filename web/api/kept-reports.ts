/* The storage names of unsent reports, for pages that have not loaded the code of web/reports. */
import { store } from './device-storage.ts'

export const REPORTS_DATABASE = 'entre-todos-reports'

/** Returns true also for browsers that cannot tell. */
export async function hasKeptReports(): Promise<boolean> {
  if (globalThis.indexedDB === undefined) return false
  const all = await indexedDB.databases?.().catch(() => undefined)
  return all?.some(({ name }) => name === REPORTS_DATABASE) ?? true
}

/** Read by the first script of index.html, before the first paint. */
const MARK = 'kept-reports'

/** Lets the next page reserve space for the line about unsent reports at its first paint. */
export function markKeptReports(areThere: boolean): void {
  store(MARK, areThere ? '1' : null)
}

/** Returns the key in local storage: a colecta's page looks for it before it loads own-reports.ts. */
export const ownReportsName = (collectionId: string) => `own-reports:${collectionId}`

/** Removes the space that was reserved at the first paint, once there is no line to fill it. */
export function releaseReportsSpace(): void {
  delete document.documentElement.dataset.reports
}
