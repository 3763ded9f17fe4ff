import { createServer, type Server } from 'node:http'
import { join } from 'node:path'
import S3rver from 's3rver'
import type { S3Bucket } from '../server/data/s3-receipt-files.ts'
import { listen, stopListening } from './listen.ts'
import { isSignedBy } from './s3-signature.ts'
import { makeTemporaryFolder } from './temporary-folder.ts'

const BUCKET = 'comprobantes'
/** Key and secret of the only account of s3rver. */
const SECRET = 'S3RVER'

/**
 * Starts a real S3 server on a port of this machine, with an empty bucket. It can stop, and start again at
 * the same address with its objects. It does not keep the process alive.
 */
export async function startS3() {
  const directory = makeTemporaryFolder()
  let port = 0
  let running: Server | null = null

  async function start(): Promise<void> {
    const s3 = new S3rver({
      silent: true,
      directory,
      configureBuckets: [{ name: BUCKET, configs: [] }],
    })
    await s3.configureBuckets()
    const answer = s3.callback()
    // A server in front of it checks signatures (s3rver accepts any signature of a known account) and
    // closes its connections when it stops.
    const server = createServer((request, response) => {
      const { method = '', url = '', headers } = request
      if (isSignedBy(SECRET, { method, path: url, headers })) return void answer(request, response)
      request.resume()
      response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>')
    })
    port = await listen(server, port)
    server.unref()
    running = server
  }

  async function stop(): Promise<void> {
    if (running) await stopListening(running)
    running = null
  }

  await start()
  const bucket: S3Bucket = {
    endpoint: `http://127.0.0.1:${port}`,
    bucket: BUCKET,
    region: 'us-east-1',
    accessKeyId: 'S3RVER',
    secretAccessKey: SECRET,
  }
  return {
    bucket,
    /** Folder of the objects; s3rver adds its suffix to each key. */
    folder: join(directory, BUCKET),
    start,
    stop,
    env: {
      S3_ENDPOINT: bucket.endpoint,
      S3_BUCKET: bucket.bucket,
      S3_ACCESS_KEY_ID: bucket.accessKeyId,
      S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
    },
  }
}
