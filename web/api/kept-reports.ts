/** The database of the reports on their way (reports/report-outbox.ts). */
export const REPORTS_DATABASE = 'entre-todos-reports'

/** Whether this browser has ever kept a report. Some browsers cannot say; then it may have. */
export async function hasKeptReports(): Promise<boolean> {
  if (globalThis.indexedDB === undefined) return false
  const all = await indexedDB.databases?.().catch(() => undefined)
  return all?.some(({ name }) => name === REPORTS_DATABASE) ?? true
}

/** Read by the page's first script, before anything is painted (index.html). */
const MARK = 'kept-reports'

/** Whether the next page shall keep room for the line about a report from its first paint. */
export function markKeptReports(areThere: boolean): void {
  try {
    if (areThere) localStorage.setItem(MARK, '1')
    else localStorage.removeItem(MARK)
  } catch {
    // Then the line makes its room itself.
  }
}

/** The room that this page kept is needed no more. */
export function leaveRoomOfReports(): void {
  delete document.documentElement.dataset.reports
}
