import type { SavedTable } from '../server/backup/manifest.ts'

/** Returns a line in Spanish for each table that has rows, for the output of backup, restore and move. */
export function formatTables(tables: readonly SavedTable[]): string {
  return tables
    .filter(({ rows }) => rows > 0)
    .map(({ name, rows }) => `  ${name}: ${rows.toLocaleString('es-AR')}`)
    .join('\n')
}

/** Returns the time since `started`, a value of performance.now(): '3,2 s'. */
export function formatSeconds(started: number): string {
  return `${((performance.now() - started) / 1000).toFixed(1).replace('.', ',')} s`
}
