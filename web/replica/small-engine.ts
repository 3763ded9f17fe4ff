import { PGlite } from '@electric-sql/pglite'

/**
 * Starts an engine that fits into a phone: its files live in memory, and what it writes ahead is
 * written again to IndexedDB at every flush. Queries stay as fast.
 */
export const SMALL_ENGINE = [
  ...PGlite.defaultStartParams,
  ...settings({
    shared_buffers: '4MB',
    // A first copy then goes around the log: its rows are in a table emptied by the same transaction.
    wal_level: 'minimal',
    max_wal_senders: '0',
    min_wal_size: '2MB',
    max_wal_size: '8MB',
  }),
]

function settings(values: Record<string, string>): string[] {
  return Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}
