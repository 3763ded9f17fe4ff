export interface CursorParts {
  epoch: string
  protocol: number
  snapshot: string
  /** The newest line of the feed then; null when there was none. */
  mark: string | null
}

/**
 * Returns what a cursor of the server says (server/domain/sync/cursor.ts), without the person; null where it
 * cannot be read. For showing only: to a replica a cursor means nothing.
 */
export function readCursor(text: string): CursorParts | null {
  try {
    const { epoch, protocol, snapshot, mark } = JSON.parse(
      atob(text.replaceAll('-', '+').replaceAll('_', '/')),
    )
    return { epoch: String(epoch), protocol, snapshot: String(snapshot), mark: mark ?? null }
  } catch {
    return null
  }
}
