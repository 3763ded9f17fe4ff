/*
 * Measures how fast the outbox of an organiser's browser stores changes without a network, and sends them later: 1,000
 * added contributions (`queue`), and a whole list accredited with one press (`accredit`).
 */
import type { Locator, Page } from '@playwright/test'
import type { Database } from '../../server/data/database.ts'
import { newId } from '../../shared/id.ts'
import { lockOf } from '../../web/replica/tabs.ts'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { timed } from './measure.ts'
import { untilComplete, untilIdle, untilSettled, withBrowser, withDevice } from './open-device.ts'

const CONTRIBUTIONS = 1_000
const CHANGES = 1_000

/** Stores many changes one after another without a network, reloads the page with them, and sends them. */
export function measureQueue(): Promise<Record<string, number>> {
  return withBrowser('queue', () =>
    withBenchSite({ contributions: CONTRIBUTIONS }, (site) =>
      withDevice(site, async ({ context, page }) => {
        await page.goto('/dashboard')
        await untilIdle(page, site.largest.organiserId)
        await context.setOffline(true)
        const stored = await timed(() => addContributions(page, site))

        await untilIdle(page, site.largest.organiserId)
        const reloaded = await timed(async () => {
          await page.reload()
          await page.waitForFunction(() => window.watch.opening.ready !== null)
        })

        const sent = await timed(async () => {
          await context.setOffline(false)
          await untilSettled(page, site.largest.organiserId)
        })
        return {
          [`queue.store_${CHANGES}_ms`]: stored,
          [`queue.reload_${CHANGES}_ms`]: reloaded,
          [`queue.send_${CHANGES}_ms`]: sent,
        }
      }),
    ),
  )
}

/** Adds one after another through the tab that owns the replica, as other tabs do. */
async function addContributions(page: Page, { largest }: BenchSite): Promise<void> {
  const changes = Array.from({ length: CHANGES }, (_, index) => ({
    id: newId(),
    collectionId: largest.id,
    contributorName: `En espera ${index}`,
    contributorEmail: null,
    amount: 1_000_00,
    message: '',
  }))
  await page.evaluate(
    async ({ changes, channelName }) => {
      const channel = new BroadcastChannel(channelName)
      for (const args of changes) {
        const id = crypto.randomUUID()
        const response = new Promise<void>((resolve, reject) => {
          channel.onmessage = ({ data }) => {
            if (data.id !== id) return
            if (data.type === 'answer') resolve()
            else reject(new Error(data.error.message))
          }
        })
        const mutation = ['add-manual-contribution', args, args.id]
        channel.postMessage({ type: 'call', id, method: 'mutate', args: mutation })
        await response
      }
      channel.close()
    },
    { changes, channelName: lockOf(largest.organiserId) },
  )
}

const ALL = 100_000

/** Selects and accredits every contribution that a search finds, without a network, and then sends the changes. */
export function measureAccrediting(rows = ALL): Promise<Record<string, number>> {
  return withBrowser('accredit', () =>
    withBenchSite({ contributions: rows, prepare: letNoneBeAccredited }, (site) =>
      withDevice(
        site,
        async ({ context, page }) => {
          await page.goto(`/colecta/${site.largest.id}`)
          await untilComplete(page)
          await context.setOffline(true)
          const bar = await selectAll(page)
          const message = page.getByText('aportes acreditados').first()
          const stored = await timed(async () => {
            await bar.getByRole('button', { name: 'Acreditar' }).click()
            await message.waitFor()
          })
          console.log(`  ${await message.innerText()}`)
          const sent = await timed(async () => {
            await context.setOffline(false)
            await untilSettled(page, site.largest.organiserId)
          })
          const suffix = rows === ALL ? '' : `_${rows}`
          return { [`accredit.stored_ms${suffix}`]: stored, [`accredit.sent_ms${suffix}`]: sent }
        },
        'display',
      ),
    ),
  )
}

async function letNoneBeAccredited(database: Database): Promise<void> {
  await database.query(
    `update contributions set payment_status = 'confirmed', verified_at = null
     where payment_status <> 'confirmed' or verified_at is not null`,
  )
}

async function selectAll(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Elegir varios aportes' }).click()
  const bar = page.getByRole('region', { name: 'Aportes elegidos' })
  await bar.getByLabel('Toda la página').check()
  await bar.getByRole('button', { name: /^Elegir los/ }).click()
  return bar
}
