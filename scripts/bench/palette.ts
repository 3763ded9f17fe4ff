/* Measures the time from a key in the palette (Ctrl K) to its results, with many listed people and contributions. */
import type { Page } from '@playwright/test'
import type { Database } from '../../server/data/database.ts'
import { withBenchSite } from './bench-site.ts'
import { keyTimes, untilAnswered, watchKeys } from './key-times.ts'
import { percentile } from './measure.ts'
import { untilIdle, withBrowser, withDevice } from './open-device.ts'

const CONTRIBUTIONS = 100_000
const LISTED = 5_000
/** Results are cached, so no search may repeat an earlier one. */
const SEARCHES = ['maria', 'gomez', 'sofia', 'lopez', 'juan', 'persona 12', 'zzz']
const SEARCHES_OFFLINE = ['rosa', 'fernandez', 'diaz', 'bruno', 'camila', 'valentin', 'xxx']
const KEY_PAUSE = 150 // ms, of a fast typist

export function measurePalette(): Promise<Record<string, number>> {
  return withBrowser('palette', () =>
    withBenchSite({ contributions: CONTRIBUTIONS, prepare: listPeople }, (site) =>
      withDevice(site, async ({ context, page }) => {
        await page.goto('/dashboard')
        await untilIdle(page, site.largest.organiserId)
        await watchKeys(page, answeredSearch)
        const online = await typeAll(page, SEARCHES)
        await context.setOffline(true)
        const offline = await typeAll(page, SEARCHES_OFFLINE)
        return {
          'palette.key_p50_ms': percentile(online, 0.5),
          'palette.key_p95_ms': percentile(online, 0.95),
          'palette.key_offline_p95_ms': percentile(offline, 0.95),
        }
      }),
    ),
  )
}

/** Adds people to the list of the colecta with most contributions. */
async function listPeople(database: Database): Promise<void> {
  await database.query(
    `insert into people (id, organiser_id, collection_id, name, name_folded, position)
     select gen_random_uuid(), k.creator_id, k.id, c.contributor_name || ' Persona ' || n,
            c.contributor_folded || ' persona ' || n, n
     from (select id, creator_id from collections order by confirmed_count desc limit 1) k
     cross join lateral (
       select contributor_name, contributor_folded, row_number() over (order by id) as n
       from contributions where collection_id = k.id order by id limit $1
     ) c`,
    [LISTED],
  )
}

/** Returns the ms from each key to its results. */
async function typeAll(page: Page, searches: readonly string[]): Promise<number[]> {
  const before = (await keyTimes(page)).length
  let letters = 0
  for (const search of searches) {
    await page.keyboard.press('Control+k')
    await page.getByRole('option').first().waitFor()
    for (const letter of search) {
      await page.keyboard.press(letter === ' ' ? 'Space' : letter)
      letters += letter === ' ' ? 0 : 1 // the search without the space is the same
      await untilAnswered(page, before + letters)
      await page.waitForTimeout(KEY_PAUSE)
    }
    await page.keyboard.press('Escape')
    await page
      .getByRole('combobox', { name: 'Colecta, persona o acción' })
      .waitFor({ state: 'hidden' })
  }
  return (await keyTimes(page)).slice(before)
}

/**
 * Returns the search whose results are on the screen, else null. The status has a text once they are complete
 * (web/features/shortcuts/palette.tsx). Runs in the page.
 */
function answeredSearch(): string | null {
  const field = document.querySelector<HTMLInputElement>('dialog [role=combobox]')
  const typed = field?.value.trim() ?? ''
  const status = document.querySelector('dialog p[role=status]')?.textContent
  return typed === '' || status ? typed : null
}
