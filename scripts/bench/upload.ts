import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { badNetwork } from '../bad-network.ts'
import { root } from '../child.mjs'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { guestReport } from './guest-report.ts'
import { percentile } from './measure.ts'
import { lackOfBrowser, openDevice } from './open-device.ts'
import { openStage, type Stage } from './open-stage.ts'
import { openPlainServer } from './plain-server.ts'
import { type Sending, sendReceipt } from './send-receipt.ts'

const MEGABYTE = 1024 * 1024 // bytes
const SIZES = { '1mb': MEGABYTE, '10mb': 10 * MEGABYTE }
const ROUNDS = 9
const CUT_AFTER = 256 * 1024 // bytes
/** By then the browser has closed the connections that loaded the page, as while a person fills in the form. */
const FORM_FILLED = 8_000 // ms

/**
 * Sends a receipt with the product's own sender (web/reports/upload-receipt.ts): the overhead of resumable uploads
 * compared with one PUT, and the bytes that they save on a bad network.
 */
export async function upload(): Promise<Record<string, number>> {
  const lack = await lackOfBrowser()
  if (lack) {
    console.log(`upload: not measured. ${lack}`)
    return {}
  }
  const stage = await openStage({ contributions: 1_000 })
  const folder = makeTemporaryFolder()
  const plain = await openPlainServer(folder)
  const device = await openDevice(stage)
  try {
    const sender = await fileOfSender()
    const putter = await device.context.newPage()
    await putter.goto(plain.origin)
    const { page, context } = device
    await context.clearCookies() // a guest's
    await page.goto('/ayuda')

    const results: Record<string, number> = {}
    for (const [name, size] of Object.entries(SIZES)) {
      const [tus, put]: [number[], number[]] = [[], []]
      for (let round = 0; round < ROUNDS; round++) {
        tus.push(await send(page, stage, { sender, size }))
        put.push(await putter.evaluate(putBytes, size))
      }
      const [ours, theirs] = [percentile(tus, 0.5), percentile(put, 0.5)]
      results[`upload.tus_${name}_ms`] = ours
      results[`upload.put_${name}_ms`] = theirs
      results[`upload.overhead_${name}_ms`] = ours - theirs
    }
    return { ...results, 'upload.resent_percent': await resent(page, stage, sender) }
  } finally {
    await device.close()
    plain.close()
    removeTemporaryFolder(folder)
    await stage.close()
  }
}

/** Returns the time for the receipt, in ms. */
async function send(
  page: Page,
  { largest }: Stage,
  sending: Pick<Sending, 'sender' | 'size'>,
): Promise<number> {
  const report = guestReport(0)
  return page.evaluate(sendReceipt, { ...sending, report, collectionId: largest.id })
}

/** 10 MB over a network that breaks every 256 kB; returns the additional bytes, in percent. */
async function resent(page: Page, stage: Stage, sender: string): Promise<number> {
  const network = await badNetwork(Number(new URL(stage.origin).port), {
    cutAfterBytes: CUT_AFTER,
    delayMs: 5,
    swallow: () => false,
  })
  try {
    await page.goto(`${network.origin}/ayuda`, { waitUntil: 'networkidle' })
    await page.waitForTimeout(FORM_FILLED)
    const before = network.bytesUp()
    await send(page, stage, { sender, size: SIZES['10mb'] })
    return (100 * (network.bytesUp() - before - SIZES['10mb'])) / SIZES['10mb']
  } finally {
    network.close()
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

/** URL of the built web/reports/upload-receipt.ts. */
async function fileOfSender(): Promise<string> {
  const manifest = JSON.parse(
    await readFile(join(root, 'web/dist/.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>
  const chunk = manifest['reports/upload-receipt.ts']
  if (!chunk) throw new Error('The built pages have no upload-receipt.ts of their own')
  return `/${chunk.file}`
}
