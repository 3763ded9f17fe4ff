import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runCommand } from '../run-command.ts'
import { makeTemporaryFolder, removeTemporaryFolder } from '../temporary-folder.ts'
import { type Device, lackOfBrowser, openDevice } from './open-device.ts'
import { openStage } from './open-stage.ts'
import { untilTidy } from './until-tidy.ts'

const CONTRIBUTIONS = 100_000
const PATIENCE = 120_000 // ms

/**
 * An organiser has a full replica on two devices, one with an unsent change. The server's data is restored from a
 * backup and verified by hashes; nobody touches the devices. Returns, in ms: the backup beside the running server; from
 * the server's end until it is ready again; from then until both devices are in step and the change of one is on the
 * other's screen.
 */
export async function restoreDrill(): Promise<Record<string, number>> {
  const lack = await lackOfBrowser()
  if (lack) {
    console.log(`restore: not measured. ${lack}`)
    return {}
  }
  const stage = await openStage({ contributions: CONTRIBUTIONS })
  const folder = makeTemporaryFolder()
  const devices: Device[] = []
  try {
    devices.push(await openDevice(stage), await openDevice(stage))
    const [{ page: watching }, { page: away }] = devices as [Device, Device]
    for (const page of [watching, away]) {
      await page.goto(`/colecta/${stage.largest.id}`)
      await untilTidy(page)
    }
    const backup = timed(() => runCommand('backup', ['--to', join(folder, 'b')], stage.dataDir))
    await away.context().setOffline(true)
    await contribute(away)

    await stage.server.stop()
    const stopped = performance.now()
    runCommand('restore', ['--from', join(folder, 'b'), '--replace'], stage.dataDir)
    await stage.server.start()
    const restored = performance.now() - stopped
    const ready = performance.now()
    await away.context().setOffline(false)
    await Promise.all([inStep(away), inStep(watching)])
    await watching.getByRole('table', { name: 'Aportes' }).getByText(NAME).waitFor()
    return {
      'restore.backup_ms': backup,
      'restore.restore_ms': restored,
      'restore.browsers_ms': performance.now() - ready,
    }
  } finally {
    for (const device of devices) await device.close()
    await stage.close()
    removeTemporaryFolder(folder)
  }
}

const NAME = 'Abril Restaurada'

/** By hand, as the organiser, on the collection's page. */
async function contribute(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Registrar aporte' }).first().click()
  await page.getByLabel('Nombre de quien aportó').fill(NAME)
  await page.getByRole('button', { name: 'Registrar aporte' }).click()
  await page.getByRole('button', { name: /1 cambio por enviar/ }).waitFor()
}

/** As shown in the header. */
async function inStep(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sincronización: Al día' }).waitFor({ timeout: PATIENCE })
}

function timed(work: () => void): number {
  const started = performance.now()
  work()
  return performance.now() - started
}
