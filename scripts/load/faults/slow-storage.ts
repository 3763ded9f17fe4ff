import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { s3ReceiptFiles } from '../../../server/data/s3-receipt-files.ts'
import { startS3 } from '../../start-s3.ts'
import { filesIn } from '../files-in.ts'
import { startSlowProxy } from '../start-slow-proxy.ts'
import type { Fault, Say } from './fault.ts'

const BEFORE = 3_000 // ms
/** Each way; a request and its answer take twice as long. */
const DELAY = 2_000 // ms
const SLOW = 20_000 // ms
/** The file in which s3rver stores an object's bytes. */
const ENDING = '._S3rver_object'

/** Receipts go into a bucket, which becomes slow. */
export async function slowStorage(say: Say): Promise<Fault> {
  const { bucket, env, folder, stop } = await startS3()
  const proxy = await startSlowProxy(Number(new URL(bucket.endpoint).port))
  const endpoint = `http://127.0.0.1:${proxy.port}`
  return {
    settings: { ...env, S3_ENDPOINT: endpoint },
    place: (dataDir) => ({
      files: s3ReceiptFiles(dataDir, bucket),
      stored: () => new Map(objectsIn(folder)),
    }),
    async strike() {
      await sleep(BEFORE)
      proxy.setDelay(DELAY)
      say(`the bucket takes ${(2 * DELAY) / 1000} s for an answer`)
      await sleep(SLOW)
      proxy.setDelay(0)
      say('the bucket is quick again')
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
