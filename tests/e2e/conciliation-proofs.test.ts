/* Conciliation of harder statements: unknown banks, operation numbers, receipts, part payments, and stored reviews. */
import type { Page } from '@playwright/test'
import { addDays, formatDay, shortDay, today } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import { DAY, HOUR } from '../../shared/time.ts'
import { pdfOfLines } from '../support/pdf.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './slow-network.ts'
import {
  choose,
  countInteractions,
  drop,
  finishAndChoose,
  openConciliation,
  recordsOf,
  reportAll,
  section,
  verifiedIn,
} from './statements.ts'
import {
  ask,
  chooseReceipt,
  confirmWithoutReceipt,
  expectText,
  fillReport,
  GIFT,
  reachReceiptStep,
  report,
  transfer,
} from './steps.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

test('an unknown bank is confirmed with six interactions', async ({ lucia, gift }) => {
  for (const name of ['Ana Paz', 'Beto Sosa']) {
    await report(lucia, gift, { contributorName: name, amount: 15_000_00 })
  }
  await openConciliation(lucia, gift)
  const interactions = await countInteractions(lucia)
  const day = formatDay(today(new Date()))
  const text = [
    'Cuando;Quien;Sumo;Resto',
    `${day};Paz Ana;15000,00;`,
    `${day};Sosa Beto;15000,00;`,
    `${day};Kiosco;;100,00`,
  ].join('\n')
  await drop(lucia, { name: 'mi-banco.csv', text })
  await lucia.getByLabel('Columna Quien').selectOption('Nombre de quien envía')
  await lucia.getByLabel('Columna Sumo').selectOption('Ingreso')
  await lucia.getByRole('button', { name: 'Usar estas columnas' }).click()
  await lucia
    .getByRole('button', { name: 'Confirmar los que tienen el nombre completo (2)' })
    .click()
  await lucia.getByRole('button', { name: 'Confirmar 2 aportes' }).click()
  expect(await interactions()).toBeLessThanOrEqual(6)
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(2)
})

const UNKNOWN = [
  'Quien;Fecha;Codigo valor',
  ...Array.from(
    { length: 6 },
    (_, at) => `Ana Paz ${at};${formatDay(addDays('2026-03-01', at))};15.00${at},07`,
  ),
].join('\n')

test('an unknown file format asks for its columns once', async ({ lucia, gift }) => {
  await openConciliation(lucia, gift)
  const file = { name: 'raro.csv', text: UNKNOWN }
  await choose(lucia, file)
  await expectText(lucia, 'No conocemos este archivo. ¿Qué hay en cada columna?')
  const use = lucia.getByRole('button', { name: 'Usar estas columnas' })
  await lucia.getByLabel('Columna Quien').selectOption('Nombre de quien envía')
  await lucia.getByLabel('Columna Fecha').selectOption('Fecha')
  await lucia.getByLabel('Columna Codigo valor').selectOption('No usar')
  await expect(use).toBeDisabled()
  await expectText(lucia, 'Falta decir cuál es el importe o el ingreso.')
  await lucia.getByLabel('Columna Codigo valor').selectOption('Importe')
  await expect(lucia.getByLabel('Los importes negativos son egresos')).toBeChecked()
  await expectText(lucia, 'Falta decir cómo se leen las fechas.')
  await lucia.getByRole('radio', { name: '1 de marzo' }).check()
  await expectText(lucia, `Leeremos: 1 de marzo, ${formatMoney(15_000_07)}, Ana Paz 0`)
  await use.click()
  await expect(lucia.getByText(/^6 ingresos: /)).toBeVisible()
  await expectText(
    lucia,
    'Todavía nadie informó un aporte. Igual puedes anotar los ingresos que encuentres.',
  )
  const titles = await finishAndChoose(lucia, file)
  await expect(lucia.getByText(/^6 ingresos: /)).toBeVisible()
  expect(await titles()).not.toContain('¿Cómo descargo mi resumen?')
})

test('the operation number that a guest typed proves the transfer', async ({
  lucia,
  guest,
  gift,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '15.000')
  await transfer(guest, '15.000')
  await guest.getByLabel('N.º de operación').fill('00417907673092')
  await confirmWithoutReceipt(guest)
  await expectText(guest, 'Tu aporte ha sido registrado correctamente.')

  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  await expect
    .poll(() => ask(lucia, 'waiting-contributions', { account }))
    .toMatchObject([{ operationNumber: '00417907673092' }])
  await openConciliation(lucia, gift)
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Referencia;Importe',
    `${day};Transferencia recibida;417907673092;15000,00`,
    `${day};Transferencia recibida;417907673093;15000,00`,
    `${day};Compra;417907673094;-10,00`,
  ].join('\n')
  await choose(lucia, { name: 'banco.csv', text })
  await expect(section(lucia, 'Coinciden').getByText('Número de operación')).toBeVisible()
  await lucia.getByRole('button', { name: 'Confirmar 1 aporte' }).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(1)
})

test('the text of a PDF receipt proves the transfer, and stays on the device', async ({
  lucia,
  guest,
  gift,
}) => {
  const receipt = pdfOfLines([
    'Comprobante de transferencia',
    '$ 20.000',
    'De',
    'Norma Gómez',
    'Para',
    'Lucía Fernández',
    'Número de operación',
    '98765432101',
  ])
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'c.pdf', mimeType: 'application/pdf', buffer: receipt })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  await expect
    .poll(() => ask(lucia, 'waiting-contributions', { account }))
    .toMatchObject([{ receipt: 'attached' }])
  await openConciliation(lucia, gift)
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Referencia;Importe',
    `${day};Transferencia recibida;98765432101;20000,00`,
    `${day};Transferencia recibida;98765432109;20000,00`,
    `${day};Compra;417907673094;-10,00`,
  ].join('\n')
  await choose(lucia, { name: 'banco.csv', text })
  await expect(section(lucia, 'Coinciden')).toContainText('Ningún ingreso coincide sin dudas.')
  const sent: string[] = []
  lucia.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await lucia.getByRole('button', { name: 'Leer los comprobantes' }).click()
  await expectText(lucia, 'Leímos 1 PDF: 1 dice el número de operación o quién pagó.')
  await expect(section(lucia, 'Coinciden').getByText('Número de operación')).toBeVisible()
  expect(sent.join()).not.toMatch(/98765432101|Norma/)
  await expect(lucia.getByRole('button', { name: 'Leer los comprobantes' })).toHaveCount(0)
  await lucia.getByRole('button', { name: 'Confirmar 1 aporte' }).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(1)
})

test('reading receipts can be cancelled, resumes where it stopped, and ends when the person leaves the page', {
  tag: '@sweep',
}, async ({ lucia, browser, contextOptions, server, gift }) => {
  const numbers = ['98765432101', '98765432102']
  for (const number of numbers) {
    const receipt = pdfOfLines(['Comprobante', '$ 20.000', 'Número de operación', number])
    // A device that has reported remembers it, so each guest has one of their own.
    const device = await browser.newContext({ ...contextOptions, baseURL: server.origin })
    const guest = await device.newPage()
    await reachReceiptStep(guest, gift, `${number}@example.com`)
    await chooseReceipt(guest, { name: 'c.pdf', mimeType: 'application/pdf', buffer: receipt })
    await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
    await expect(guest.getByText('Comprobante recibido')).toBeVisible()
    await device.close()
  }
  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  await expect
    .poll(() => ask(lucia, 'waiting-contributions', { account }))
    .toMatchObject([{ receipt: 'attached' }, { receipt: 'attached' }])
  await openConciliation(lucia, gift)
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Referencia;Importe',
    ...numbers.map((number) => `${day};Transferencia recibida;${number};20000,00`),
    `${day};Compra;417907673094;-10,00`,
  ].join('\n')
  await choose(lucia, { name: 'banco.csv', text })
  const matched = section(lucia, 'Coinciden').getByRole('listitem')
  const read = lucia.getByRole('button', { name: 'Leer los comprobantes' })

  // The second receipt never arrives.
  const asked: string[] = []
  let isHeld = true
  await lucia.route('**/api/receipts/*/url', async (route) => {
    asked.push(route.request().url())
    if (asked.length !== 1 && isHeld) return
    await route.continue()
  })
  await read.click()
  await expect(lucia.getByRole('button', { name: 'Leyendo 2 de 2…' })).toBeVisible()
  await lucia.getByRole('button', { name: 'Cancelar' }).click()
  await expectText(lucia, 'Leímos 1 PDF: 1 dice el número de operación o quién pagó.')
  await expect(matched).toHaveCount(1)

  await read.click()
  await expect.poll(() => asked.length).toBe(3)
  expect(asked[2]).toBe(asked[1])
  const ended = lucia.waitForEvent('requestfailed', (request) => request.url() === asked[2])
  await lucia.getByRole('link', { name: GIFT.title }).click()
  await ended
  await expect(lucia.getByText('No se pudieron leer los comprobantes.')).toHaveCount(0)

  isHeld = false
  await openConciliation(lucia, gift)
  await expect(matched).toHaveCount(1)
  await read.click()
  await expect(matched).toHaveCount(2)
  expect(new Set(asked).size).toBe(2)
})

test('a reminder of a part payment asks for the rest, and a report that arrives later is matched on request', async ({
  lucia,
  gift,
}) => {
  await report(lucia, gift, { contributorName: 'Carla Díaz', amount: 9_000_00 })
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Importe;Nombre',
    `${day};Transferencia recibida;6000,00;DIAZ CARLA`,
    `${day};Transferencia recibida;3000,00;DIAZ CARLA`,
    '13/01/2026;Compra;-10,00;',
  ].join('\n')
  await openConciliation(lucia, gift)
  await choose(lucia, { name: 'banco.csv', text })
  const questions = section(lucia, 'Para revisar').getByRole('listitem')
  const first = questions.filter({ hasText: `→ ${shortDay(today(new Date()))} · $\u00a06.000` })
  const second = questions.filter({ hasText: `→ ${shortDay(today(new Date()))} · $\u00a03.000` })
  await expect(first).toContainText('$\u00a06.000 de $\u00a09.000')
  await first.getByRole('checkbox').check()
  await expect(second).toContainText('2 transferencias, $\u00a09.000 de $\u00a09.000')
  await second.getByRole('button', { name: 'No' }).click()
  await lucia.getByRole('button', { name: /^Confirmar 1 aporte/ }).click()
  await expect(lucia.getByText('De 1 aporte llegó una parte.')).toBeVisible()
  const missing = section(lucia, 'Todavía no aparecen')
  await expect(missing.getByRole('listitem')).toContainText(
    'Llegaron $\u00a06.000, faltan $\u00a03.000',
  )
  const reminder = await missing.getByRole('link', { name: 'Recordar' }).getAttribute('href')
  expect(decodeURIComponent(reminder ?? '')).toContain(
    `ya veo $\u00a06.000 de tu aporte de $\u00a09.000`,
  )
  await expect(missing.getByRole('button', { name: /^Copiar recordatorio/ })).toHaveCount(0)
  expect(await verifiedIn(lucia, gift)).toBe(0)

  // Somebody reports while the review is open.
  await report(lucia, gift, { contributorName: 'Díaz Carla', amount: 3_000_00 })
  await expectText(lucia, 'Llegó o cambió 1 aporte después de leer los archivos.')
  await lucia.getByRole('button', { name: 'Buscar otra vez' }).click()
  await expect(lucia.getByRole('button', { name: 'Buscar otra vez' })).toHaveCount(0)
  await expect(second).toContainText('mismo monto')
})

test('the menu of a colecta opens the conciliation, also when nothing is pending', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Más acciones' }).click()
  await lucia.getByRole('menuitem', { name: 'Conciliar' }).click()
  await expect(lucia.getByRole('heading', { name: 'Conciliar', level: 1 })).toBeVisible()
  await expect(lucia.getByRole('link', { name: 'Conciliar con tu resumen' })).toHaveCount(0)
})

test('a file that cannot be read is named beside the review of others', async ({ lucia, gift }) => {
  const statement = await reportAll(lucia, gift)
  await openConciliation(lucia, gift)
  await choose(lucia, statement)
  const head = lucia.getByText(/^\d+ ingresos: /)
  await expect(head).toBeVisible()
  await lucia.evaluate(() => {
    Object.assign(window, {
      Worker: class {
        constructor() {
          throw new Error('El lector no se pudo abrir.')
        }
      },
    })
  })
  await choose(lucia, { ...statement, name: 'otro.csv' })
  await expectText(lucia, 'El lector no se pudo abrir.')
  await expect(head).toBeVisible()
})

test('without a replica, the form of a line stays until the server answers', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  await lucia.context().route(/\.wasm$/, (route) => route.abort())
  const text = `Fecha;Descripción;Importe;Nombre\n${formatDay(today(new Date()))};Transferencia recibida;1234,00;QUIROGA LUIS\n13/01/2026;Compra;-10,00;`
  await lucia.goto(`/colecta/${gift}/conciliar`)
  await choose(lucia, { name: 'banco.csv', text })
  await lucia.getByRole('button', { name: 'Crear aporte' }).click()
  const created = lucia.getByRole('dialog', { name: 'Crear aporte' })
  const answer = await holdBack(lucia, '**/api/sync/mutations')
  await created.getByRole('button', { name: 'Crear aporte' }).click()
  await lucia.keyboard.press('Escape')
  await expect(created.getByRole('button', { name: 'Creando…' })).toBeVisible()
  answer()
  await expect(lucia.getByText('Aporte creado y acreditado.')).toBeVisible()
  await expect(created).toBeHidden()
})

test('a long list shows twenty lines, and twenty more at each press', { tag: '@sweep' }, async ({
  lucia,
  gift,
}) => {
  const day = formatDay(today(new Date()))
  const credits = Array.from(
    { length: 45 },
    (_, at) => `${day};Transferencia recibida;${1_000 + at},00;QUIROGA LUIS`,
  )
  const text = ['Fecha;Descripción;Importe;Nombre', ...credits, '13/01/2026;Compra;-10,00;']
  await openConciliation(lucia, gift)
  await choose(lucia, { name: 'banco.csv', text: text.join('\n') })
  const unidentified = section(lucia, 'Transferencias sin identificar')
  for (const count of [20, 40, 45]) {
    await expect(unidentified.getByRole('listitem')).toHaveCount(count)
    if (count < 45) await unidentified.getByRole('button', { name: 'Mostrar más' }).click()
  }
  await expect(unidentified.getByRole('button', { name: 'Mostrar más' })).toHaveCount(0)
})

test('a review is deleted after 30 days without a change, and its columns are remembered', async ({
  lucia,
  gift,
}) => {
  const day = formatDay(today(new Date()))
  const text = `Cuando;Sumo;Resto\n${day};15000,00;\n${day};16000,00;\n${day};;100,00`
  const file = { name: 'mi-banco.csv', text }
  await openConciliation(lucia, gift)
  await choose(lucia, file)
  await lucia.getByLabel('Columna Sumo').selectOption('Ingreso')
  await lucia.getByRole('button', { name: 'Usar estas columnas' }).click()
  await lucia.getByRole('button', { name: 'No es de esta colecta' }).first().click()
  await expect(lucia.getByText('Mostrar 1 descartada', { exact: true })).toBeVisible()
  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  const kept = [`dismissed ${account}`, 'lines otra.cuenta', 'mappings', 'review otra.cuenta']
  const own = [`lines ${account}`, `review ${account}`]
  await makeOld(lucia, String(account))
  expect(await recordsOf(lucia)).toEqual([...kept, ...own].toSorted())

  await lucia.goto('/dashboard')
  await expect.poll(() => recordsOf(lucia)).toEqual(kept)
  await openConciliation(lucia, gift)
  await expect(lucia.getByText('el resumen no se envía a ningún lado')).toBeVisible()
  await choose(lucia, file)
  await expect(lucia.getByText('Mostrar 1 descartada', { exact: true })).toBeVisible()
})

/** Makes all records 30 days old, and copies the review to another account, where it is an hour younger. */
function makeOld(page: Page, account: string): Promise<void> {
  return page.evaluate(
    async ({ account, old, younger }) => {
      const found = await indexedDB.databases()
      const { name = '' } = found.find(({ name }) => name?.includes('statements')) ?? {}
      const opening = indexedDB.open(name)
      const database = await new Promise<IDBDatabase>((resolve) => {
        opening.onsuccess = () => resolve(opening.result)
      })
      const transaction = database.transaction('records', 'readwrite')
      const done = new Promise((resolve) => transaction.addEventListener('complete', resolve))
      const store = transaction.objectStore('records')
      const reading = store.openCursor()
      const copies: [string, object][] = []
      reading.onsuccess = () => {
        const cursor = reading.result
        if (cursor) {
          const key = String(cursor.key)
          if (/^(?:lines|review) /.test(key)) {
            copies.push([key.replace(account, 'otra.cuenta'), { ...cursor.value, at: younger }])
          }
          cursor.update({ ...cursor.value, at: old })
          cursor.continue()
        } else {
          for (const [key, copy] of copies) store.put(copy, key)
        }
      }
      await done
      database.close()
    },
    { account, old: Date.now() - 30 * DAY, younger: Date.now() - 30 * DAY + HOUR },
  )
}
