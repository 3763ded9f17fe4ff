import pLimit from 'p-limit'
import type { Database } from '../../data/database.ts'
import { limitByKey } from '../../data/limit-by-key.ts'
import { shareRuns } from '../share-runs.ts'
import { changesSince } from './changes.ts'

/** Share of the connections that streams may use, so that other requests get through. */
const STREAMS_SHARE = 0.5

export type StreamEvent =
  | { name: 'batch'; cursor: string; json: string }
  | { name: 'restart'; json: string }

/** Reads changes since a cursor. Streams of one person with the same cursor share a read. */
export function createSharedChanges(
  database: Database,
): (personId: string, cursor: string | undefined) => Promise<StreamEvent | null> {
  const inTurn = pLimit(Math.ceil(database.connections * STREAMS_SHARE))
  const inPersonsTurn = limitByKey(1)
  const once = shareRuns<StreamEvent | null>()

  return (personId, cursor) => {
    const inBothTurns = (run: () => Promise<StreamEvent | null>) =>
      inPersonsTurn(personId, () => inTurn(run))
    return once(`${personId} ${cursor}`, inBothTurns, async () => {
      const changes = await changesSince(database, personId, cursor)
      if (!changes) return null
      const json = JSON.stringify(changes)
      return 'restart' in changes
        ? { name: 'restart', json }
        : { name: 'batch', cursor: changes.cursor, json }
    })
  }
}
