/*
 * The server's data is restored from a backup with the commands that operators run. Without any action in the
 * browsers, replicas adopt the restored data, and unsent changes and reports are sent.
 */
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { runCommand } from '../../scripts/run-command.ts'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { pdf, pdfObjects, pdfStream } from '../support/pdf.ts'
import { expect, test } from './fixtures.ts'
import { networkOf, untilPercent } from './slow-network.ts'
import {
  chooseReceipt,
  expectSync,
  JULIETA,
  reachReceiptStep,
  registerContribution,
  report,
} from './steps.ts'

test.use({ ownServer: {} })

test('[S5] [S10] [R3] after a restore, browsers send unsent changes, and again the report whose receipt is being sent', async ({
  lucia,
  guest,
  gift,
  server,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const backup = join(makeTemporaryFolder(), 'yesterday')
  runCommand('backup', ['--to', backup], server.dataDir)

  // Before the restore: a report that the backup lacks, an unsent change, and a report whose receipt is being uploaded.
  await report(guest, gift, {
    contributorName: 'Bruno Paz',
    contributorEmail: 'bruno@example.com',
  })
  await expect(contributor(lucia, 'Bruno Paz')).toHaveCount(1)
  await lucia.context().setOffline(true)
  await lucia.getByRole('link', { name: 'Registrar aporte' }).first().click()
  await registerContribution(lucia, 'Abril Díaz')
  await expectSync(lucia, /1 cambio por enviar/)
  const network = await networkOf(guest)
  await reachReceiptStep(guest, gift)
  const pixels = randomBytes(5 * 1024 * 1024).toString('latin1')
  const buffer = pdf(pdfObjects({}, [pdfStream(pixels)]))
  await chooseReceipt(guest, { name: 'recibo.pdf', mimeType: 'application/pdf', buffer })
  await network.slow()
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await untilPercent(guest, 15)
  await network.away()

  await server.kill()
  runCommand('restore', ['--from', backup, '--replace'], server.dataDir)
  await server.restart()
  await network.slow()
  await lucia.context().setOffline(false)

  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  await expectSync(lucia, 'Al día')
  await expect(contributor(lucia, 'Abril Díaz')).toHaveCount(1)
  await expect(contributor(lucia, JULIETA.name)).toHaveCount(1)
  await expect(contributor(lucia, 'Bruno Paz')).toHaveCount(0)
  const answer = await lucia.request.get(`${server.origin}/api/collections/${gift}/receipts`)
  expect((await answer.json()).receipts).toHaveLength(1)
})

function contributor(page: Page, name: string) {
  return page.getByRole('table', { name: 'Aportes' }).getByText(name)
}
