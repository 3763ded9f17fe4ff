import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { setTimeout as sleep } from 'node:timers/promises'
import { AwsClient } from 'aws4fetch'
import { pathInStore, type ReceiptFiles } from './receipt-files.ts'
import { StorageError, WRONG_LENGTH } from './storage-error.ts'
import { uploadFolder } from './upload-folder.ts'

export interface S3Bucket {
  endpoint: string
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

const TIMEOUT_MS = 20_000 // for all tries together: a person is waiting
const TRIES = 3
const FIRST_PAUSE_MS = 200 // doubled after each try

/** Stores receipts in a bucket (R7). Uploads stay in `DATA_DIR/uploads`: a bucket's parts must have 5 MB at least. */
export function s3ReceiptFiles(
  dataDir: string,
  bucket: S3Bucket,
  timeoutMs = TIMEOUT_MS,
): ReceiptFiles {
  const { pathOf: _, ...uploads } = uploadFolder(dataDir)
  const ask = bucketClient(bucket, timeoutMs)

  async function put(path: string, bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    const response = await ask('PUT', path, { body: bytes })
    await response.body?.cancel()
  }

  return {
    ...uploads,

    // Each upload has a path of its own (R2), so that a second try overwrites the same bytes.
    async store(uploadId, path) {
      await put(path, await uploads.readUpload(uploadId))
    },

    put,

    async read(path, { start, end }) {
      const response = await ask('GET', path, { headers: { Range: `bytes=${start}-${end}` } })
      const { body, headers } = response
      if (!body || Number(headers.get('Content-Length')) !== end - start + 1) {
        await body?.cancel()
        throw new StorageError('GET', WRONG_LENGTH)
      }
      return Readable.fromWeb(body as ReadableStream)
    },

    async delete(path) {
      try {
        const response = await ask('DELETE', path)
        await response.body?.cancel()
      } catch (error) {
        if (!(error instanceof StorageError && error.code === 'NoSuchKey')) throw error
      }
    },
  }
}

interface Asking {
  headers?: Record<string, string>
  body?: Uint8Array<ArrayBuffer>
}

function bucketClient({ endpoint, bucket, ...keys }: S3Bucket, timeoutMs: number) {
  const client = new AwsClient({ service: 's3', ...keys })

  return async (method: string, path: string, { headers, body }: Asking = {}) => {
    const url = [endpoint, ...[bucket, ...pathInStore(path).split('/')].map(encodeSegment)].join(
      '/',
    )
    const sha256 = createHash('sha256').update(body ?? '')
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(), timeoutMs)
    const init = {
      method,
      // Part of the signature: the bucket rejects bytes that changed on their way.
      headers: { ...headers, 'X-Amz-Content-Sha256': sha256.digest('hex') },
      body,
      redirect: 'manual' as const,
      signal: timeout.signal,
    }
    try {
      for (let tries = 1; ; tries++) {
        const result = await fetch(await client.sign(url, init)).catch((error: Error) => error)
        if (!(result instanceof Error) && result.ok) return result
        const error = await asStorageError(method, result)
        if (tries === TRIES || timeout.signal.aborted || !mayPass(result)) throw error
        await sleep(FIRST_PAUSE_MS * 2 ** (tries - 1))
      }
    } finally {
      // The response's body has no timeout: it takes as long as its reader.
      clearTimeout(timer)
    }
  }
}

function mayPass(result: Response | Error): boolean {
  return result instanceof Error || result.status >= 500 || result.status === 429
}

async function asStorageError(method: string, result: Response | Error): Promise<StorageError> {
  if (result instanceof Error) {
    const { code } = (result.cause ?? result) as { code?: string | number }
    return new StorageError(method, typeof code === 'string' ? code : result.name, {
      cause: result,
    })
  }
  const text = await result.text().catch(() => '')
  return new StorageError(method, /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? `${result.status}`)
}

/** encodeURIComponent leaves characters that the signature requires encoded. */
function encodeSegment(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
}
