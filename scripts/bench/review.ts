/* Measures how fast an organiser verifies contributions one after another, by keyboard. */
import type { Page } from '@playwright/test'
import type { Database } from '../../server/data/database.ts'
import { newId } from '../../shared/id.ts'
import { metadataOf, upload } from '../receipt-upload.ts'
import { paintReceipt } from '../scenes/paint-receipt.ts'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { keyTimes, untilAnswered, watchKeys } from './key-times.ts'
import { percentile } from './measure.ts'
import { untilIdle, withBrowser, withDevice } from './open-device.ts'
import { guestReport } from './send-reports.ts'

const CONTRIBUTIONS = 100_000
const WAITING = 200
/** A person compares name, amount and receipt. The next one is loaded meanwhile. */
const LOOK = 300 // ms

/** Verifies WAITING contributions with receipts: the first half with a network, the other half without. */
export function measureReview(): Promise<Record<string, number>> {
  return withBrowser('review', () =>
    withBenchSite({ contributions: CONTRIBUTIONS, prepare: verifyExisting }, async (site) => {
      await report(site)
      return withDevice(site, async ({ context, page }) => {
        await page.goto('/dashboard')
        await untilIdle(page, site.largest.organiserId)
        await page.goto(`/colecta/${site.largest.id}/revisar`)
        await watchKeys(page, shownName)
        const began = performance.now()
        const online = await verify(page, WAITING / 2)
        await context.setOffline(true)
        const offline = await verify(page, WAITING / 2 - 1) // after the last one nothing follows
        await page.keyboard.press('a')
        const ended = performance.now()
        return {
          'review.step_p95_ms': percentile(online, 0.95),
          'review.step_offline_p95_ms': percentile(offline, 0.95),
          'review.200_by_key_s': (ended - began) / 1000,
        }
      })
    }),
  )
}

/** So that only the reports of `report` wait. */
async function verifyExisting(database: Database): Promise<void> {
  await database.query(
    `update contributions set verified_at = now()
     where payment_status = 'confirmed' and verified_at is null`,
  )
}

/** Reports WAITING contributions and confirms them all. So many reports at once do not all count by themselves. */
async function report({ origin, largest, token }: BenchSite): Promise<void> {
  const ids: string[] = []
  for (let turn = 0; turn < WAITING; turn += 1) {
    const receipt = await paintReceipt({ amount: `$ ${15_000 + turn}`, to: 'la.cuenta' })
    const report = guestReport(turn)
    ids.push(report.id)
    const { receipt: announced } = await post(
      `${origin}/api/collections/${largest.id}/contributions`,
      report,
    )
    const metadata = metadataOf(receipt, announced.capability)
    await upload(origin, receipt, metadata, { headers: { Origin: origin } })
  }
  const change = { id: newId(), name: 'set-contributions-state', args: { ids, state: 'confirmed' } }
  await post(`${origin}/api/sync/mutations`, { mutations: [change] }, token)
}

async function post(url: string, body: object, session = '') {
  const { origin } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      Origin: origin,
      'Content-Type': 'application/json',
      Cookie: `session=${session}`,
    },
    body: JSON.stringify(body),
  })
  return response.json()
}

/** Returns the ms of each step. */
async function verify(page: Page, count: number): Promise<number[]> {
  const before = (await keyTimes(page)).length
  for (let step = 1; step <= count; step += 1) {
    await page.getByRole('button', { name: 'Acreditar', disabled: false }).waitFor()
    await page.waitForTimeout(LOOK)
    await page.keyboard.press('a')
    await untilAnswered(page, before + step)
  }
  return (await keyTimes(page)).slice(before)
}

/** Runs inside the page. */
function shownName(): string | null {
  const title = document.querySelector('main dl') && document.querySelector('main h2')
  return title?.textContent || null
}
