import { createHash, randomBytes } from 'node:crypto'
import type { ReceiptTicket } from '../../../shared/api/collections.ts'
import { newId } from '../../../shared/id.ts'
import { MAX_RECEIPT_BYTES, type UploadMetadata } from '../../../shared/receipt.ts'
import { createAsk } from '../ask.ts'
import type { Attack } from './attack.ts'
import { repeat } from './repeat.ts'

const LANES = 4
const HEAD = '%PDF-1.4\n'

/** One address reports as a guest and sends the largest receipts that there may be, to fill the disk. */
export const receipts: Attack = {
  name: `receipts of ${MAX_RECEIPT_BYTES / 1024 / 1024} MB from one address`,
  leastSeconds: 20, // to send what an address may send in a day
  async run({ origin, account: { collectionId }, count }, signal) {
    const ask = createAsk(origin)
    const bytes = Buffer.concat([Buffer.from(HEAD), randomBytes(MAX_RECEIPT_BYTES - HEAD.length)])
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await repeat(LANES, signal, async () => {
      const report = await ask('POST', `/api/collections/${collectionId}/contributions`, {
        body: {
          id: newId(),
          contributorName: 'Nadie',
          contributorEmail: 'nadie@example.com',
          amount: 100,
          paymentMethod: 'Transferencia',
          message: '',
          hasReceipt: true,
        },
      })
      count(`report: ${report.status}`)
      if (report.status !== 201) return report.status
      const { receipt } = report.body as { receipt: ReceiptTicket }
      const metadata: UploadMetadata = {
        capability: receipt.capability,
        filename: 'comprobante.pdf',
        filetype: 'application/pdf',
        sha256,
      }
      const { status } = await fetch(`${origin}/api/uploads`, {
        method: 'POST',
        headers: {
          'Tus-Resumable': '1.0.0',
          'Upload-Length': String(bytes.length),
          'Upload-Metadata': headerOf(metadata),
          'Content-Type': 'application/offset+octet-stream',
        },
        body: bytes,
      })
      count(`receipt: ${status}`)
      return status === 201 ? 200 : status
    })
  },
}

/** As tus wants it: names with their values in base64. */
function headerOf(metadata: UploadMetadata): string {
  return Object.entries(metadata)
    .map(([name, value]) => `${name} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}
