/* An organiser verifies the contributions that wait: one after another, or several at once. */
import type { Locator, Page, Request } from '@playwright/test'
import { metadataOf, upload } from '../../scripts/receipt-upload.ts'
import type { ServerProcess } from '../../scripts/start-server.ts'
import { newId } from '../../shared/id.ts'
import { png } from '../support/pictures.ts'
import { announce } from '../support/receipts.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { ask, expectSync, expectText, GIFT, mutate, report, signOut } from './steps.ts'

test.use(ONLINE)

const ANA = { contributorName: 'Ana Paz', contributorEmail: 'familia.paz@example.com' }
const BETO = { ...ANA, contributorName: 'Beto Paz', amount: 20_000_00, message: '¡Suerte!' }
const CARLA = { contributorName: 'Carla Sosa', contributorEmail: 'carla@example.com' }

test('each press decides about one contribution, and the next one follows', async ({
  lucia,
  gift,
  server,
}) => {
  const receipts = countReceipts(lucia)
  await reportWithReceipt(server, gift, ANA, png(40, 60))
  await reportWithReceipt(server, gift, BETO, png(60, 40))
  await report(lucia, gift, CARLA)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  await lucia.getByRole('link', { name: 'Revisar ahora' }).click()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}/revisar$`))
  await expect(lucia).toHaveTitle(`Revisar aportes · ${GIFT.title} · Entre Todos`)

  await expectShown(lucia, 'Ana Paz', '1 de 3')
  await expect(lucia.getByRole('heading', { name: 'Ana Paz' })).toBeFocused()
  await expectPicture(lucia, 60)
  await expectText(lucia, 'Lo sugerido')
  await expect(lucia.getByRole('main').locator('dl > div')).toHaveText([
    /^Fecha\d\d\/\d\d\/\d{4} \d\d:\d\d$/,
    'MétodoTransferencia',
    'Emailfamilia.paz@example.com',
  ])
  await expect(lucia.getByRole('link', { name: 'familia.paz@example.com' })).toHaveAttribute(
    'href',
    'mailto:familia.paz@example.com',
  )
  await expect(lucia.getByText('Antes, con este email')).toHaveCount(0)
  await expect(lucia.getByRole('button', { name: 'Anterior' })).toHaveCount(0)
  // The next one is loaded before it is asked for.
  await expect.poll(receipts).toBe(2)

  await lucia.keyboard.press('a')
  await expect(lucia.getByText('Aporte acreditado')).toBeVisible()
  await expectShown(lucia, 'Beto Paz', '2 de 3')
  await expect(lucia.getByRole('heading', { name: 'Beto Paz' })).toBeFocused()
  await expectPicture(lucia, 40)
  await expectText(lucia, '$\u00a05.000 más que lo sugerido, $\u00a015.000')
  await expectText(lucia, '¡Suerte!')
  const earlier = lucia.getByRole('region', { name: 'Antes, con este email' })
  await expect(earlier.getByRole('listitem')).toHaveText([
    /^\$\u00a015\.000Acreditado\d\d\/\d\d\/\d{4} \d\d:\d\d$/,
  ])

  await lucia.getByRole('button', { name: 'Rechazar' }).click()
  await expectShown(lucia, 'Carla Sosa', '3 de 3')
  await expectText(lucia, 'Sin comprobante')
  await lucia.keyboard.press('k')
  await expectShown(lucia, 'Beto Paz', '2 de 3')
  await expectText(lucia, 'Rechazado')
  await expect(lucia.getByRole('button', { name: 'Rechazar' })).toBeDisabled()
  await lucia.keyboard.press('ArrowLeft')
  await expectShown(lucia, 'Ana Paz', '1 de 3')
  await expectText(lucia, 'Acreditado')
  await lucia.keyboard.press('j')
  await lucia.getByRole('button', { name: 'Siguiente' }).click()
  await lucia.getByRole('button', { name: 'Dejar para después' }).click()

  await expectText(lucia, 'Queda 1 por verificar')
  expect(receipts()).toBe(2)
  await lucia.getByRole('button', { name: 'Revisarlo' }).click()
  await expectShown(lucia, 'Carla Sosa', '1 de 1')
  await lucia.keyboard.press('a')
  await expect(lucia.locator(':focus')).toContainText('No queda nada por verificar')
  await expectStates(lucia, gift, ['verified', 'rejected', 'verified'])
  await lucia.getByRole('link', { name: 'Volver a la colecta' }).click()
  await expect(lucia.getByRole('heading', { name: GIFT.title, level: 1 })).toBeVisible()
})

test('a double tap, a key that is held down and a key in a dialog decide nothing more', async ({
  lucia,
  gift,
}) => {
  for (const person of [ANA, BETO, CARLA]) await report(lucia, gift, person)
  await lucia.goto(`/colecta/${gift}/revisar`)
  await expectShown(lucia, 'Ana Paz', '1 de 3')
  await lucia.getByRole('button', { name: 'Acreditar' }).dblclick()
  await expectShown(lucia, 'Beto Paz', '2 de 3')

  await lucia.keyboard.down('a')
  await expectShown(lucia, 'Carla Sosa', '3 de 3')
  await lucia.keyboard.down('a') // repeats
  await lucia.keyboard.up('a')
  await lucia.keyboard.press('Control+a')
  await expectShown(lucia, 'Carla Sosa', '3 de 3')
  await lucia.getByRole('button', { name: /^Sincronización/ }).click()
  await expect(lucia.getByRole('dialog')).toBeVisible()
  await lucia.keyboard.press('a')
  await lucia.keyboard.press('Escape')
  await expectShown(lucia, 'Carla Sosa', '3 de 3')
  await expectStates(lucia, gift, ['verified', 'verified', 'confirmed'])

  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expectStates(lucia, gift, ['verified', 'confirmed', 'confirmed'])
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('the review works offline, and its decisions are sent afterwards', async ({
    lucia,
    gift,
    server,
  }) => {
    await reportWithReceipt(server, gift, ANA, png(40, 60))
    await reportWithReceipt(server, gift, BETO, png(60, 40))
    await report(lucia, gift, CARLA)
    await lucia.goto(`/colecta/${gift}`)
    await expectSync(lucia, 'Al día')
    const receipts = countReceipts(lucia)
    await lucia.getByRole('link', { name: 'Revisar ahora' }).click()
    await expectPicture(lucia, 60)
    await expect.poll(receipts).toBe(2)
    await lucia.context().setOffline(true)

    await lucia.keyboard.press('a')
    await expectShown(lucia, 'Beto Paz', '2 de 3')
    await expectPicture(lucia, 40)
    await lucia.keyboard.press('r')
    await expectShown(lucia, 'Carla Sosa', '3 de 3')
    await lucia.keyboard.press('a')
    await expectText(lucia, 'No queda nada por verificar')
    await expectSync(lucia, 'Sin conexión · 3 cambios por enviar')
    await lucia.context().setOffline(false)
    await expectSync(lucia, 'Al día')
    await expectStates(lucia, gift, ['verified', 'rejected', 'verified'])
  })
})

test('the next contributions are prefetched when there is no replica', async ({ lucia, gift }) => {
  await lucia.context().route(/\.wasm$/, (route) => route.abort())
  for (const person of [ANA, BETO, CARLA]) await report(lucia, gift, person)
  const answers: string[] = []
  lucia.on('response', async (response) => {
    if (!response.url().includes('/query/contribution-review')) return
    answers.push((await response.json()).contribution.contributorName)
  })
  await lucia.goto(`/colecta/${gift}/revisar`)
  await expectShown(lucia, 'Ana Paz', '1 de 3')
  await expect.poll(() => new Set(answers)).toEqual(new Set(['Ana Paz', 'Beto Paz', 'Carla Sosa']))
  // One that is asked twice must not be read after the page is closed.
  await lucia.removeAllListeners('response', { behavior: 'wait' })

  await lucia.route('**/api/query/contribution-review', () => {})
  for (const [name, place] of [
    ['Beto Paz', '2 de 3'],
    ['Carla Sosa', '3 de 3'],
  ] as const) {
    await lucia.keyboard.press('j')
    await expectShown(lucia, name, place)
  }
})

test('a review adds reports that arrive meanwhile, and marks one that is hidden meanwhile', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  const ana = await report(lucia, gift, ANA)
  await lucia.goto(`/colecta/${gift}/revisar`)
  await expectShown(lucia, 'Ana Paz', '1 de 1')
  await mutate(lucia, 'hide-contributions', { ids: [ana] })
  await expectText(lucia, 'Este aporte ya no está')
  await expect(lucia.getByRole('button', { name: 'Acreditar' })).toBeDisabled()
  await lucia.getByRole('button', { name: 'Siguiente' }).click()
  await expectText(lucia, 'No queda nada por verificar')

  await report(lucia, gift, CARLA)
  await expectText(lucia, 'Queda 1 por verificar')
  await lucia.getByRole('button', { name: 'Revisarlo' }).click()
  await expectShown(lucia, 'Carla Sosa', '1 de 1')
  await report(lucia, gift, BETO)
  const list = await lucia.context().newPage()
  await list.goto(`/colecta/${gift}`)
  await expect(list.getByText('Beto Paz').filter({ visible: true })).toHaveCount(1)
  await lucia.bringToFront()
  await lucia.keyboard.press('ArrowRight')
  await expectShown(lucia, 'Beto Paz', '2 de 2')
})

test('a swipe shows the next contribution, and the one before', async ({ lucia, gift }) => {
  for (const person of [ANA, BETO]) await report(lucia, gift, person)
  await lucia.goto(`/colecta/${gift}/revisar`)
  await expectShown(lucia, 'Ana Paz', '1 de 2')
  await swipe(lucia, -140)
  await expectShown(lucia, 'Beto Paz', '2 de 2')
  await swipe(lucia, -20)
  await expectShown(lucia, 'Beto Paz', '2 de 2')
  await swipe(lucia, 140)
  await expectShown(lucia, 'Ana Paz', '1 de 2')
  await expectStates(lucia, gift, ['confirmed', 'confirmed'])
})

test('the keyboard continues from the row that it verified, and Shift selects a range', {
  tag: '@desktop',
}, async ({ lucia, gift }) => {
  for (const contributorName of ['Ana Paz', 'Beto Paz', 'Carla Sosa', 'Dora Ruiz'])
    await report(lucia, gift, { contributorName })
  await lucia.goto(`/colecta/${gift}?estado=por-verificar`)
  const verify = lucia.getByRole('button', { name: 'Acreditar' }).filter({ visible: true })
  await expect(verify).toHaveCount(4)
  await verify.nth(1).focus()
  await lucia.keyboard.press('Enter')
  await expect(verify).toHaveCount(3)
  await expect(verify.nth(1)).toBeFocused()
  await expect(lucia.getByText('Carla Sosa').filter({ visible: true })).toHaveCount(0)

  await lucia.getByRole('button', { name: 'Elegir varios aportes' }).click()
  const boxes = lucia
    .getByRole('checkbox', { name: /^Elegir el aporte de/ })
    .filter({ visible: true })
  await boxes.nth(2).click()
  await boxes.nth(0).click({ modifiers: ['Shift'] })
  const bar = lucia.getByRole('region', { name: 'Aportes elegidos' })
  await expectText(bar, '3 elegidos')
  await boxes.nth(0).click()
  await expectText(bar, '2 elegidos')
  await bar.getByRole('button', { name: 'Acreditar 2', exact: true }).click()
  await expect(lucia.getByText('2 aportes acreditados')).toBeVisible()
  await expect(lucia.getByText('Dora Ruiz').filter({ visible: true })).toHaveCount(1)
})

test('the list is near the top, and a keyboard reaches it in ten presses', async ({
  lucia,
  gift,
}) => {
  await report(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  const verify = lucia.getByRole('button', { name: 'Acreditar' }).filter({ visible: true })
  await expect(verify).toHaveCount(1)
  await lucia.setViewportSize({ width: 1280, height: 800 })
  const { y = 800 } = (await lucia.locator('#aportes').boundingBox()) ?? {}
  expect(y).toBeLessThan(500)
  await expect(lucia.getByRole('button', { name: 'Compartir', exact: true })).toHaveCount(1)

  await lucia.keyboard.press('Tab')
  await lucia.keyboard.press('Enter') // to the content
  await lucia.keyboard.press('Tab')
  await expect(lucia.getByRole('link', { name: 'Ir a los aportes' })).toBeFocused()
  await lucia.keyboard.press('Enter')
  for (let presses = 2; presses < 10; presses += 1) {
    if (await verify.evaluate((button) => button === document.activeElement)) break
    await lucia.keyboard.press('Tab')
  }
  await expect(verify).toBeFocused()

  const tabs = lucia.getByRole('tab')
  await tabs.first().focus()
  await lucia.keyboard.press('ArrowLeft')
  await expect(tabs.last()).toBeFocused()
  await expect(lucia.getByRole('tabpanel')).toHaveAccessibleName('Cuántos faltan')
  await lucia.keyboard.press('ArrowRight')
  await expect(lucia.getByRole('tabpanel')).toHaveAccessibleName('Aportes')
})

test('the dashboard shows the pending contributions, links to them, and remembers its order', async ({
  lucia,
  gift,
}) => {
  const other = newId()
  await mutate(lucia, 'create-collection', {
    id: other,
    title: 'Asado de fin de año',
    description: '',
    deadline: GIFT.deadline,
    bankAccount: GIFT.bankAccount,
    accountIdentifier: GIFT.accountIdentifier,
    suggestedAmount: 15_000_00,
    totalAmount: 900_000_00,
    cantidadPersonas: null,
  })
  await report(lucia, other, CARLA)
  for (const person of [ANA, BETO]) await report(lucia, gift, person)
  await lucia.goto('/dashboard')
  const main = lucia.getByRole('main')
  const collections = main.locator('details', { hasText: 'Mis Colectas' })
  const titles = collections
    .getByRole('link', { name: /^(Asado|Regalo)/ })
    .filter({ visible: true })
  await expect(main.getByRole('link', { name: '3 por verificar', exact: true })).toBeVisible()
  await expect(titles).toHaveText(['Asado de fin de año', GIFT.title])

  await lucia.getByRole('button', { name: 'Ordenar colectas' }).click()
  await lucia.getByRole('menuitemradio', { name: 'Con aportes recientes primero' }).click()
  await expect(titles).toHaveText([GIFT.title, 'Asado de fin de año'])
  await lucia.goto('/profile/edit')
  await lucia.goto('/dashboard')
  await expect(titles).toHaveText([GIFT.title, 'Asado de fin de año'])
  await expect(lucia).toHaveURL(/\/dashboard$/)

  await main.getByRole('link', { name: '3 por verificar', exact: true }).click()
  await expectShown(lucia, 'Ana Paz', '1 de 2')
  await lucia.goBack()
  await main
    .getByRole('link', { name: 'Revisar 1 por verificar de Asado de fin de año' })
    .filter({ visible: true })
    .click()
  await expectShown(lucia, 'Carla Sosa', '1 de 1')

  // The next person on this device begins with the order of the specification.
  await signOut(lucia)
  expect(await lucia.evaluate(() => Object.keys(localStorage))).not.toContain('collections-sort')
})

test('a repeated receipt is marked, in a table that fits a long name', {
  tag: '@sweep',
}, async ({ lucia, gift, server }) => {
  const maria = { ...ANA, contributorName: 'María de los Ángeles Fernández Etcheverry' }
  for (const person of [maria, BETO]) await reportWithReceipt(server, gift, person, png(40, 60))
  await lucia.setViewportSize({ width: 800, height: 800 })
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByRole('cell', { name: 'Posible repetido' })).toHaveCount(2)
  await lucia.getByRole('button', { name: 'Elegir varios aportes' }).click() // one more column
  const table = lucia.getByRole('table')
  const widthOf = async (place: Locator) => (await place.boundingBox())?.width
  for (const width of [800, 1060, 1280, 360]) {
    await lucia.setViewportSize({ width, height: 800 })
    if (width > 360) expect(await widthOf(table)).toBe(await widthOf(table.locator('..')))
    const open = lucia.getByRole('button', { name: 'Ver el comprobante de Beto Paz', exact: true })
    await open.filter({ visible: true }).click()
    const receipt = lucia.getByRole('dialog', { name: 'Comprobante de Transferencia' })
    await expect(receipt).toContainText('Beto Paz')
    await lucia.keyboard.press('Escape')
  }
})

async function expectShown(page: Page, name: string, place: string): Promise<void> {
  await expect(page.getByRole('heading', { level: 2, name })).toBeVisible()
  await expectText(page, place)
}

async function expectPicture(page: Page, height: number): Promise<void> {
  const picture = page.getByRole('img', { name: 'Comprobante comprobante.png' })
  await expect(picture).toBeVisible()
  await expect(picture).toHaveJSProperty('naturalHeight', height)
}

/** Expects these states on the server, the oldest contribution first. */
async function expectStates(page: Page, gift: string, states: string[]): Promise<void> {
  const list = { collectionId: gift, direction: 'asc' }
  await expect
    .poll(async () => {
      const { rows } = await ask(page, 'collection-contributions', list)
      return (rows as { state: string }[]).map(({ state }) => state)
    })
    .toEqual(states)
}

function countReceipts(page: Page): () => number {
  let count = 0
  const countOne = (request: Request) => {
    if (/\/api\/receipts\/[^/]+\/file/.test(request.url())) count += 1
  }
  page.on('requestfinished', countOne)
  page.on('requestfailed', countOne) // Chromium calls some aborted that were read to their end
  return () => count
}

async function reportWithReceipt(
  { origin }: ServerProcess,
  gift: string,
  person: typeof ANA & { amount?: number },
  bytes: Buffer,
): Promise<void> {
  const front = { fetch: (path: string, init?: RequestInit) => fetch(origin + path, init) }
  const { capability } = await announce(front, gift, { amount: 15_000_00, ...person })
  const metadata = metadataOf(bytes, capability, { filename: 'comprobante.png' })
  await upload(origin, bytes, metadata, { headers: { Origin: origin } })
}

async function swipe(page: Page, x: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at?: number) =>
    devtools.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: at === undefined ? [] : [{ x: at, y: 320 }],
    })
  await touch('touchStart', 180)
  await touch('touchMove', 180 + x / 2)
  await touch('touchMove', 180 + x)
  await touch('touchEnd')
  await devtools.detach()
}
