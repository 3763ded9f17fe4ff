import { createHash, randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startBadNetwork } from '../../scripts/bad-network.ts'
import { metadataOf, picture } from '../../scripts/receipt-upload.ts'
import { startServer } from '../../scripts/start-server.ts'
import { openDatabase } from '../../server/data/open.ts'
import { sweepUploads } from '../../server/domain/receipts/sweep-uploads.ts'
import { MAX_RECEIPT_BYTES, type ReceiptType } from '../../shared/receipt.ts'
import { configsOf } from '../support/database.ts'
import { buildCollection, buildPerson } from '../support/people.ts'
import { jpeg } from '../support/pictures.ts'
import { announce, uploadWithRetries } from '../support/receipts.ts'
import { buildApp } from '../support/test-app.ts'

const UPLOADS = 20
const AT_ONCE = 4
const TOMORROW = 25 * 60 * 60 * 1000 // ms

describe('[R3] the largest receipts', () => {
  const configs = configsOf('embedded')

  // 200 MB in pieces, and two restarts.
  it('arrive complete and once over a network that keeps failing, at a server that is killed twice', {
    timeout: 180_000,
  }, async () => {
    const { dataDir } = await configs()
    const open = async () => {
      const app = await buildApp(await openDatabase({ dataDir }), { env: { DATA_DIR: dataDir } })
      onTestFinished(() => app.context.close())
      return app
    }

    // 1. Twenty people have reported their transfer.
    const before = await open()
    const lucia = await buildPerson(before)
    const collectionId = await buildCollection(before, lucia)
    const people = await Promise.all(
      Array.from({ length: UPLOADS }, () => announce(before, collectionId)),
    )
    await before.context.close()

    // 2. They send their receipts.
    // Two hundred megabytes and what is sent twice: more than an address may send in a day.
    const server = await startServer({ dataDir, env: { RATE_LIMITS: 'off' } })
    onTestFinished(() => server.kill())
    const line = await startBadNetwork(Number(new URL(server.origin).port), {
      cutAfterBytes: 256 * 1024,
      delayMs: 5,
      dropResponse: (chunk, text) => chunk % 4 === 2 || isLastAnswer(text),
    })
    onTestFinished(() => line.close())
    const inTurn = pLimit(AT_ONCE)
    const all = UPLOADS * MAX_RECEIPT_BYTES
    const send = ({ capability }: { capability: string }, index: number) =>
      inTurn(async () => {
        const { bytes, filetype } = largestReceipt(index)
        const metadata = metadataOf(bytes, capability, { filetype })
        await uploadWithRetries(line.origin, bytes, metadata)
        return metadata.sha256
      })
    const dieTwice = async () => {
      for (const share of [1 / 3, 2 / 3]) {
        while (line.bytesUp() < all * share) await sleep(20)
        await server.kill()
        await server.restart()
      }
    }
    const [sent] = await Promise.all([Promise.all(people.map(send)), dieTwice()]).catch((error) => {
      throw new Error(`${error.message}\nThe server's output:\n${server.output()}`)
    })
    const twice = line.bytesUp() / all - 1
    console.log(`${UPLOADS} receipts of 10 MB: ${(100 * twice).toFixed(1)} % sent twice`)
    expect(twice).toBeLessThan(0.1)

    // 3. Lucía reads each of them.
    const cookie = `session=${lucia.cookies.get('session')}`
    const get = (path: string) => fetch(server.origin + path, { headers: { cookie } })
    for (const [index, { id }] of people.entries()) {
      const { url } = await (await get(`/api/receipts/${id}/url`)).json()
      expect(sha256Of(Buffer.from(await (await get(url)).arrayBuffer()))).toBe(sent[index])
    }
    await server.stop()

    // 4. Nothing is stored twice; uploads whose creation lost its response are deleted a day later.
    const after = await open()
    const receipts = await after.database.query<{ id: string }>(
      'select contribution_id as id from receipts',
    )
    expect(receipts.map(({ id }) => id).sort()).toEqual(people.map(({ id }) => id).sort())
    expect(readdirSync(join(dataDir, 'receipts', collectionId))).toHaveLength(UPLOADS)
    after.clock.forward(TOMORROW)
    await sweepUploads(after.context)
    expect(await after.database.query('select from uploads')).toHaveLength(0)
    expect(readdirSync(join(dataDir, 'uploads'))).toEqual([])
    expect(readdirSync(join(dataDir, 'receipts', collectionId))).toHaveLength(UPLOADS)
  })
})

/** Of each type in turn, as large as one may be. */
function largestReceipt(index: number): { bytes: Buffer; filetype: ReceiptType } {
  // Without markers: a JPEG ends at the first.
  const behind = (head: Buffer) =>
    Buffer.concat([head, randomBytes(MAX_RECEIPT_BYTES - head.length).map((byte) => byte & 0x7f)])
  switch (index % 3) {
    case 0:
      return { bytes: picture(MAX_RECEIPT_BYTES), filetype: 'image/png' }
    case 1:
      return { bytes: behind(jpeg().subarray(0, -3)), filetype: 'image/jpeg' }
    default:
      return { bytes: behind(Buffer.from('%PDF-1.4\n')), filetype: 'application/pdf' }
  }
}

/** Returns true if this response completes the upload. The response to a repeated request differs. */
function isLastAnswer(text: string): boolean {
  return text.startsWith('HTTP/1.1 204') && /^upload-offset: 10485760\r$/im.test(text)
}

function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}
