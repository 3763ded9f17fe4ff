/* Makes a receipt of any size and uploads it by the real tus client, for load, scenes, benchmarks and tests. */
import { randomBytes } from 'node:crypto'
import { Upload, type UploadOptions } from 'tus-js-client'
import { sha256Of } from '../server/data/sha256.ts'
import type { UploadMetadata } from '../shared/receipt.ts'

/** The signature and IHDR chunk of a PNG of one pixel. */
const PNG_HEAD = Buffer.from(
  '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489',
  'hex',
)

/** Returns `size` bytes that begin as a PNG does and are otherwise random. */
export function picture(size: number): Buffer {
  const data = randomBytes(size - PNG_HEAD.length - 12)
  const chunkHead = Buffer.alloc(8)
  chunkHead.writeUInt32BE(data.length)
  chunkHead.write('IDAT', 4)
  return Buffer.concat([PNG_HEAD, chunkHead, data, randomBytes(4)])
}

/** Returns the metadata of an upload of these bytes, with the name of a phone's photo. */
export function metadataOf(
  bytes: Buffer,
  capability: string,
  changes: Record<string, string | undefined> = {},
): Record<keyof UploadMetadata, string> {
  const metadata = {
    capability,
    filename: 'Comprobante 12/11.PNG',
    filetype: 'image/png',
    sha256: sha256Of(bytes),
  }
  return { ...metadata, ...changes } as typeof metadata
}

/** Returns the value of the tus header Upload-Metadata: each name with its value in base64. */
export function metadataHeader(metadata: Record<string, string>): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

type Options = Partial<UploadOptions> & { onUrl?: (url: string | null) => void }

/** Sends a receipt without retries. `onUrl` gets its address, for resuming. Rejects with a DetailedError. */
export function upload(
  origin: string,
  bytes: Buffer,
  metadata: Record<string, string>,
  { onUrl, ...options }: Options = {},
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
