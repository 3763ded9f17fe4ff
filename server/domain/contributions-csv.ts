import {
  type CsvRequest,
  csvFileName,
  csvHead,
  csvRows,
  csvWindows,
} from '../../shared/contributions-csv.ts'
import { collectionGone } from '../../shared/mutations/owned-collection.ts'
import { collection } from '../../shared/queries/collection.ts'
import type { Database } from '../data/database.ts'

/**
 * Streams windows (shared/contributions-csv.ts), each read once the client has received the one before, so that a slow
 * client holds no connection. Throws AppError('not-found') for everyone but the organiser.
 */
export async function contributionsCsv(
  { database, now }: { database: Database; now(): Date },
  personId: string,
  request: CsvRequest,
): Promise<{ name: string; csv: ReadableStream<Uint8Array> }> {
  const { title, windows } = await database.asMember(personId, async (tx) => {
    const found = await collection.answer(tx, { id: request.collectionId }, personId)
    if (!found) throw collectionGone()
    return { title: found.title, windows: await csvWindows(tx, request, personId) }
  })

  const csv = new ReadableStream<Uint8Array>(
    {
      start: (file) => file.enqueue(new TextEncoder().encode(csvHead(request.separator))),
      async pull(file) {
        for (let window = windows.shift(); window; window = windows.shift()) {
          const rows = csvRows({ ...request, window }, personId)
          const csv = await database.copyOut(personId, rows, request.separator)
          // A `pull` that enqueues nothing is not called again.
          if (csv.size > 0) return file.enqueue(new Uint8Array(await csv.arrayBuffer()))
        }
        file.close()
      },
    },
    { highWaterMark: 0 },
  )
  return { name: csvFileName(title, now()), csv }
}
