import { once } from 'node:events'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { metadataOf, picture, upload } from '../../scripts/receipt-upload.ts'
import { type ServerProcess, startServer } from '../../scripts/start-server.ts'
import { openDatabase } from '../../server/data/open.ts'
import { SECOND } from '../../shared/time.ts'
import { configsOf } from '../support/database.ts'
import { buildCollection, buildPerson, type Person } from '../support/people.ts'
import { announce, beginUpload, openPatch } from '../support/receipts.ts'
import { buildApp, type TestApp } from '../support/test-app.ts'
import { isHard } from '../support/tier.ts'

/* A receipt begun at one process resumes at another (R3), as after a new connection, a restart or a crash. */

const MEGABYTE = 1024 * 1024
const PIECE = 256 * 1024
const LEASE = 5 * SECOND

describe('an upload begun at one process', () => {
  const configs = configsOf('postgres')
  let app: TestApp
  let lucia: Person
  let collectionId: string
  let dataDir: string
  let first: ServerProcess
  let second: ServerProcess

  beforeAll(async () => {
    const config = await configs()
    dataDir = config.dataDir
    app = await buildApp(await openDatabase(config), { env: { DATA_DIR: dataDir } })
    lucia = await buildPerson(app)
    collectionId = await buildCollection(app, lucia)
    const env = { DATABASE_URL: config.databaseUrl ?? '' }
    ;[first, second] = await Promise.all([
      startServer({ dataDir, env }),
      startServer({ dataDir, env }),
    ])
  })
  afterAll(async () => {
    await Promise.all([first, second].map((server) => server?.stop()))
    await app.context.close()
  })

  async function newReceipt(size = 4 * MEGABYTE) {
    const bytes = picture(size)
    const { id, capability } = await announce(app, collectionId)
    return { id, bytes, metadata: metadataOf(bytes, capability) }
  }

  /** Begins an upload whose connection stops after `sent` bytes are stored by the first process. */
  async function beginAtFirst(
    sent: number,
    { bytes, metadata }: Awaited<ReturnType<typeof newReceipt>>,
  ) {
    const front = { fetch: (path: string, init?: RequestInit) => fetch(first.origin + path, init) }
    const path = await beginUpload(front, bytes.length, metadata)
    const line = await openPatch(first.origin, path, bytes.length)
    onTestFinished(() => void line.destroy())
    line.write(bytes.subarray(0, sent))
    const file = join(dataDir, 'uploads', path.split('/').pop() ?? '')
    await expect.poll(() => statSync(file).size).toBe(sent)
    return { path, line, uploadUrl: second.origin + path }
  }

  async function timeOf(work: Promise<unknown>): Promise<number> {
    const begun = performance.now()
    await work
    return performance.now() - begun
  }

  /** Reads it as its organiser, from a process that may not be the one that received it. */
  async function receiptOf(id: string): Promise<Buffer> {
    const { body } = await lucia.get(`/api/receipts/${id}/url`)
    const headers = { cookie: `session=${lucia.cookies.get('session')}` }
    return Buffer.from(await (await app.fetch(body.url, { headers })).arrayBuffer())
  }

  it('resumes at another from its last byte, piece by piece, and back', async () => {
    const { id, bytes, metadata } = await newReceipt()
    const servers = [first, second]
    const sent: number[] = []
    let uploadUrl: string | null = null
    for (let turn = 0; turn < bytes.length / PIECE; turn++) {
      const { origin } = servers[turn % 2] as ServerProcess
      const before: string | null = uploadUrl
      await new Promise<void>((resolve, reject) => {
        upload(origin, bytes, metadata, {
          chunkSize: PIECE,
          uploadUrl: before && origin + new URL(before).pathname,
          onUrl: (url) => {
            uploadUrl = url
          },
          onChunkComplete(size) {
            sent.push(size)
            // The device loses its network after each piece but the last.
            if (sent.length < bytes.length / PIECE) throw new Error('gone')
          },
        }).then(
          () => resolve(),
          (error) => (String(error).includes('gone') ? resolve() : reject(error)),
        )
      })
    }
    expect(sent).toEqual(sent.map(() => PIECE))
    expect((await receiptOf(id)).equals(bytes)).toBe(true)
  })

  it('is released by it when the device connects to another', async () => {
    const receipt = await newReceipt()
    const { uploadUrl, line } = await beginAtFirst(MEGABYTE, receipt)
    const answered = once(line, 'data')
    // The drain is a second: what is on its way on the old line still counts.
    expect(
      await timeOf(upload(second.origin, receipt.bytes, receipt.metadata, { uploadUrl })),
    ).toBeLessThan(3 * LEASE)
    expect(String(await answered)).toMatch(/^HTTP\/1\.1 204 [\s\S]*upload-offset: 1048576\r/i)
    expect((await receiptOf(receipt.id)).equals(receipt.bytes)).toBe(true)
  })

  it.runIf(isHard)(
    'resumes at another after the first was killed in the middle of a piece',
    async () => {
      const receipt = await newReceipt()
      const { uploadUrl } = await beginAtFirst(MEGABYTE, receipt)
      await first.kill()
      let began = -1
      const sending = upload(second.origin, receipt.bytes, receipt.metadata, {
        uploadUrl,
        onProgress: (bytes) => {
          if (began < 0) began = bytes
        },
      })
      expect(await timeOf(sending)).toBeLessThan(3 * LEASE)
      expect(began).toBe(MEGABYTE)
      expect((await receiptOf(receipt.id)).equals(receipt.bytes)).toBe(true)
      await first.restart()
    },
  )

  it.runIf(isHard)('is not damaged by it when it was suspended and resumes', async () => {
    const receipt = await newReceipt()
    const { uploadUrl, path, line } = await beginAtFirst(MEGABYTE, receipt)
    const { pid } = first
    process.kill(pid ?? 0, 'SIGSTOP')
    // On their way to it, and other bytes than those that the device sends again.
    line.write(picture(MEGABYTE))

    const half = receipt.bytes.length / 2
    const headers = { 'tus-resumable': '1.0.0' }
    const head = await fetch(uploadUrl, { method: 'HEAD', headers })
    expect(head.headers.get('upload-offset')).toBe(String(MEGABYTE))
    const rest = await openPatch(second.origin, path, receipt.bytes.length, MEGABYTE)
    onTestFinished(() => void rest.destroy())
    rest.write(receipt.bytes.subarray(MEGABYTE, half))
    const file = join(dataDir, 'uploads', path.split('/').pop() ?? '')
    await expect.poll(() => statSync(file).size).toBe(half)

    const refused = once(line, 'data')
    process.kill(pid ?? 0, 'SIGCONT')
    expect(String(await refused)).toContain('HTTP/1.1 503')
    await sleep(SECOND / 2)
    const done = once(rest, 'data')
    rest.write(receipt.bytes.subarray(half))
    expect(String(await done)).toContain('HTTP/1.1 204')
    expect((await receiptOf(receipt.id)).equals(receipt.bytes)).toBe(true)
  })
})
