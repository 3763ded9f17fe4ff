/* The product's constants on its screens (specification, section 9): sizes of pages, timeouts, retries. */
import type { Locator, Page } from '@playwright/test'
import { addDays } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import {
  chooseReceipt,
  confirmWithoutReceipt,
  expectText,
  fillReport,
  GIFT,
  goesAfterTwoSeconds,
  mutate,
  reachReceiptStep,
  report,
  stopTime,
  untilWritten,
} from './steps.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })

/** In the order in which they come in; every column of a list puts another one first. */
const REPORTS: [name: string, thousands: number, message: string][] = [
  ['Berta', 5, 'Suerte'],
  ['Zoe', 3, 'Suerte'],
  ['Celia', 8, 'Zarpado regalo'],
  ['Elena', 11, 'Suerte'],
  ['Fabio', 1, 'Suerte'],
  ['Gino', 7, 'Suerte'],
  ['Hilda', 4, 'Abrazo'],
  ['Ana', 6, 'Suerte'],
  ['Ivo', 9, 'Suerte'],
  ['Julia', 10, 'Suerte'],
]

test('lists by fives and tens: searched, filtered, sorted and counted', async ({ lucia, gift }) => {
  test.slow(true, 'lists by every page, filter and order')
  const ids = {
    Álbum: newId(),
    Bombos: newId(),
    Carpa: newId(),
    Disfraces: newId(),
    Equipo: newId(),
  }
  for (const [index, [title, id]] of Object.entries(ids).entries()) {
    await mutate(lucia, 'create-collection', {
      id,
      title,
      description: '',
      suggestedAmount: (index + 1) * 1_000_00,
      totalAmount: 500_000_00,
      deadline: addDays(GIFT.deadline, title === 'Carpa' ? -1 : index),
      bankAccount: GIFT.bankAccount,
      accountIdentifier: GIFT.accountIdentifier,
      cantidadPersonas: null,
    })
  }
  await mutate(lucia, 'set-collection-status', { id: ids.Disfraces, status: 'cerrada' })
  await addManual(lucia, ids.Bombos, 'Nora', 70_000_00)
  for (const [contributorName, thousands, message] of REPORTS) {
    const id = newId()
    await report(lucia, gift, { id, contributorName, amount: thousands * 1_000_00, message })
    if (contributorName === 'Berta') await addManual(lucia, gift, 'Mario', 6_500_00)
    if (contributorName === 'Celia') await report(lucia, ids.Equipo, { amount: 2_000_00 })
    // It no longer counts towards the colecta, and still does in "Total Recaudado".
    if (contributorName === 'Julia') {
      await mutate(lucia, 'set-contribution-state', { id, state: 'rejected' })
    }
  }

  await lucia.goto('/dashboard')
  await expectText(lucia, '$\u00a0142.500')
  // The closed one counts as well.
  await expect(lucia.locator('section').filter({ hasText: /^Colectas Creadas6$/ })).toBeVisible()
  await expectText(lucia, 'Mostrando 1 a 5 de 6 resultados')
  const collections = lucia.getByRole('table', { name: 'Mis Colectas' })
  await expect(rows(collections)).toHaveCount(5)
  await expect(head(collections, 'Motivo')).toHaveAttribute('aria-sort', 'ascending')
  await expect(rows(collections).first()).toContainText('Álbum')
  for (const [column, first] of [
    ['Monto sugerido', GIFT.title],
    ['Recaudado', 'Bombos'],
    ['Fecha límite', 'Carpa'],
    ['Motivo', 'Álbum'],
    ['Estado', GIFT.title],
    ['Estado', 'Disfraces'],
  ] as const) {
    await lucia.getByRole('button', { name: 'Página 2' }).click()
    await expectText(lucia, 'Mostrando 6 a 6 de 6 resultados')
    await head(collections, column).getByRole('button').click()
    await expectText(lucia, 'Mostrando 1 a 5 de 6 resultados')
    await expect(rows(collections).first()).toContainText(first)
  }
  await lucia.getByLabel('Buscar por motivo').fill('album')
  await expectText(lucia, 'Mostrando 1 a 1 de 1 resultados')
  await expect(rows(collections)).toContainText('Álbum')
  await lucia.getByRole('button', { name: 'Cerradas' }).click()
  await expect(lucia.getByText('No hay colectas cerradas con “album”')).toBeVisible()
  await lucia.getByLabel('Buscar por motivo').fill('')
  await expectText(lucia, 'Mostrando 1 a 1 de 1 resultados')
  await expect(rows(collections)).toContainText('Disfraces')
  await lucia.getByRole('button', { name: 'Abiertas' }).click()
  await expectText(lucia, 'Mostrando 1 a 5 de 5 resultados')
  await lucia.getByRole('button', { name: 'Todas' }).click()
  await expectText(lucia, 'Mostrando 1 a 5 de 6 resultados')

  const mine = lucia.getByRole('table', { name: 'Mis Aportes' })
  await expect(rows(mine)).toHaveCount(10)
  await expect(rows(mine).first()).toContainText('$\u00a010.000')
  for (const [column, first] of [
    ['Colecta', 'Equipo'],
    ['Monto', '$\u00a011.000'],
    ['Método', 'Transferencia'],
    ['Fecha', '$\u00a010.000'],
    ['Fecha', '$\u00a03.000'],
  ] as const) {
    await head(mine, column).getByRole('button').click()
    await expect(head(mine, column)).toHaveAttribute('aria-sort', /ending$/)
    await expect(rows(mine).first()).toContainText(first)
  }
  await lucia.getByLabel('Buscar por colecta').fill('equ')
  await expect(rows(mine)).toContainText(['$\u00a02.000'])
  await lucia.getByLabel('Buscar por colecta').fill('album')
  await expect(lucia.getByText('No hiciste aportes a “album”.')).toBeVisible()
  await lucia.goto('/payments')
  const payments = lucia.getByRole('table', { name: 'Mis Pagos' })
  await expect(rows(payments)).toHaveCount(11)
  await expect(rows(payments).first()).toContainText('$\u00a010.000')

  await lucia.goto(`/colecta/${gift}`)
  // 60.500 of 900.000: what was rejected is left out, and 6.72 is rounded.
  await expect(lucia.getByRole('region', { name: 'Progreso' })).toContainText(
    'Recaudado$\u00a060.500de $\u00a0900.0007\u00a0%',
  )
  await expect(lucia.getByRole('img', { name: /^7.% confirmado, 1.% acreditado$/ })).toBeVisible()
  const contributions = lucia.getByRole('table', { name: 'Aportes' })
  await expectText(lucia, 'Mostrando 1 a 10 de 11 aportes')
  await expect(rows(contributions)).toHaveCount(10)
  for (const [column, first] of [
    ['Monto', 'Elena'],
    ['Monto', 'Fabio'],
    ['Aportante', 'Ana'],
    ['Aportante', 'Zoe'],
    ['Método', 'Mario'],
    ['Método', 'Transferencia'],
    ['Mensaje', 'Hilda'],
    ['Mensaje', 'Celia'],
    ['Fecha', 'Julia'],
    ['Fecha', 'Berta'],
  ] as const) {
    await lucia.getByRole('button', { name: 'Página 2' }).click()
    await expectText(lucia, 'Mostrando 11 a 11 de 11 aportes')
    await head(contributions, column).getByRole('button').click()
    await expectText(lucia, 'Mostrando 1 a 10 de 11 aportes')
    await expect(rows(contributions).first()).toContainText(first)
  }
  await lucia.getByRole('button', { name: 'Página 2' }).click()
  await expectText(lucia, 'Mostrando 11 a 11 de 11 aportes')
  await lucia.getByLabel('Buscar por nombre').fill('EL')
  await expectText(lucia, 'Mostrando 1 a 2 de 2 aportes')
  await expect(rows(contributions)).toContainText(['Celia', 'Elena'])
  await lucia.getByLabel('Buscar por nombre').fill('')
  for (const [tab, summary] of [
    ['Todos 11', 'Mostrando 1 a 10 de 11 aportes'],
    ['Por verificar 9', 'Mostrando 1 a 9 de 9 aportes'],
    ['Acreditados 1', 'Mostrando 1 a 1 de 1 aporte'],
    ['Rechazados 1', 'Mostrando 1 a 1 de 1 aporte'],
  ] as const) {
    await lucia.getByRole('button', { name: tab, exact: true }).click()
    await expectText(lucia, summary)
  }
  await expect(rows(contributions)).toContainText('Julia')
  await lucia.getByRole('button', { name: 'Pendientes 0' }).click()
  await expect(lucia.getByText('Ningún aporte pendiente')).toBeVisible()
  await lucia.getByRole('button', { name: 'Todos 11' }).click()
  await lucia.getByLabel('Filtrar por método').selectOption('Manual')
  await expect(rows(contributions)).toContainText(['Mario'])
  // A phone has a menu in place of the heads.
  await lucia.getByLabel('Filtrar por método').selectOption('all')
  await lucia.setViewportSize({ width: 360, height: 780 })
  await expect(lucia.getByLabel(/^(Buscar|Filtrar) por /).filter({ visible: true })).toHaveCount(2)
  await expect(items(lucia, 'Aportes')).toHaveCount(10)
  await lucia.getByRole('button', { name: 'Página 2' }).click()
  await expectText(lucia, 'Mostrando 11 a 11 de 11 aportes')
  await expectOrders(lucia, 'Aportes', 'Ordenar aportes', [
    ['Mayor monto primero', 'Elena'],
    ['Menor monto primero', 'Fabio'],
    ['Por nombre', 'Ana'],
    ['Por método', 'Mario'],
    ['Por mensaje', 'Celia'],
    ['Más antiguos primero', 'Berta'],
    ['Más recientes primero', 'Julia'],
  ])
  await expectText(lucia, 'Mostrando 1 a 10 de 11 aportes')
  await lucia.goto('/payments')
  await expect(items(lucia, 'Mis Pagos')).toHaveCount(11)
  await lucia.goto('/dashboard')
  await expectText(lucia, 'Mostrando 1 a 5 de 6 resultados')
  await expect(items(lucia, 'Mis Colectas')).toHaveCount(5)
  await expect(items(lucia, 'Mis Aportes')).toHaveCount(10)
  await expect(lucia.getByLabel(/^Buscar por /).filter({ visible: true })).toHaveCount(2)
  await expect(lucia.getByRole('button', { name: 'Cerradas' })).toBeVisible()
  await expectOrders(lucia, 'Mis Colectas', 'Ordenar colectas', [
    ['Mayor monto sugerido primero', GIFT.title],
    ['Mayor recaudación primero', 'Bombos'],
    ['Las que terminan antes primero', 'Carpa'],
    ['Por estado', GIFT.title],
    ['Por motivo', 'Álbum'],
  ])
  await expectOrders(lucia, 'Mis Aportes', 'Ordenar mis aportes', [
    ['Mayor monto primero', '$\u00a011.000'],
    ['Por colecta', 'Equipo'],
    ['Por método', '$\u00a010.000'],
    ['Más antiguos primero', '$\u00a03.000'],
    ['Más recientes primero', '$\u00a010.000'],
  ])
  await lucia.goto(`/contribuir/${gift}`)
  await expect(lucia.getByRole('region', { name: GIFT.title })).toContainText(
    '$\u00a060.500de $\u00a0900.0007\u00a0%',
  )
  await expect(lucia.getByRole('img', { name: '7\u00a0% confirmado', exact: true })).toBeVisible()
})

test('messages that disappear after two seconds, and three', async ({
  lucia,
  guest,
  gift,
  mailbox,
}) => {
  test.slow(true, 'what goes by itself takes its seconds')
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Compartir', exact: true }).first().click()
  const sharing = lucia.getByRole('dialog', { name: 'Comparte tu colecta' })
  await stopTime(lucia)
  await sharing.getByRole('button', { name: 'Copiar enlace' }).click()
  await expect(sharing.getByRole('button', { name: '¡Enlace copiado!' })).toBeVisible()
  await lucia.clock.runFor(1_990)
  await expect(sharing.getByRole('button', { name: '¡Enlace copiado!' })).toBeVisible()
  await lucia.clock.runFor(20)
  await expect(sharing.getByRole('button', { name: 'Copiar enlace' })).toBeVisible()
  await lucia.clock.runFor(970)
  await expect(sharing).toBeVisible()
  await lucia.clock.runFor(40)
  await expect(sharing).toBeHidden()
  // Nothing copied: it stays.
  await lucia.getByRole('button', { name: 'Compartir', exact: true }).first().click()
  await lucia.clock.runFor(10_000)
  await expect(sharing).toBeVisible()
  await lucia.keyboard.press('Escape')
  // The link is copied in place of a share that the device refuses.
  await lucia.evaluate(() => {
    navigator.canShare = () => true
    navigator.share = () => Promise.reject(new DOMException('Denied', 'NotAllowedError'))
  })
  await lucia.getByRole('button', { name: 'Compartir', exact: true }).first().click()
  await sharing.getByRole('button', { name: 'Compartir con otra app' }).click()
  await expect(sharing.getByRole('button', { name: '¡Enlace copiado!' })).toBeVisible()
  await lucia.clock.runFor(2_980)
  await expect(sharing).toBeVisible()
  await lucia.clock.runFor(40)
  await expect(sharing).toBeHidden()
  await lucia.clock.resume()

  const account = lucia.getByLabel('CBU, CVU o alias por defecto')
  await lucia.goto('/profile/edit')
  await lucia.setViewportSize({ width: 360, height: 780 })
  await account.fill('otro.alias')
  await expect(lucia.getByRole('textbox').filter({ visible: true })).toHaveCount(4)
  await lucia.getByRole('link', { name: 'Cancelar' }).click()
  await lucia.setViewportSize({ width: 1280, height: 900 })
  await expect(lucia).toHaveURL(/\/dashboard$/)
  await lucia.goto('/profile/edit')
  await expect(lucia.getByLabel('Nombre', { exact: true })).toHaveValue(LUCIA.firstName)
  await expect(lucia.getByLabel('Apellido')).toHaveValue(LUCIA.lastName)
  await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
  await expect(account).toHaveValue('')
  await account.fill('lucia.patio')
  await stopTime(lucia)
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await expect(lucia.getByText('Perfil actualizado exitosamente')).toBeVisible()
  await expect(lucia.getByRole('link', { name: 'Ir al dashboard' })).toHaveAttribute(
    'href',
    '/dashboard',
  )
  await goesAfterTwoSeconds(lucia, '/profile/edit', '/dashboard')
  await lucia.clock.resume()
  await lucia.goto('/profile/edit')
  await expect(account).toHaveValue('lucia.patio')
  await lucia.goto('/colecta/new')
  await expect(lucia.getByLabel('Alias, CBU o CVU')).toHaveValue('lucia.patio')

  await stopTime(guest)
  await guest.goto('/auth/callback')
  await expectText(guest, 'No se detectó una autenticación válida. Redirigiendo al login...')
  await goesAfterTwoSeconds(guest, '/auth/callback', '/login')

  await guest.request.post('/api/password/forgot', {
    data: { email: LUCIA.email },
    headers: { 'Sec-Fetch-Site': 'same-origin' },
  })
  const [link = ''] = (await mailbox.waitFor(LUCIA.email)).links
  await guest.goto(link)
  await guest.getByLabel('Nueva contraseña', { exact: true }).fill('otra frase larga')
  await guest.getByLabel('Confirmar contraseña', { exact: true }).fill('otra frase larga')
  await guest.getByRole('button', { name: 'Cambiar contraseña' }).click()
  await expect(
    guest.getByText('Contraseña actualizada correctamente. Redirigiendo al login...'),
  ).toBeVisible()
  await expect(guest.getByRole('link', { name: 'Iniciar sesión ahora' })).toHaveAttribute(
    'href',
    '/login',
  )
  await goesAfterTwoSeconds(guest, '/reset-password', '/login')
})

test('a report is tried three times, after pauses of one second and two', async ({
  guest,
  gift,
}) => {
  let tries = 0
  await guest.route('**/api/collections/*/contributions', (route) => {
    tries += 1
    return route.abort('connectionfailed')
  })
  let failures = 0
  guest.on('requestfailed', (request) => {
    if (request.url().endsWith('/contributions')) failures += 1
  })
  // When a look-up fails there is no question, because the report matters more. The page itself came whole.
  await untilWritten(guest, gift)
  for (const lookUp of ['**/exists?**', `**/api/collections/${gift}`])
    await guest.route(lookUp, (route) => route.abort('connectionfailed'))
  await reachReceiptStep(guest, gift)
  await stopTime(guest)
  await confirmWithoutReceipt(guest)
  for (const [after, before] of [
    [1, 990],
    [2, 1_990],
  ] as const) {
    // The answer that never came is known in the page before its time goes on.
    await expect.poll(() => failures).toBe(after)
    expect(tries).toBe(after)
    await guest.clock.runFor(before)
    expect(tries).toBe(after)
    await guest.clock.runFor(20)
  }
  await expect.poll(() => tries).toBe(3)
  await expect(
    guest.getByRole('heading', { name: 'Guardado en este dispositivo', exact: true }),
  ).toBeVisible()
  await guest.clock.runFor(10_000)
  expect(tries).toBe(3)
})

test('a receipt is tried three times, after pauses of one second and two', async ({
  guest,
  gift,
}) => {
  test.slow(true, 'three seconds of the page, step by step')
  /** When each try began, by the page's clock. */
  const begun: number[] = []
  await guest.route('**/api/uploads', async (route) => {
    begun.push(await guest.evaluate(() => Date.now()))
    await route.abort('connectionfailed')
  })
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await expect(guest.getByText('recibo.png')).toBeVisible()
  await stopTime(guest)
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  // Uppy has timers of its own: the page's time goes on while a failure is under way.
  const triesSoon = async () => {
    await guest.clock.runFor(20)
    return begun.length
  }
  await expect.poll(triesSoon, { intervals: [1] }).toBe(3)
  const [first = 0, second = 0, third = 0] = begun
  for (const [pause, least] of [
    [second - first, 1_000],
    [third - second, 2_000],
  ] as const) {
    expect(pause).toBeGreaterThanOrEqual(least - 50)
    expect(pause).toBeLessThan(least + 900)
  }
  await expect(guest.getByRole('dialog', { name: '¡Gracias!' })).toContainText('Esperando la red')
  await guest.clock.runFor(10_000)
  expect(begun).toHaveLength(3)
})

test('a look-up without a response times out after four seconds', async ({ guest, gift }) => {
  await guest.route('**/exists?**', () => {})
  const fresh = guest.waitForResponse(`**/api/collections/${gift}`)
  await guest.goto(`/contribuir/${gift}`)
  await fresh
  await fillReport(guest, '20.000')
  await stopTime(guest)
  const asked = guest.waitForRequest('**/contributions/exists?**')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await asked
  await guest.clock.runFor(3_900)
  await expect(guest.getByRole('button', { name: 'Ya transferí' })).toHaveCount(0)
  await guest.clock.runFor(200)
  await expect(guest.getByRole('button', { name: 'Ya transferí' })).toBeVisible()
})

/** Expects each order of a phone's menu to put that row first. */
async function expectOrders(page: Page, list: string, menu: string, orders: [string, string][]) {
  for (const [order, first] of orders) {
    await page.getByRole('button', { name: menu, exact: true }).click()
    await page.getByRole('menuitemradio', { name: order }).click()
    await expect(items(page, list).first()).toContainText(first)
    await page.getByRole('button', { name: menu, exact: true }).click()
    await expect(page.getByRole('menuitemradio', { checked: true })).toHaveText(order)
    await page.keyboard.press('Escape')
  }
}

/** The rows of a list on a phone. */
const items = (page: Page, list: string) =>
  page.getByRole('list', { name: list, exact: true }).getByRole('listitem')

/** Adds a manual contribution by a mutation, without its screen. */
function addManual(page: Page, collectionId: string, contributorName: string, amount: number) {
  const rest = { contributorEmail: null, message: 'Suerte' }
  const args = { id: newId(), collectionId, contributorName, amount, ...rest }
  return mutate(page, 'add-manual-contribution', args)
}

const head = (table: Locator, name: string) =>
  table.getByRole('columnheader', { name, exact: true })
const rows = (table: Locator) => table.locator('tbody').getByRole('row')
