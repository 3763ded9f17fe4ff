import { connect, createServer, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { s3ReceiptFiles } from '../../../server/data/s3-receipt-files.ts'
import { listen } from '../../listen.ts'
import { startS3 } from '../../start-s3.ts'
import { filesIn } from '../receipt-storage.ts'
import type { Fault, Log } from './fault.ts'

const BEFORE = 3_000 // ms
/** In each direction; a request with its response takes twice as long. */
const DELAY = 2_000 // ms
const SLOW = 20_000 // ms
/** The file in which s3rver stores an object's bytes. */
const ENDING = '._S3rver_object'

/** Receipts are stored in a bucket, which becomes slow. */
export async function slowStorage(log: Log): Promise<Fault> {
  const { bucket, env, folder, stop } = await startS3()
  const proxy = await startSlowProxy(Number(new URL(bucket.endpoint).port))
  const endpoint = `http://127.0.0.1:${proxy.port}`
  return {
    settings: { ...env, S3_ENDPOINT: endpoint },
    storage: (dataDir) => ({
      files: s3ReceiptFiles(dataDir, bucket),
      stored: () => new Map(objectsIn(folder)),
    }),
    async run() {
      await sleep(BEFORE)
      proxy.setDelay(DELAY)
      log(`the bucket takes ${(2 * DELAY) / 1000} s for a response`)
      await sleep(SLOW)
      proxy.setDelay(0)
      log('the bucket is quick again')
    },
    async close() {
      proxy.close()
      await stop()
    },
  }
}

function objectsIn(folder: string): [path: string, file: string][] {
  return filesIn(folder)
    .filter((file) => file.endsWith(ENDING))
    .map((file) => [file.slice(0, -ENDING.length), join(folder, file)])
}

interface SlowProxy {
  port: number
  /** Delays each later chunk by `ms`; at first there is no delay. */
  setDelay(ms: number): void
  close(): void
}

/** Starts a TCP proxy to `port` of this machine that can delay every chunk in both directions. */
async function startSlowProxy(port: number): Promise<SlowProxy> {
  const sockets = new Set<Socket>()
  let delay = 0

  function carry(from: Socket, to: Socket): void {
    sockets.add(from)
    from.on('data', (chunk) => setTimeout(() => to.write(chunk), delay))
    from.on('end', () => setTimeout(() => to.end(), delay))
    from.on('error', () => to.destroy())
    from.on('close', () => sockets.delete(from))
  }

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const upstream = connect({ port, host: '127.0.0.1', allowHalfOpen: true })
    carry(client, upstream)
    carry(upstream, client)
  })
  return {
    port: await listen(server),
    setDelay: (ms) => {
      delay = ms
    },
    close() {
      for (const socket of sockets) socket.destroy()
      server.close()
    },
  }
}
