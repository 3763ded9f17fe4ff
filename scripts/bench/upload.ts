/* The part `upload` of `npm run bench`: what resumable uploads (R3) cost on a good network and save on a bad one. */
import { open, readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Page } from '@playwright/test'
import { startBadNetwork } from '../bad-network.ts'
import { root } from '../child.mjs'
import { listen } from '../listen.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { percentile } from './measure.ts'
import { type Device, withBrowser, withDevice } from './open-device.ts'
import { guestReport } from './send-reports.ts'

const MEGABYTE = 1024 * 1024 // bytes
const SIZES = { '1mb': MEGABYTE, '10mb': 10 * MEGABYTE }
const ROUNDS = 9
const CUT_AFTER = 256 * 1024 // bytes
/** A person fills in the form for this time. By then the browser has closed the connections that loaded the page. */
const FORM_TIME = 8_000 // ms

/**
 * Sends a receipt with the product's own sender (web/reports/upload-receipt.ts): the overhead of resumable uploads
 * compared with one PUT, and the bytes that they save on a bad network.
 */
export function measureUpload(): Promise<Record<string, number>> {
  return withBrowser('upload', () =>
    withBenchSite({ contributions: 1_000 }, (site) =>
      withDevice(site, (device) => compareWithPut(site, device)),
    ),
  )
}

async function compareWithPut(site: BenchSite, { page, context }: Device) {
  const folder = makeTemporaryFolder()
  const plain = await openPlainServer(folder)
  try {
    const sender = await senderUrl()
    const putPage = await context.newPage()
    await putPage.goto(plain.origin)
    await context.clearCookies() // guests have no session
    await page.goto('/ayuda')

    const results: Record<string, number> = {}
    for (const [name, size] of Object.entries(SIZES)) {
      const [tus, put]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        tus.push(await send(page, site, { sender, size }))
        put.push(await putPage.evaluate(putBytes, size))
      }
      const [ours, theirs] = [percentile(tus, 0.5), percentile(put, 0.5)]
      results[`upload.tus_${name}_ms`] = ours
      results[`upload.put_${name}_ms`] = theirs
      results[`upload.overhead_${name}_ms`] = ours - theirs
    }
    return { ...results, 'upload.resent_percent': await resentPercent(page, site, sender) }
  } finally {
    plain.close()
    removeTemporaryFolder(folder)
  }
}

/** Returns the time for the receipt, in ms. */
async function send(
  page: Page,
  { largest }: BenchSite,
  sending: Pick<Sending, 'sender' | 'size'>,
): Promise<number> {
  const report = guestReport(0)
  return page.evaluate(sendReceipt, { ...sending, report, collectionId: largest.id })
}

/** Sends 10 MB over a network that breaks every 256 kB. Returns the additional bytes, in percent. */
async function resentPercent(page: Page, site: BenchSite, sender: string): Promise<number> {
  const network = await startBadNetwork(Number(new URL(site.origin).port), {
    cutAfterBytes: CUT_AFTER,
    delayMs: 5,
    dropResponse: () => false,
  })
  try {
    await page.goto(`${network.origin}/ayuda`, { waitUntil: 'networkidle' })
    await page.waitForTimeout(FORM_TIME)
    const before = network.bytesUp()
    await send(page, site, { sender, size: SIZES['10mb'] })
    return (100 * (network.bytesUp() - before - SIZES['10mb'])) / SIZES['10mb']
  } finally {
    network.close()
  }
}

interface Sending {
  /** URL of the built web/reports/upload-receipt.ts. */
  sender: string
  collectionId: string
  report: ReturnType<typeof guestReport>
  /** Bytes. */
  size: number
}

/**
 * Runs in a page of the product: reports a contribution, then retries a picture of that size until it is stored. Returns
 * the time for sending, in ms.
 */
async function sendReceipt({ sender, collectionId, report, size }: Sending): Promise<number> {
  const { uploadReceipt } = (await import(
    sender
  )) as typeof import('../../web/reports/upload-receipt.ts')
  const response = await fetch(`/api/collections/${collectionId}/contributions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(report),
  })
  if (!response.ok) throw new Error(await response.text())
  const { receipt: ticket } = await response.json()

  // The head of a PNG of one pixel, which passes the check of the type (R2), then one chunk of noise.
  const head = '89504e470d0a1a0a0000000d49484452000000010000000108060000001f15c489'
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  bytes.set((head.match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16)))
  new DataView(bytes.buffer).setUint32(33, size - 45)
  bytes.set([0x49, 0x44, 0x41, 0x54], 37)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  const sha256 = [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')

  const began = performance.now()
  for (;;) {
    try {
      await uploadReceipt({
        contributionId: report.id,
        capability: ticket.capability,
        receipt: { name: 'recibo.png', type: 'image/png', bytes: bytes.buffer, sha256 },
        stopped: new AbortController().signal,
        onProgress: () => {},
        onAcknowledged: () => {},
      })
      return performance.now() - began
    } catch (error) {
      if ((error as { code?: string }).code !== 'unavailable') throw error
    }
  }
}

/** Runs in the page: one PUT of `size` bytes. Returns ms. */
async function putBytes(size: number): Promise<number> {
  const bytes = new Uint8Array(size)
  for (let at = 0; at < size; at += 65_536) crypto.getRandomValues(bytes.subarray(at, at + 65_536))
  const body = new Blob([bytes], { type: 'image/png' })
  const began = performance.now()
  const { ok } = await fetch('/receipt.png', { method: 'PUT', body })
  if (!ok) throw new Error('The plain server did not take it')
  return performance.now() - began
}

/** Returns the URL of the built web/reports/upload-receipt.ts. */
async function senderUrl(): Promise<string> {
  const manifest = JSON.parse(
    await readFile(join(root, 'web/dist/.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>
  const chunk = manifest['reports/upload-receipt.ts']
  if (!chunk) throw new Error('The built pages have no upload-receipt.ts of their own')
  return `/${chunk.file}`
}

/** A server that responds to a PUT once its body is on the disk, and to other requests with an empty page. */
async function openPlainServer(folder: string) {
  let files = 0
  const server = createServer(async (request, response) => {
    if (request.method !== 'PUT') {
      response
        .writeHead(200, { 'Content-Type': 'text/html' })
        .end('<!doctype html><title>PUT</title>')
      return
    }
    const file = await open(join(folder, `put-${files++}`), 'wx')
    await pipeline(request, file.createWriteStream({ flush: true }))
    response.writeHead(201).end()
  })
  return {
    origin: `http://127.0.0.1:${await listen(server)}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
