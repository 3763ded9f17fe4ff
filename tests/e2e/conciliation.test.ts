/* Conciliation: an organiser drops the account's statement, and confirms which transfers arrived. */
import type { Locator, Page } from '@playwright/test'
import { formatDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { formatMoney } from '../../shared/money.ts'
import { MINUTE } from '../../shared/time.ts'
import { expect, test } from './fixtures.ts'
import {
  bookOf,
  choose,
  countInteractions,
  drop,
  openConciliation,
  reportAll,
  section,
  tickedCount,
  verifiedIn,
} from './statements.ts'
import { ask, clipboardOf, expectSync, expectText, GIFT, mutate, report, signOut } from './steps.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

const confirmButton = (page: Page) => page.getByRole('button', { name: /^Confirmar \d+ aporte/ })

const HEAD = /^\d+ ingresos: \d+ coinciden, \d+ para revisar, \d+ sin identificar\./

test('a dropped statement verifies the contributions that it proves', async ({ lucia, gift }) => {
  const statement = await reportAll(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  const started = Date.now()
  const interactions = await countInteractions(lucia)
  await lucia.getByRole('link', { name: 'Conciliar con tu resumen' }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}/conciliar$`))
  await expect(lucia).toHaveTitle(`Conciliar · ${GIFT.title} · Entre Todos`)
  await expect(lucia.getByText('el resumen no se envía a ningún lado')).toBeVisible()
  await expectSync(lucia, 'Al día')
  await drop(lucia, statement)
  await expect(lucia.getByText(HEAD)).toBeVisible()
  const count = await tickedCount(lucia)
  expect(count).toBeGreaterThan(3)
  const first = section(lucia, 'Coinciden').getByRole('listitem').first()
  await expect(first.getByText('Monto único')).toBeVisible()
  await confirmButton(lucia).click()
  expect(await interactions()).toBe(3)
  await expect(lucia.getByText(`${count} aportes acreditados.`)).toBeVisible()
  expect(Date.now() - started).toBeLessThan(MINUTE)
  await expect(section(lucia, 'Coinciden').getByRole('listitem')).toHaveCount(0)
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(count)

  await lucia.getByRole('link', { name: GIFT.title }).click()
  await expect(lucia.getByText('Acreditado').first()).toBeVisible()
})

test('the toast and the history undo matches, and a repeated statement is recognised', async ({
  lucia,
  gift,
}) => {
  const statement = await reportAll(lucia, gift)
  await openConciliation(lucia, gift)
  await choose(lucia, statement)
  await expect(lucia.getByText(HEAD)).toBeVisible()
  const count = await tickedCount(lucia)
  await confirmButton(lucia).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(count)
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(section(lucia, 'Coinciden').getByRole('listitem')).toHaveCount(count)
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(0)
  await confirmButton(lucia).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(count)
  await lucia.getByRole('button', { name: 'Terminar' }).click()
  // The input of the review that ends is still there for a moment, and then takes no file.
  await expect(lucia.getByText('el resumen no se envía a ningún lado')).toBeVisible()
  await choose(lucia, statement)
  await expect(lucia.getByText(new RegExp(`${count} ya estaban\\.$`))).toBeVisible()
  await lucia.getByRole('button', { name: 'Historial' }).click()
  const history = lucia.getByRole('dialog', { name: 'Historial' })
  await expect(history.getByRole('listitem')).toHaveCount(2)
  await expect(history.getByText('Deshecho')).toHaveCount(1)
  const days = { from: '1990-01-01', to: '2099-12-31' }
  const used = (await ask(lucia, 'statement-matches', days)) as unknown as { id: string }[]
  await mutate(lucia, 'undo-matches', { ids: used.slice(1).map(({ id }) => id) })
  await history.getByRole('button', { name: 'Deshacer el que queda' }).click()
  await expect(history.getByText('Deshecho')).toHaveCount(2)
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(0)
  await lucia.keyboard.press('Escape')
  await expect(section(lucia, 'Coinciden').getByRole('listitem')).toHaveCount(count)
})

test('only confirmed matches leave the device, and no cell of a statement', async ({
  lucia,
  gift,
}) => {
  const statement = await reportAll(lucia, gift)
  await openConciliation(lucia, gift)
  const { bankAccount: account } = await ask(lucia, 'collection', { id: gift })
  const waiting: unknown = await ask(lucia, 'waiting-contributions', { account })
  const amounts = new Set((waiting as { amount: number }[]).map(({ amount }) => amount))
  const sent: string[] = []
  const record = (text: string) => sent.push(text, decodeURIComponent(text.replaceAll('%', '%25')))
  lucia.context().on('request', (request) => {
    record(`${request.url()} ${request.postDataBuffer()?.toString('latin1') ?? ''}`)
    record(request.postData() ?? '')
    record(JSON.stringify(request.headers()))
  })
  lucia.on('websocket', (socket) =>
    socket.on('framesent', ({ payload }) => record(String(payload))),
  )
  const books = [bookOf('banco.xlsx', 'QUIROGA LUIS'), bookOf('banco.xls', 'IBARRA PEDRO')]
  await choose(lucia, statement, ...books)
  await expect(lucia.getByText(HEAD)).toBeVisible()
  const count = await tickedCount(lucia)
  await confirmButton(lucia).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(count)
  const unidentified = section(lucia, 'Transferencias sin identificar').getByRole('listitem')
  await expect(unidentified.filter({ hasText: 'IBARRA PEDRO' })).toBeVisible()
  await unidentified
    .filter({ hasText: 'QUIROGA LUIS' })
    .getByRole('button', { name: 'Crear aporte' })
    .click()
  const dialog = lucia.getByRole('dialog', { name: 'Crear aporte' })
  await dialog.getByLabel('Nombre de quien aportó').fill('Luis')
  await dialog.getByRole('button', { name: 'Crear aporte' }).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(count + 1)
  await expectSync(lucia, 'Al día')

  const all = sent.join('\n')
  expect(all).toContain('create-from-line')
  expect(all).toContain('match-lines')
  const cells = statement.text
    .split('\n')
    .slice(1)
    .flatMap((row) => row.split(';').map((cell) => cell.replaceAll('"', '').trim()))
  const ofBooks = books.flatMap(({ cells }) => cells)
  const telling = [...new Set([...cells, ...ofBooks])].filter((cell) => cell.length >= 4)
  expect(telling.length).toBeGreaterThan(100)
  expect(telling.filter((cell) => all.includes(cell))).toEqual([])

  const matches = sent.flatMap(
    (text) => JSON.parse(/"matches":(\[.*?\])/.exec(text)?.[1] ?? '[]') as object[],
  )
  expect(new Set(matches.map((match) => Object.keys(match).toSorted().join()))).toEqual(
    new Set([
      'asIs,contributionId,id,isAutomatic,isSplit,lineAmount,lineDay,lineId,part,reason,source,version',
    ]),
  )
  const ofMatches = matches.map((match) => (match as { lineAmount: number }).lineAmount)
  expect(ofMatches.filter((amount) => !amounts.has(amount))).toEqual([])
})

/** Presses and reloads in one task, before the browser has stored anything. */
async function pressAndReload(button: Locator): Promise<void> {
  const loaded = button.page().waitForEvent('load')
  await button.evaluate((pressed: HTMLElement) => {
    pressed.click()
    window.location.reload()
  })
  await loaded
}

test('a reload right after a press keeps the decision, and the sign-out deletes it', async ({
  lucia,
  gift,
}) => {
  const statement = await reportAll(lucia, gift)
  await openConciliation(lucia, gift)
  await choose(lucia, statement)
  await expect(lucia.getByText(HEAD)).toBeVisible()
  const count = await tickedCount(lucia)
  const sure = section(lucia, 'Coinciden').getByRole('checkbox')
  await pressAndReload(sure.first())
  await expect(sure.first()).not.toBeChecked()
  await pressAndReload(sure.nth(1))
  await expect(sure.nth(1)).not.toBeChecked()
  await pressAndReload(sure.first())
  await expect(sure.first()).toBeChecked()
  expect(await tickedCount(lucia)).toBe(count - 1)

  const question = section(lucia, 'Para revisar').getByRole('listitem').first()
  const name = (await question.getByRole('checkbox').getAttribute('aria-label')) ?? ''
  await pressAndReload(question.getByRole('button', { name: 'No', exact: true }))
  await expect(question).toBeVisible()
  await expect(question.getByRole('checkbox')).not.toHaveAttribute('aria-label', name)
  const unidentified = section(lucia, 'Transferencias sin identificar')
  await pressAndReload(unidentified.getByRole('button', { name: 'No es de esta colecta' }).first())
  await lucia.getByText('Mostrar 1 descartada', { exact: true }).click()
  await pressAndReload(lucia.getByRole('button', { name: 'Volver a la lista' }))
  await expect(unidentified.getByRole('listitem').first()).toBeVisible()
  await expect(lucia.getByText('Mostrar 1 descartada', { exact: true })).toHaveCount(0)

  const stores = () =>
    lucia.evaluate(async () =>
      [
        ...(await indexedDB.databases()).map(({ name }) => name),
        ...Object.keys(localStorage),
      ].filter((name) => name?.includes('statements')),
    )
  expect(await stores()).toHaveLength(1)
  await signOut(lucia)
  expect(await stores()).toEqual([])
})

test('two tabs show the same review, and neither overwrites the other', async ({ lucia, gift }) => {
  const statement = await reportAll(lucia, gift)
  const other = await lucia.context().newPage()
  for (const page of [lucia, other]) {
    await openConciliation(page, gift)
    await expect(page.getByText('el resumen no se envía a ningún lado')).toBeVisible()
  }
  await choose(lucia, statement)
  await expect(other.getByText(HEAD)).toBeVisible()
  const count = await tickedCount(lucia)
  expect(await tickedCount(other)).toBe(count)
  const ticks = (page: Page) => section(page, 'Coinciden').getByRole('checkbox')
  await ticks(lucia).nth(0).uncheck()
  await ticks(other).nth(1).uncheck()
  for (const page of [lucia, other]) {
    await expect(ticks(page).nth(0)).not.toBeChecked()
    await expect(ticks(page).nth(1)).not.toBeChecked()
  }
  for (const [page, put] of [
    [lucia, '1 descartada'],
    [other, '2 descartadas'],
  ] as const) {
    const unidentified = section(page, 'Transferencias sin identificar')
    await unidentified.getByRole('button', { name: 'No es de esta colecta' }).first().click()
    for (const each of [lucia, other]) {
      await expect(each.getByText(`Mostrar ${put}`, { exact: true })).toBeVisible()
    }
  }
  await lucia.reload()
  await expect.poll(() => tickedCount(lucia)).toBe(count - 2)
  await expect(lucia.getByText('Mostrar 2 descartadas', { exact: true })).toBeVisible()
  await other.getByRole('button', { name: 'Terminar' }).click()
  await expect(lucia.getByText('el resumen no se envía a ningún lado')).toBeVisible()
})

test('a statement is read and confirmed without a network, and sent afterwards', async ({
  lucia,
  gift,
}) => {
  const statement = await reportAll(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  await lucia.evaluate(() => navigator.serviceWorker.ready.then(() => true))
  await openConciliation(lucia, gift)
  await lucia.context().setOffline(true)
  await choose(lucia, statement)
  await expect(lucia.getByText(HEAD)).toBeVisible()
  const count = await tickedCount(lucia)
  await expect(lucia.getByText('Se enviarán cuando haya conexión.')).toBeVisible()
  await confirmButton(lucia).click()
  await expect(lucia.getByText(`${count} aportes acreditados.`)).toBeVisible()
  await lucia.context().setOffline(false)
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(count)
})

test('the keyboard walks through the rows, ticks, refuses and searches', { tag: '@sweep' }, async ({
  lucia,
  gift,
}) => {
  const statement = await reportAll(lucia, gift)
  await openConciliation(lucia, gift)
  await choose(lucia, statement)
  await expect(lucia.getByText(HEAD)).toBeVisible()
  const count = await tickedCount(lucia)
  await lucia.keyboard.press('ArrowDown')
  const first = section(lucia, 'Coinciden').getByRole('listitem').first()
  await expect(first).toBeFocused()
  // A key that is held down decides once.
  await lucia.keyboard.down('Enter')
  await lucia.keyboard.down('Enter')
  await lucia.keyboard.up('Enter')
  await expect(first.getByRole('checkbox')).not.toBeChecked()
  expect(await tickedCount(lucia)).toBe(count - 1)
  await lucia.keyboard.press('Enter')
  await expect(first.getByRole('checkbox')).toBeChecked()
  for (let row = 0; row < count; row += 1) await lucia.keyboard.press('ArrowDown')
  const questions = section(lucia, 'Para revisar').getByRole('listitem')
  await expect(questions.first()).toBeFocused()
  const name = (await questions.first().getByRole('checkbox').getAttribute('aria-label')) ?? ''
  await lucia.keyboard.press('x')
  await expect(questions.first().getByRole('checkbox')).not.toHaveAttribute('aria-label', name)
  await lucia.keyboard.press('/')
  await expect(lucia.getByRole('searchbox')).toBeFocused()
  await lucia.keyboard.type('nadie se llama así')
  await expect(lucia.getByText('Nada con esas palabras.').first()).toBeVisible()
})

test('an unreported transfer is added as a contribution, split, or dismissed', async ({
  lucia,
  gift,
}) => {
  for (const [contributorName, amount] of [
    ['Ana Paz', 4_000_00],
    ['Beto Sosa', 3_000_00],
    ['Carla Díaz', 9_000_00],
  ] as const) {
    await report(lucia, gift, { contributorName, amount })
  }
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Importe;Nombre',
    `${day};Transferencia recibida;7000,00;ROLDAN MARIA`,
    `${day};Transferencia recibida;1234,00;QUIROGA LUIS`,
    `${day};Transferencia recibida;555,00;IBARRA PEDRO`,
    `13/01/2026;Compra;-10,00;`,
  ].join('\n')
  await openConciliation(lucia, gift)
  await choose(lucia, { name: 'banco.csv', text })
  const unidentified = section(lucia, 'Transferencias sin identificar')
  const lineOf = (name: string) => unidentified.getByRole('listitem').filter({ hasText: name })
  await expect(lineOf('ROLDAN MARIA')).toBeVisible()

  await lineOf('QUIROGA LUIS').getByRole('button', { name: 'Crear aporte' }).click()
  const created = lucia.getByRole('dialog', { name: 'Crear aporte' })
  await expect(created.getByLabel('Nombre de quien aportó')).toHaveValue('Quiroga Luis')
  await expect(created.getByLabel('Monto')).toHaveValue('1.234')
  await created.getByRole('button', { name: 'Crear aporte' }).click()
  await expect(lucia.getByText('Aporte creado y acreditado.')).toBeVisible()
  await expect(lineOf('QUIROGA LUIS')).toHaveCount(0)

  await lineOf('ROLDAN MARIA').getByRole('button', { name: 'Es de…' }).click()
  const assigned = lucia.getByRole('dialog', { name: '¿De quién es este ingreso?' })
  await assigned.getByLabel(/^Ana Paz/).check()
  await assigned.getByLabel(/^Beto Sosa/).check()
  await expectText(assigned, 'Este ingreso paga varios aportes')
  await expect(assigned.getByLabel('Ana Paz', { exact: true })).toHaveValue('4.000')
  await assigned.getByLabel('Beto Sosa', { exact: true }).fill('3.500')
  await expectText(assigned, `La suma pasa de ${formatMoney(7_000_00)} por ${formatMoney(500_00)}.`)
  await expect(assigned.getByRole('button', { name: 'Acreditar 2 aportes' })).toBeDisabled()
  await assigned.getByLabel('Ana Paz', { exact: true }).fill('')
  await assigned.getByRole('checkbox', { name: /^Beto Sosa/ }).uncheck()
  await expect(assigned.getByRole('button', { name: 'Acreditar aporte' })).toBeEnabled()
  await assigned.getByRole('checkbox', { name: /^Beto Sosa/ }).check()
  await assigned.getByLabel('Ana Paz', { exact: true }).fill('4.000')
  await assigned.getByLabel('Beto Sosa', { exact: true }).fill('3.000')
  await assigned.getByRole('button', { name: 'Acreditar 2 aportes' }).click()
  await expect(lucia.getByText('2 aportes acreditados.')).toBeVisible()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(3)

  const missing = section(lucia, 'Todavía no aparecen')
  const carla = missing.getByRole('listitem')
  await expect(carla).toHaveCount(1)
  const reminder = await carla.getByRole('link', { name: 'Recordar' }).getAttribute('href')
  expect(decodeURIComponent(reminder ?? '')).toContain(
    `Hola Carla, para la colecta «${GIFT.title}» todavía no veo tu transferencia de ${formatMoney(9_000_00)}`,
  )
  await missing.getByRole('button', { name: 'Copiar recordatorio para todos' }).click()
  expect(await clipboardOf(lucia)).toContain(
    'ya veo 3 aportes en la cuenta. Todavía no encuentro 1:',
  )
  await carla.getByRole('button', { name: 'Marcar como rechazado' }).click()
  await expect(lucia.getByText('Aporte rechazado')).toBeVisible()
  await expectText(missing, 'Están todos los aportes informados en esos días.')

  await lineOf('IBARRA PEDRO').getByRole('button', { name: 'No es de esta colecta' }).click()
  const head = '1 ingreso: 0 coinciden, 0 para revisar, 0 sin identificar, 1 descartado.'
  await expect(lucia.getByText(head)).toBeVisible()
})

test('one statement serves all colectas of an account', { tag: '@sweep' }, async ({
  lucia,
  gift,
}) => {
  const other = newId()
  await mutate(lucia, 'create-collection', {
    id: other,
    title: 'Camperas',
    description: '',
    deadline: GIFT.deadline,
    bankAccount: GIFT.bankAccount,
    accountIdentifier: GIFT.accountIdentifier,
    suggestedAmount: 5_000_00,
    totalAmount: 90_000_00,
    cantidadPersonas: 20,
  })
  await report(lucia, gift, { contributorName: 'Ana Paz', amount: 15_000_37 })
  await report(lucia, other, { contributorName: 'Beto Sosa', amount: 5_000_12 })
  await lucia.goto('/dashboard')
  await lucia.getByRole('link', { name: 'Conciliar con tu resumen' }).click()
  await expect(lucia).toHaveURL(/\/conciliar\?cuenta=viaje\.seno\.caro$/)
  const day = formatDay(today(new Date()))
  const text = [
    'Fecha;Descripción;Importe;Nombre',
    `${day};Transferencia recibida;15000,37;PAZ ANA`,
    `${day};Transferencia recibida;5000,12;SOSA BETO`,
    '13/01/2026;Compra;-10,00;',
  ].join('\n')
  await choose(lucia, { name: 'banco.csv', text })
  await lucia
    .getByRole('button', { name: 'Confirmar los que tienen el nombre completo (2)' })
    .click()
  await lucia.getByRole('button', { name: 'Confirmar 2 aportes' }).click()
  await expect.poll(() => verifiedIn(lucia, gift)).toBe(1)
  await expect.poll(() => verifiedIn(lucia, other)).toBe(1)
})
