/* Reports that guests made on this device, with their keys. Sign-out leaves them: guests have no session. */
import type { OwnReportKey } from '../../shared/own-report.ts'
import { readStoredJson, store } from './device-storage.ts'
import { ownReportsName } from './kept-reports.ts'

export interface OwnReportTrace extends OwnReportKey {
  amount: number // whole centavos
  at: string // ISO 8601
}

const MAX_TRACES = 20

/** Returns the newest first. */
export function ownReportTraces(collectionId: string): OwnReportTrace[] {
  const stored = readStoredJson(ownReportsName(collectionId))
  return Array.isArray(stored) ? stored.filter(isTrace) : []
}

export function keepOwnReport(collectionId: string, trace: OwnReportTrace): void {
  const others = ownReportTraces(collectionId).filter(({ id }) => id !== trace.id)
  storeTraces(collectionId, [trace, ...others].slice(0, MAX_TRACES))
}

export function forgetOwnReport(collectionId: string, id: string): void {
  const others = ownReportTraces(collectionId).filter((trace) => trace.id !== id)
  storeTraces(collectionId, others)
}

function storeTraces(collectionId: string, traces: readonly OwnReportTrace[]): void {
  const key = ownReportsName(collectionId)
  store(key, traces.length > 0 ? JSON.stringify(traces) : null)
  // The browser sends this event to other tabs alone.
  window.dispatchEvent(new StorageEvent('storage', { key }))
}

function isTrace(value: Partial<OwnReportTrace> | null): value is OwnReportTrace {
  return (
    typeof value?.id === 'string' &&
    typeof value.key === 'string' &&
    typeof value.amount === 'number' &&
    typeof value.at === 'string'
  )
}
