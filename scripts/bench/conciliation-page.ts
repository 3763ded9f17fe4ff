/* Measures in Chromium how long an organiser waits for a bank statement, from choosing the file to the review. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Database } from '../../server/data/database.ts'
import type { StatementFile } from '../../shared/conciliation/read-statements.ts'
import type { ConciliationWorld } from '../conciliation/world.ts'
import { withBenchSite } from './bench-site.ts'
import { percentile } from './measure.ts'
import { untilIdle, withBrowser, withDevice } from './open-device.ts'

const TURNS = 3

interface Reading {
  /** performance.now() at the choice of the file, at the last row, and after the frame with the review. */
  chosen: number
  read: number
  shown: number
}

declare global {
  interface Window {
    reading: Reading
  }
}

/**
 * Measures the times from the choice of a file to its rows and to the review, each time in a new browser, in which
 * nothing of the screen or its worker ran before.
 */
export function measureConciliationPage(
  csv: StatementFile,
  { contributions }: ConciliationWorld,
): Promise<Record<string, number>> {
  const size = contributions.length
  const prepare = (database: Database) => replaceContributions(database, contributions)
  return withBrowser('conciliation', () =>
    withBenchSite({ contributions: size, prepare }, async (site) => {
      const path = join(site.dataDir, csv.name)
      await writeFile(path, csv.bytes)
      const readings: (Reading & { longestTask: number })[] = []
      for (let turn = 0; turn < TURNS; turn += 1) {
        const reading = await withDevice(site, async ({ page }) => {
          await page.goto('/dashboard')
          await untilIdle(page, site.largest.organiserId)
          await page.goto(`/colecta/${site.largest.id}/conciliar`)
          await untilIdle(page, site.largest.organiserId)
          return readOn(page, path)
        })
        readings.push(reading)
      }
      const median = (of: (reading: Reading) => number) => percentile(readings.map(of), 0.5)
      return {
        'conciliation.first_csv_10000_ms': median(({ chosen, read }) => read - chosen),
        'conciliation.first_review_10000_ms': median(({ chosen, shown }) => shown - chosen),
        'conciliation.longest_task_ms': Math.max(...readings.map(({ longestTask }) => longestTask)),
      }
    }),
  )
}

/** Overwrites the largest colecta's contributions with those of the world, all of them unverified. */
async function replaceContributions(
  database: Database,
  contributions: ConciliationWorld['contributions'],
): Promise<void> {
  await database.query(
    `with largest as (select id from collections order by confirmed_count desc limit 1),
     own as (
       select c.id, row_number() over (order by c.id) as n
       from contributions c join largest k on k.id = c.collection_id
     ),
     reported as (
       select *, row_number() over () as n
       from json_to_recordset($1::json)
         as w("contributorName" text, amount int8, "paymentDate" timestamptz, "operationNumber" text)
     )
     update contributions c
     set contributor_name = w."contributorName", amount = w.amount::numeric / 100,
         payment_date = w."paymentDate", operation_number = w."operationNumber",
         payment_method = 'Transferencia', payment_status = 'confirmed', verified_at = null
     from own join reported w on w.n = own.n
     where c.id = own.id`,
    [JSON.stringify(contributions)],
  )
}

/** The browser opens the file itself: sent through the page it would be a long task. */
async function readOn(page: Page, path: string) {
  const field = page.getByLabel('Resumen de cuenta')
  await field.waitFor({ state: 'attached' })
  await page.evaluate(watchReading)
  await field.setInputFiles(path)
  await page.waitForFunction(() => window.reading.shown > 0)
  await page.waitForTimeout(1_000) // the browser reports a long task after its end
  return page.evaluate(() => ({ ...window.reading, longestTask: window.watch.longestTask }))
}

/** Runs inside the page. */
function watchReading(): void {
  const reading: Reading = { chosen: 0, read: 0, shown: 0 }
  window.reading = reading
  window.watch.longestTask = 0
  const onChange = ({ timeStamp }: Event) => {
    reading.chosen = timeStamp
  }
  window.addEventListener('change', onChange, { capture: true })
  const observer = new MutationObserver(() => {
    const words = document.querySelector('main')?.textContent ?? ''
    if (reading.read === 0 && /Leyendo… \d/.test(words)) reading.read = performance.now()
    if (!/\d ingresos?: /.test(words)) return
    observer.disconnect()
    window.watch.afterPaint((at) => {
      reading.shown = at
    })
  })
  observer.observe(document.body, { childList: true, subtree: true, characterData: true })
}
