import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DetailedError } from 'tus-js-client'
import { metadataHeader, upload } from '../../scripts/receipt-upload.ts'
import { reportInput } from './people.ts'
import { type Front, type Visitor, visitor } from './visitor.ts'

/** Time in ms without progress after which an upload gives up. A server may be restarting. */
const GIVE_UP_AFTER = 60_000

/** Files a report with a receipt to follow; returns its id, its fields and the capability to send the receipt. */
export async function announce(
  front: Front,
  collectionId: string,
  { by = visitor(front), ...changes }: { by?: Visitor } & Record<string, unknown> = {},
) {
  const input = reportInput({ hasReceipt: true, ...changes })
  const { body } = await by.post(`/api/collections/${collectionId}/contributions`, input)
  return { id: input.id, input, capability: body.receipt.capability as string }
}

/**
 * Sends a receipt as a phone does: after every failure it resumes at the server's offset. Rejects with the last
 * failure when nothing has arrived for GIVE_UP_AFTER.
 */
export async function uploadWithRetries(
  origin: string,
  bytes: Buffer,
  metadata: Record<string, string>,
): Promise<void> {
  let uploadUrl: string | null = null
  let arrived = 0
  let progressAt = performance.now()
  for (;;) {
    try {
      await upload(origin, bytes, metadata, {
        uploadUrl,
        chunkSize: 512 * 1024,
        onUrl: (url) => {
          uploadUrl = url
        },
        onChunkComplete: (_size, accepted) => {
          if (accepted > arrived) progressAt = performance.now()
          arrived = Math.max(arrived, accepted)
        },
      })
      return
    } catch (error) {
      if (performance.now() - progressAt > GIVE_UP_AFTER) throw error
      await sleep(20)
    }
  }
}

/** Creates an upload without sending a byte; returns its path. */
export async function beginUpload(
  front: Front,
  size: number,
  metadata: Record<string, string>,
): Promise<string> {
  const { status, headers } = await visitor(front).send('POST', '/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': String(size),
    'upload-metadata': metadataHeader(metadata),
  })
  if (status !== 201) throw new Error(`The upload was not created: ${status}`)
  return headers.get('location') ?? ''
}

/** Opens a connection to the server and sends the head of a request. */
export async function openLine(origin: string, head: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(head)
  return socket
}

/** Opens a connection for a PATCH with the bytes of an upload from `offset` to `size`. */
export function openPatch(origin: string, path: string, size: number, offset = 0): Promise<Socket> {
  return openLine(
    origin,
    `PATCH ${path} HTTP/1.1\r\nHost: x\r\nTus-Resumable: 1.0.0\r\nUpload-Offset: ${offset}\r\n` +
      `Content-Type: application/offset+octet-stream\r\nContent-Length: ${size - offset}\r\n\r\n`,
  )
}

/** Returns the server's refusal, or null when it accepted. */
export async function refusalOf(
  attempt: Promise<unknown>,
): Promise<{ status: number; error: string; code: string } | null> {
  try {
    await attempt
    return null
  } catch (error) {
    const response = (error as DetailedError).originalResponse
    if (!response) throw error
    return { status: response.getStatus(), ...JSON.parse(response.getBody()) }
  }
}
