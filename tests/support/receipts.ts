import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { type DetailedError, Upload, type UploadOptions } from 'tus-js-client'
import { reportInput } from './people.ts'
import { type Front, type Visitor, visitor } from './visitor.ts'

/** Time in ms without progress after which an upload gives up. A server may start again meanwhile. */
const GIVE_UP_AFTER = 60_000

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const IHDR = Buffer.from('0000000d49484452000000010000000108060000001f15c489', 'hex')

/** A PNG by its bytes, of that size, like no other. */
export function picture(size: number): Buffer {
  const pixels = randomBytes(size - 45)
  const head = Buffer.alloc(8)
  head.writeUInt32BE(pixels.length)
  head.write('IDAT', 4)
  return Buffer.concat([PNG, IHDR, head, pixels, randomBytes(4)])
}

/** A report that says a receipt follows; answers its id and the right to send it. */
export async function announce(
  front: Front,
  collectionId: string,
  { by = visitor(front), ...changes }: { by?: Visitor } & Record<string, unknown> = {},
) {
  const input = reportInput({ hasReceipt: true, ...changes })
  const { body } = await by.post(`/api/collections/${collectionId}/contributions`, input)
  return { id: input.id, input, capability: body.receipt.capability as string }
}

/** Returns the metadata of an upload of these bytes. */
export function metadataOf(bytes: Buffer, capability: string, changes: object = {}) {
  return {
    capability,
    filename: 'Comprobante 12/11.PNG',
    filetype: 'image/png',
    sha256: createHash('sha256').update(bytes).digest('hex'),
    ...changes,
  } as Record<string, string>
}

/** Sends them with the real tus client; rejects with its DetailedError. */
export function upload(
  origin: string,
  bytes: Buffer,
  metadata: Record<string, string>,
  { onUrl, ...options }: Partial<UploadOptions> & { onUrl?: (url: string | null) => void } = {},
): Promise<Upload> {
  return new Promise((resolve, reject) => {
    const sending: Upload = new Upload(bytes, {
      endpoint: `${origin}/api/uploads`,
      metadata,
      retryDelays: null,
      onError: reject,
      onSuccess: () => resolve(sending),
      onUploadUrlAvailable: () => onUrl?.(sending.url),
      ...options,
    })
    sending.start()
  })
}

/**
 * Sends them as a patient phone does: goes on after every failure from where the server is. Rejects with
 * the last failure when nothing has arrived for GIVE_UP_AFTER.
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

/** An upload by hand, of which no byte was sent yet; answers its path. */
export async function beginUpload(
  front: Front,
  size: number,
  metadata: Record<string, string>,
): Promise<string> {
  const { status, headers } = await visitor(front).send('POST', '/api/uploads', undefined, {
    'tus-resumable': '1.0.0',
    'upload-length': String(size),
    'upload-metadata': Object.entries(metadata)
      .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
      .join(','),
  })
  if (status !== 201) throw new Error(`An upload does not begin: ${status}`)
  return headers.get('location') ?? ''
}

/** A line to the server, with the head of a request on it. */
export async function openLine(origin: string, head: string): Promise<Socket> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1')
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(head)
  return socket
}

/** A line on which the bytes of an upload go, from `offset` to `size`. */
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
