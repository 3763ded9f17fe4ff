/* How fast an organiser verifies contributions one after another, by keyboard. */
import type { Page } from '@playwright/test'
import type { Database } from '../../server/data/database.ts'
import { metadataOf, upload } from '../receipt-upload.ts'
import { paintReceipt } from '../scenes/paint-receipt.ts'
import { percentile } from './measure.ts'
import { untilFlushed, withBrowser, withDevice } from './open-device.ts'
import { type Stage, withStage } from './open-stage.ts'
import { guestReport } from './report-crowd.ts'

const CONTRIBUTIONS = 100_000
const WAITING = 200
/** A person compares name, amount and receipt. The next one is loaded meanwhile. */
const LOOK = 300 // ms

/** Verifies WAITING contributions with receipts: the first half with a network, the other half without. */
export function review(): Promise<Record<string, number>> {
  return withBrowser('review', () =>
    withStage({ contributions: CONTRIBUTIONS, prepare: letAllBeVerified }, async (stage) => {
      await report(stage)
      return withDevice(stage, async ({ context, page }) => {
        await page.goto('/dashboard')
        await untilFlushed(page)
        await page.goto(`/colecta/${stage.largest.id}/revisar`)
        await page.evaluate(watchSteps)
        const online = await verify(page, WAITING / 2)
        await context.setOffline(true)
        const offline = await verify(page, WAITING / 2 - 1) // after the last one nothing follows
        return {
          'review.step_p95_ms': percentile(online, 0.95),
          'review.step_offline_p95_ms': percentile(offline, 0.95),
        }
      })
    }),
  )
}

async function letAllBeVerified(database: Database): Promise<void> {
  await database.query(
    `update contributions set verified_at = now()
     where payment_status = 'confirmed' and verified_at is null`,
  )
}

async function report({ origin, largest }: Stage): Promise<void> {
  for (let turn = 0; turn < WAITING; turn += 1) {
    const receipt = await paintReceipt({ amount: `$ ${15_000 + turn}`, to: 'la.cuenta' })
    const response = await fetch(`${origin}/api/collections/${largest.id}/contributions`, {
      method: 'POST',
      headers: { Origin: origin, 'Content-Type': 'application/json' },
      body: JSON.stringify({ ...guestReport(turn), hasReceipt: true }),
    })
    const body = await response.json()
    const metadata = metadataOf(receipt, body.receipt.capability)
    await upload(origin, receipt, metadata, { headers: { Origin: origin } })
  }
}

/** Returns the ms of each step. */
async function verify(page: Page, count: number): Promise<number[]> {
  const durations: number[] = []
  for (let step = 0; step < count; step += 1) {
    await page.getByRole('button', { name: 'Acreditar', disabled: false }).waitFor()
    await page.waitForTimeout(LOOK)
    const shown = page.evaluate(() => window.nextStep())
    await page.keyboard.press('a')
    durations.push(await shown)
  }
  return durations
}

declare global {
  interface Window {
    /** Resolves with the ms from the next key to after the frame with another contribution. */
    nextStep(): Promise<number>
  }
}

/** Runs inside the page. */
function watchSteps(): void {
  window.nextStep = () =>
    new Promise((resolve) => {
      const name = () => document.querySelector('main h2')?.textContent
      const before = name()
      let pressed = 0
      window.addEventListener(
        'keydown',
        ({ timeStamp }) => {
          pressed = timeStamp
        },
        { once: true, capture: true },
      )
      const observer = new MutationObserver(() => {
        if (name() === before || !document.querySelector('main dl')) return
        observer.disconnect()
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel()
          port1.onmessage = () => resolve(performance.now() - pressed)
          port2.postMessage(null)
        })
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
}
