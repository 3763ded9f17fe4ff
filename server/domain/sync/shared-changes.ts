import pLimit from 'p-limit'
import type { Database } from '../../data/database.ts'
import { limitByKey } from '../../data/limit-by-key.ts'
import { shareRuns } from '../share-runs.ts'
import { changesSince } from './changes.ts'

/** Share of the connections that streams may use, so that other requests get through. */
const STREAMS_SHARE = 0.5

export type FeedEvent =
  | { name: 'batch'; cursor: string; json: string }
  | { name: 'restart'; json: string }

export interface ReadOptions {
  /** The first read of a stream, which waits in a queue of its own. */
  isFirst: boolean
}

/**
 * Returns a function that reads a person's changes since a cursor. Streams of one person with the same cursor share a
 * read. First reads have a queue of their own: after a restart everyone opens a stream at once, and a change must not
 * wait for all of them.
 */
export function createSharedChanges(
  database: Database,
): (
  personId: string,
  cursor: string | undefined,
  options: ReadOptions,
) => Promise<FeedEvent | null> {
  const readers = Math.ceil(database.connections * STREAMS_SHARE)
  const inTurn = pLimit(readers)
  const inFirstTurn = pLimit(readers)
  const inPersonsTurn = limitByKey(1)
  const once = shareRuns<FeedEvent | null>()

  return (personId, cursor, { isFirst }) => {
    const read = (run: () => Promise<FeedEvent | null>) =>
      inPersonsTurn(personId, () => inTurn(run))
    const inAllTurns = (run: () => Promise<FeedEvent | null>) =>
      isFirst ? inFirstTurn(() => read(run)) : read(run)
    return once(`${personId} ${cursor}`, inAllTurns, async () => {
      const changes = await changesSince(database, personId, cursor)
      if (!changes) return null
      const json = JSON.stringify(changes)
      return 'restart' in changes
        ? { name: 'restart', json }
        : { name: 'batch', cursor: changes.cursor, json }
    })
  }
}
