/* The record of a guest's contribution on their device, after the browser was closed. */
import { chromium, type Page } from '@playwright/test'
import { makeTemporaryFolder, removeTemporaryFolder } from '../../scripts/temporary-folder.ts'
import { formatMoment } from '../../shared/dates.ts'
import { DAY } from '../../shared/time.ts'
import { expect, test } from './fixtures.ts'
import { confirmWithoutReceipt, expectText, reachReceiptStep } from './steps.ts'

test('a guest finds their contribution again a week later, after the browser was closed', async ({
  contextOptions,
  launchOptions,
  server,
  gift,
}) => {
  test.slow(true, 'a browser of its own, twice')
  const profile = makeTemporaryFolder()
  const inBrowser = async (act: (page: Page) => Promise<void>) => {
    const context = await chromium.launchPersistentContext(profile, {
      ...launchOptions,
      ...contextOptions,
      baseURL: server.origin,
    })
    const [page = await context.newPage()] = context.pages()
    await act(page)
    await context.close()
  }
  const own = `Tu aporte: $\u00a020.000, informado el ${formatMoment(new Date().toISOString()).day}`

  await inBrowser(async (page) => {
    await reachReceiptStep(page, gift)
    await confirmWithoutReceipt(page)
    await expectText(page, 'Tu aporte ha sido registrado correctamente.')
  })
  await inBrowser(async (page) => {
    await page.clock.install({ time: Date.now() + 7 * DAY })
    await page.goto(`/contribuir/${gift}`)
    await expectText(page, own)
    await expectText(page, 'Informado')
    await expect(page.getByLabel('Nombre')).toHaveCount(0)
    await page.getByRole('button', { name: 'Corregir o retirar' }).click()
    await expect(page.getByLabel('Monto')).toHaveValue(/20\.?000/)
  })
  removeTemporaryFolder(profile)
})
