import { type CsvPart, type CsvRequest, csvHead } from '../../shared/contributions-csv.ts'
import { AppError } from '../../shared/errors.ts'
import { type Local, local } from './local.ts'
import { download } from './request.ts'

interface Watch {
  /** Stops it: the promise rejects with the signal's reason. */
  signal: AbortSignal
  /** Hears the share that is done, 0 to 1, where it is known. */
  onProgress: (share: number) => void
}

/**
 * A collection's contributions as a file for spreadsheets: from the browser's copy when it is ready,
 * also without a network, and from the server otherwise; the bytes are the same.
 */
export async function exportContributions(request: CsvRequest, watch: Watch): Promise<Blob> {
  const copy = local()
  if (copy?.isReady()) {
    try {
      return await fileFrom(copy, request, watch)
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'internal') throw error
    }
  }
  const { collectionId, ...query } = request
  const path = `/api/collections/${collectionId}/contributions.csv?${new URLSearchParams(query)}`
  return download(path, watch.signal)
}

/** One window after another, each asked by itself: a copy that changes tabs loses one at most (S11). */
async function fileFrom(copy: Local, request: CsvRequest, watch: Watch): Promise<Blob> {
  const { signal, onProgress } = watch
  const { separator, ...list } = request
  const windows = await copy.csvWindows(list)
  const parts: BlobPart[] = [csvHead(separator)]
  for (const [index, window] of windows.entries()) {
    onProgress(index / windows.length)
    const part: CsvPart = { ...request, window }
    parts.push(await copy.csvRows(part))
    signal.throwIfAborted()
  }
  return new Blob(parts, { type: 'text/csv;charset=utf-8' })
}
