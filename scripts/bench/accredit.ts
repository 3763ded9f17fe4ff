import type { Locator, Page } from '@playwright/test'
import type { Database } from '../../server/data/database.ts'
import { timed } from './measure.ts'
import { lackOfBrowser, openDevice } from './open-device.ts'
import { openStage } from './open-stage.ts'
import { untilSettled } from './until-settled.ts'
import { untilTidy } from './until-tidy.ts'

const CONTRIBUTIONS = 100_000

/**
 * An organiser selects and accredits every contribution that a search finds: first in the replica without a network,
 * then at the server once the network is back.
 */
export async function accredit(rows = CONTRIBUTIONS): Promise<Record<string, number>> {
  const lack = await lackOfBrowser()
  if (lack) {
    console.log(`accredit: not measured. ${lack}`)
    return {}
  }
  const stage = await openStage({ contributions: rows, prepare: letNoneBeAccredited })
  const device = await openDevice(stage, 'display')
  const { context, page } = device
  try {
    await page.goto(`/colecta/${stage.largest.id}`)
    await untilTidy(page)
    await context.setOffline(true)
    const bar = await chooseAll(page)
    const kept = await timed(async () => {
      await bar.getByRole('button', { name: 'Acreditar' }).click()
      await page.getByText('aportes acreditados').first().waitFor()
    })
    console.log(`  ${await page.getByText('aportes acreditados').first().innerText()}`)
    const sent = await timed(async () => {
      await context.setOffline(false)
      await untilSettled(page, stage.largest.organiserId)
    })
    const suffix = rows === CONTRIBUTIONS ? '' : `_${rows}`
    return { [`accredit.kept_ms${suffix}`]: kept, [`accredit.sent_ms${suffix}`]: sent }
  } finally {
    await device.close()
    await stage.close()
  }
}

async function letNoneBeAccredited(database: Database): Promise<void> {
  await database.query(
    `update contributions set payment_status = 'confirmed', verified_at = null
     where payment_status <> 'confirmed' or verified_at is not null`,
  )
}

async function chooseAll(page: Page): Promise<Locator> {
  await page.getByRole('button', { name: 'Elegir varios aportes' }).click()
  const bar = page.getByRole('region', { name: 'Aportes elegidos' })
  await bar.getByLabel('Toda la página').check()
  await bar.getByRole('button', { name: /^Elegir los/ }).click()
  return bar
}
