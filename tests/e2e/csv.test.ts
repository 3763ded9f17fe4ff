import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { formatDay, today } from '../../shared/dates.ts'
import { readCsv } from '../support/read-csv.ts'
import { expect, test } from './fixtures.ts'
import { expectSync, report } from './steps.ts'

test('the list becomes a file, whole or as it is shown, also without a network', async ({
  lucia,
  guest,
  gift,
}) => {
  await report(guest, gift, { contributorName: 'Ana Álvarez', message: '=HYPERLINK("http://mal")' })
  await report(guest, gift, { contributorName: 'Beto; el "Tano"', message: 'Un beso' })
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()

  const all = await exported(lucia, 'CSV estándar')
  expect(all.name).toBe(`aportes_regalo_para_la_seno_caro_${today(new Date())}.csv`)
  expect(all.text.startsWith('\uFEFFFecha,Aportante,Monto,Método,Estado,Mensaje\n')).toBe(true)
  const rows = readCsv(all.text, ',').slice(1)
  const date = expect.stringMatching(new RegExp(`^${formatDay(today(new Date()))} \\d\\d:\\d\\d$`))
  expect(rows).toEqual([
    [date, 'Beto; el "Tano"', '15000.00', 'Transferencia', 'Confirmado', 'Un beso'],
    [date, 'Ana Álvarez', '15000.00', 'Transferencia', 'Confirmado', `'=HYPERLINK("http://mal")`],
  ])

  await expectSync(lucia, 'Al día')
  await lucia.context().setOffline(true)
  await lucia.getByLabel('Buscar por nombre').fill('alvarez')
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
  const shown = await exported(lucia, 'Excel en español')
  const found = readCsv(shown.text, ';').slice(1)
  expect(found.map(([, name, amount]) => [name, amount])).toEqual([['Ana Álvarez', '15000,00']])

  await lucia.getByRole('button', { name: 'Exportar' }).click()
  await expect(lucia.getByLabel(/^Excel en español/)).toBeChecked()
})

async function exported(page: Page, form: string): Promise<{ name: string; text: string }> {
  await page.getByRole('button', { name: 'Exportar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Exportar aportes' })
  await dialog.getByText(form, { exact: true }).click()
  const downloading = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Descargar archivo' }).click()
  const download = await downloading
  await expect(dialog).toBeHidden()
  return {
    name: download.suggestedFilename(),
    text: await readFile(await download.path(), 'utf8'),
  }
}
