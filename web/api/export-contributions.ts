import { type CsvPart, type CsvRequest, csvHead } from '../../shared/contributions-csv.ts'
import { hasCode } from '../../shared/errors.ts'
import { type LocalReplica, localReplica } from './local-replica.ts'
import { download } from './request.ts'

interface Watch {
  signal: AbortSignal
  onProgress: (share: number) => void
}

/** Returns CSV from the replica when it is ready, even offline, otherwise from the server. The bytes are the same. */
export async function exportContributions(request: CsvRequest, watch: Watch): Promise<Blob> {
  const replica = localReplica()
  if (replica?.isReady()) {
    try {
      return await fileFrom(replica, request, watch)
    } catch (error) {
      if (!hasCode(error, 'internal')) throw error
    }
  }
  const { collectionId, ...query } = request
  const path = `/api/collections/${collectionId}/contributions.csv?${new URLSearchParams(query)}`
  return download(path, watch.signal)
}

/** Requests one window after the other, so that a change of the replica's owner repeats one at most (S11). */
async function fileFrom(replica: LocalReplica, request: CsvRequest, watch: Watch): Promise<Blob> {
  const { signal, onProgress } = watch
  const { separator, ...list } = request
  const windows = await replica.csvWindows(list)
  const parts: BlobPart[] = [csvHead(separator)]
  for (const [index, window] of windows.entries()) {
    onProgress(index / windows.length)
    const part: CsvPart = { ...request, window }
    parts.push(await replica.csvRows(part))
    signal.throwIfAborted()
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
