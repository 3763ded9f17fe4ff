import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runCommand } from '../run-command.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { type BenchSite, withBenchSite } from './bench-site.ts'
import { timed } from './measure.ts'
import { untilIdle, withBrowser, withDevice } from './open-device.ts'

const CONTRIBUTIONS = 100_000
const TIMEOUT = 120_000 // ms

/**
 * Measures a backup of the running server, its restore (S5), and how the devices recover without any input: an organiser
 * has a full replica on two devices, one with an unsent change. Returns, in ms: the backup; from the server's end until
 * it is ready again; from then until both devices are up to date and the change of one is on the other's screen.
 */
export function measureRestore(): Promise<Record<string, number>> {
  return withBrowser('restore', () =>
    withBenchSite({ contributions: CONTRIBUTIONS }, (site) =>
      withDevice(site, (one) => withDevice(site, (other) => runDrill(site, one.page, other.page))),
    ),
  )
}

async function runDrill({ largest, dataDir, server }: BenchSite, watching: Page, away: Page) {
  const folder = makeTemporaryFolder()
  const backup = join(folder, 'b')
  try {
    for (const page of [watching, away]) {
      await page.goto(`/colecta/${largest.id}`)
      await untilIdle(page, largest.organiserId)
    }
    const backedUp = await timed(async () => runCommand('backup', ['--to', backup], dataDir))
    await away.context().setOffline(true)
    await contribute(away)

    await server.stop()
    const restored = await timed(async () => {
      runCommand('restore', ['--from', backup, '--replace'], dataDir)
      await server.restart()
    })
    const synced = await timed(async () => {
      await away.context().setOffline(false)
      await Promise.all([untilSynced(away), untilSynced(watching)])
      await watching.getByRole('table', { name: 'Aportes' }).getByText(NAME).waitFor()
    })
    return {
      'restore.backup_ms': backedUp,
      'restore.restore_ms': restored,
      'restore.browsers_ms': synced,
    }
  } finally {
    removeTemporaryFolder(folder)
  }
}

const NAME = 'Abril Restaurada'

/** Adds a contribution by hand on the colecta's page. */
async function contribute(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Registrar aporte' }).first().click()
  await page.getByLabel('Nombre de quien aportó').fill(NAME)
  await page.getByRole('button', { name: 'Registrar aporte' }).click()
  await page.getByRole('button', { name: /1 cambio por enviar/ }).waitFor()
}

async function untilSynced(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sincronización: Al día' }).waitFor({ timeout: TIMEOUT })
}
