import type { SavedTable } from '../server/backup/manifest.ts'

/** A line for each table that has rows, in Spanish. */
export function formatTables(tables: readonly SavedTable[]): string {
  return tables
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows }) => `  ${name}: ${rows.toLocaleString('es-AR')}`)
    .join('\n')
}

/** `started`: of performance.now(). Returns '3,2 s'. */
export function formatSeconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1).replace('.', ',')} s`
}
