import pLimit from 'p-limit'
import type { Database } from '../../data/database.ts'
import { limitByKey } from '../../data/limit-by-key.ts'
import { shareRuns } from '../share-runs.ts'
import { changesSince } from './changes.ts'

/** The share of the connections that streams may keep busy: other requests come through in between. */
const STREAMS_SHARE = 0.5

/** What a stream tells next, as JSON. */
export type News =
  | { name: 'batch'; cursor: string; json: string }
  | { name: 'restart'; json: string }

/**
 * Reads what changed for a person since a cursor, null where nothing did: once for all of their streams that wait
 * there, and for some people at a time, however many a change concerns.
 */
export function createSharedChanges(
  database: Database,
): (personId: string, cursor: string | undefined) => Promise<News | null> {
  const inTurn = pLimit(Math.max(1, Math.ceil(database.connections * STREAMS_SHARE)))
  const inPersonsTurn = limitByKey(1)
  const once = shareRuns<News | null>()

  return (personId, cursor) => {
    const inBothTurns = (run: () => Promise<News | null>) =>
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
