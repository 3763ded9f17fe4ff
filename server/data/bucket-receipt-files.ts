import type { Readable } from 'node:stream'
import { S3 } from '@aws-sdk/client-s3'
import { S3Store } from '@tus/s3-store'
import type { ReceiptFiles } from './receipt-files.ts'

/** An S3-compatible bucket and who we are to it. */
export interface Bucket {
  endpoint: string
  region: string
  bucket: string
  accessKeyId: string
  secretAccessKey: string
}

/** Receipts in a bucket under `receipts/`, uploads under way beside them (R7). */
export function bucketReceiptFiles(settings: Bucket): ReceiptFiles {
  const { endpoint, region, bucket, accessKeyId, secretAccessKey } = settings
  const client = {
    endpoint,
    region,
    credentials: { accessKeyId, secretAccessKey },
    // Buckets as paths: what every server that speaks S3 understands.
    forcePathStyle: true,
    maxAttempts: 2,
  }
  const s3 = new S3(client)
  const uploads = new S3Store({ s3ClientConfig: { ...client, bucket }, useTags: false })
  const remove = uploads.remove.bind(uploads)
  const keyOf = (path: string) => `receipts/${path}`

  return {
    uploads,

    async readUpload(id) {
      const { Body } = await s3.getObject({ Bucket: bucket, Key: id })
      if (!Body) throw new Error('The bucket answered an upload without its bytes.')
      return Body.transformToByteArray()
    },

    async keep(uploadId, path) {
      await s3.copyObject({ Bucket: bucket, Key: keyOf(path), CopySource: `${bucket}/${uploadId}` })
    },

    async dropUpload(id) {
      await remove(id).catch((error: { status_code?: number }) => {
        if (error.status_code !== 404) throw error
      })
    },

    async read(path, { start, end }) {
      const Range = `bytes=${start}-${end}`
      const { Body } = await s3.getObject({ Bucket: bucket, Key: keyOf(path), Range })
      if (!Body) throw new Error('The bucket answered a receipt without its bytes.')
      return Body as Readable
    },

    async delete(path) {
      await s3.deleteObject({ Bucket: bucket, Key: keyOf(path) })
    },
  }
}
