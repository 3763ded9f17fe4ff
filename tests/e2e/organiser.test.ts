/* An organiser's actions between sharing the link and closing the colecta. */
import { readFile } from 'node:fs/promises'
import type { Locator, Page } from '@playwright/test'
import { formatDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { readCsv } from '../support/read-csv.ts'
import { becomePerson, expect, ONLINE, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import { expectSync, fillCollection, GIFT, mutate, report } from './steps.ts'

test.use(ONLINE)

test('a new colecta that was half written survives a reload, and two taps open one', async ({
  lucia,
}) => {
  const changes = countMutations(lucia)
  await lucia.goto('/colecta/new')
  await fillCollection(lucia, GIFT)
  await lucia.reload()
  await expect(lucia.getByText('Recuperamos lo que habías escrito.')).toBeVisible()
  await expect(lucia.getByLabel('Monto sugerido')).toHaveValue('15.000')
  await expect(lucia.getByText('60 aportes de $ 15.000.')).toBeVisible()
  await expect(lucia.getByText('Alias válido')).toBeVisible()

  await lucia.getByRole('button', { name: 'Crear colecta' }).dblclick()
  await expect(lucia.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await expectSent(lucia, changes)

  await lucia.goto('/colecta/new')
  await expect(lucia.getByLabel('Motivo')).toHaveValue('')
})

test('edits a colecta from its menu on a phone, and by a button on a wide screen', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  const button = lucia.getByRole('link', { name: 'Editar', exact: true })
  const menu = lucia.getByRole('button', { name: 'Más acciones', exact: true })
  const items = lucia.getByRole('menuitem')
  for (const [width, edit] of [
    [1280, []],
    [360, ['Editar colecta']],
  ] as const) {
    await lucia.setViewportSize({ width, height: 800 })
    await expect(button).toHaveCount(1 - edit.length)
    await menu.click()
    await expect(items).toHaveText([
      ...edit,
      'Conciliar',
      'Lista de personas',
      'Ver comprobantes',
      'Rendición de cuentas',
      'Duplicar',
      'Eliminar colecta',
    ])
    await expect(items.first()).toBeFocused()
    await lucia.keyboard.press('Escape')
  }
})

test('the details of a contribution open WhatsApp or an e-mail with a text for the contributor', async ({
  lucia,
  guest,
  gift,
}) => {
  await report(guest, gift, { message: 'Avísenme si llegó bien' })
  await lucia.goto(`/colecta/${gift}`)
  const textFor = async (state: string, name: RegExp, parameter: string) => {
    // A row of a table, or of a list on a phone.
    const row = lucia.locator('tr, li').filter({ hasText: state })
    await row.getByRole('button', { name: 'Julieta Romero', exact: true }).click()
    const link = lucia.getByRole('dialog').getByRole('link', { name })
    const address = new URL((await link.getAttribute('href')) ?? '')
    await lucia.keyboard.press('Escape')
    return [address.protocol, address.pathname, address.searchParams.get(parameter)]
  }
  const gave = `tu aporte de $\u00a015.000 a la colecta «${GIFT.title}»`
  expect(await textFor('Confirmado', /^Escribir por WhatsApp/, 'text')).toEqual([
    ...['https:', '/', `Hola Julieta.\nTe escribo por ${gave}.`],
  ])
  await lucia.getByRole('button', { name: 'Acreditar', exact: true }).click()
  expect(await textFor('Acreditado', /^Escribir un email/, 'body')).toEqual([
    ...['mailto:', 'juli.romero@example.com', `Hola Julieta.\r\nRecibí ${gave}. ¡Gracias!`],
  ])
})

test('the actions of the dashboard’s list stand at the right end of their row on a wide screen', async ({
  lucia,
  gift,
}) => {
  await lucia.setViewportSize({ width: 1280, height: 800 })
  await lucia.goto('/dashboard')
  await expect(lucia.locator(`a[href="/colecta/${gift}"]`).first()).toBeVisible()
  const field = lucia.getByLabel('Buscar por motivo')
  const list = lucia.locator('details', { has: field })
  const search = await boxOf(field)
  const button = await boxOf(list.getByRole('link', { name: 'Nueva Colecta' }))
  const table = await boxOf(lucia.getByRole('table', { name: 'Mis Colectas' }))
  expect(Math.abs(search.y + search.height / 2 - button.y - button.height / 2)).toBeLessThan(3)
  const left = table.x + table.width - (button.x + button.width)
  expect(left).toBeGreaterThanOrEqual(0)
  expect(left).toBeLessThan(32)
})

test('a new colecta sent by Enter leaves no draft behind', { tag: '@sweep' }, async ({ lucia }) => {
  await lucia.goto('/colecta/new')
  // Typed as one does: it is written back as 900.000 when the field is left, by the dialog too.
  await fillCollection(lucia, { ...GIFT, totalAmount: '900000' })
  const total = lucia.getByLabel('Total a colectar')
  await total.fill('900001')
  await total.press('Enter')
  await expect(lucia.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await expect(total).toHaveValue('900.001')
  await lucia.goto('/colecta/new')
  await expect(lucia.getByLabel('Motivo')).toHaveValue('')
})

test('a form open in two tabs opens two colectas, and writes two contributions down', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  test.slow(true, 'two tabs, each with two forms')
  await lucia.goto('/colecta/new')
  await fillCollection(lucia, GIFT)
  const other = await lucia.context().newPage()
  await other.goto('/colecta/new')
  await expect(other.getByLabel('Motivo')).toHaveValue(GIFT.title)
  await other.getByLabel('Motivo').fill('Regalo para Fede')
  await other.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(other.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await lucia.bringToFront()
  await lucia.getByLabel('Motivo').fill('Viaje a Córdoba')
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(lucia.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await lucia.goto('/dashboard')
  for (const title of ['Regalo para Fede', 'Viaje a Córdoba'])
    await expect(lucia.getByRole('link', { name: title }).first()).toBeVisible()

  const name = 'Nombre de quien aportó'
  await lucia.goto(`/colecta/${gift}/aportar`)
  await lucia.getByLabel(name).fill('Ana Paz')
  await other.goto(`/colecta/${gift}/aportar`)
  await expect(other.getByLabel(name)).toHaveValue('Ana Paz')
  await other.getByRole('button', { name: 'Registrar aporte', exact: true }).click()
  await expect(other).toHaveURL(new RegExp(`/colecta/${gift}$`))
  await lucia.bringToFront()
  await lucia.getByLabel(name).fill('Beto Paz')
  await lucia.getByRole('button', { name: 'Registrar aporte', exact: true }).click()
  await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()
})

test('a person’s draft is not offered to the next one on the same device', {
  tag: '@sweep',
}, async ({ lucia, mailbox, server }) => {
  await lucia.goto('/colecta/new')
  await fillCollection(lucia, GIFT)
  await lucia.goto('/profile/edit')
  await lucia.getByLabel(/^CBU, CVU o alias/).fill('viaje.seno.caro')
  const device = lucia.context()
  // Her session ended elsewhere: nobody signed out here.
  await device.clearCookies()
  const ANA = { ...LUCIA, firstName: 'Ana', lastName: 'Ibarra', email: addressOf('ana') }
  await becomePerson(device, server.origin, mailbox, ANA)
  await lucia.goto('/profile/edit')
  await expect(lucia.getByLabel('Nombre')).toHaveValue('Ana')
  await expect(lucia.getByLabel(/^CBU, CVU o alias/)).toHaveValue('')
  await lucia.goto('/colecta/new')
  await expect(lucia.getByLabel('Motivo')).toHaveValue('')
})

test('search, filter and order are in the address and survive a reload', async ({
  lucia,
  gift,
}) => {
  for (const name of ['Iñaki Zubiría', 'Zoe Álvarez', 'Bruno Sosa']) await add(lucia, gift, name)
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByLabel('Buscar por nombre').pressSequentially('zubiria', { delay: 20 })
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
  await expect(lucia).toHaveURL(/buscar=zubiria/)

  await lucia.getByRole('button', { name: /^Pendientes/ }).click()
  await expect(lucia.getByText('No hay aportes de “zubiria”')).toBeVisible()
  await expect(lucia).toHaveURL(/buscar=zubiria&estado=pendientes$/)
  await lucia.reload()
  await expect(lucia.getByLabel('Buscar por nombre')).toHaveValue('zubiria')
  await expect(lucia.getByRole('button', { name: /^Pendientes/, pressed: true })).toBeVisible()

  await lucia.getByRole('button', { name: 'Ver todos' }).click()
  await expect(lucia.getByText('Mostrando 1 a 3 de 3 aportes')).toBeVisible()
  await expect(lucia.getByLabel('Buscar por nombre')).toHaveValue('')
  await expect(lucia).toHaveURL(/\/colecta\/[\w-]+$/)
  const menu = lucia.getByRole('button', { name: 'Ordenar aportes' })
  if (await menu.isVisible()) {
    await menu.click()
    await lucia.getByRole('menuitemradio', { name: 'Por nombre' }).click()
  } else {
    const head = lucia.getByRole('columnheader', { name: 'Aportante', exact: true })
    await head.getByRole('button').click()
  }
  await expect(lucia).toHaveURL(/\?orden=aportante&sentido=asc$/)
  await lucia.reload()
  const names = lucia
    .getByRole('button', { name: /^(Bruno Sosa|Iñaki Zubiría|Zoe Álvarez)$/ })
    .filter({ visible: true })
  await expect(names).toHaveText(['Bruno Sosa', 'Iñaki Zubiría', 'Zoe Álvarez'])
})

test('a list follows a link to its screen, and the steps back and forward', async ({
  lucia,
  gift,
}) => {
  await lucia.goto('/dashboard?buscar=otra')
  const search = lucia.getByLabel('Buscar por motivo')
  const found = lucia.locator(`a[href="/colecta/${gift}"]`).filter({ visible: true }).first()
  await expect(lucia.getByText('No hay colectas con “otra”')).toBeVisible()
  const menu = lucia.getByRole('button', { name: 'Menú' })
  if (await menu.isVisible()) await menu.click()
  await lucia.getByRole('link', { name: 'Dashboard' }).filter({ visible: true }).first().click()
  await expect(found).toBeVisible()
  await expect(search).toHaveValue('')
  await search.fill('nada')
  await expect(lucia).toHaveURL(/\/dashboard\?buscar=nada$/)
  await lucia.goBack()
  await expect(search).toHaveValue('otra')
  await lucia.goForward()
  await expect(search).toHaveValue('nada')
})

test.describe(() => {
  test.use({ serviceWorkers: 'allow' })

  test('the list is filtered by method, also after a reload and without a network', async ({
    lucia,
    gift,
  }) => {
    await add(lucia, gift, 'Zoe Álvarez')
    await report(lucia, gift)
    await lucia.goto(`/colecta/${gift}`)
    await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()
    const methods = lucia.getByLabel('Filtrar por método')
    await methods.focus()
    await lucia.keyboard.type('Man')
    await expect(methods).toHaveValue('Manual')
    await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
    await expect(lucia.getByText('Zoe Álvarez').filter({ visible: true })).toHaveCount(1)
    await expect(lucia).toHaveURL(/\?metodo=manual$/)

    await lucia.getByRole('button', { name: 'Exportar' }).click()
    const dialog = lucia.getByRole('dialog', { name: 'Exportar aportes' })
    await expect(dialog.getByLabel(/^Los que se ven ahora/)).toBeChecked()
    await expect(dialog.getByText('Aportes, Manual')).toBeVisible()
    const downloading = lucia.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Descargar archivo' }).click()
    const file = await readFile(await (await downloading).path(), 'utf8')
    expect(readCsv(file, ';').slice(1)).toMatchObject([{ 1: 'Zoe Álvarez', 3: 'Manual' }])

    await lucia.reload()
    await expect(methods).toHaveValue('Manual')
    await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()

    await expectSync(lucia, 'Al día')
    await lucia.context().setOffline(true)
    await methods.selectOption('Mercado Pago')
    await expect(lucia.getByText('Todavía no hay aportes con Mercado Pago')).toBeVisible()
    await lucia.getByRole('button', { name: /^Pendientes/ }).click()
    await expect(lucia.getByText('Ningún aporte pendiente con Mercado Pago')).toBeVisible()
    await lucia.getByRole('button', { name: 'Ver todos' }).click()
    await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()
    await expect(methods).toHaveValue('all')
    await expect(lucia).toHaveURL(/\/colecta\/[\w-]+$/)
  })
})

test('a transfer is verified by one tap, and that can be undone', async ({ lucia, gift }) => {
  await report(lucia, gift)
  await lucia.goto(`/colecta/${gift}`)
  const changes = countMutations(lucia)
  const verify = lucia.getByRole('button', { name: 'Acreditar' }).filter({ visible: true })
  await verify.dblclick()
  await holdToast(lucia, 'Aporte acreditado')
  await expect(lucia.getByRole('button', { name: 'Acreditados 1' })).toBeVisible()
  await expectSent(lucia, changes)

  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(lucia.getByRole('button', { name: 'Acreditados 0' })).toBeVisible()
  await expect(verify).toBeVisible()
})

test('a manual contribution counts at once, and can be deleted and restored', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}/aportar`)
  await lucia.getByLabel('Nombre de quien aportó').fill('Iñaki Zubiría')
  await lucia.getByRole('button', { name: 'Registrar y agregar otro' }).dblclick()
  await expect(lucia.getByLabel('Nombre de quien aportó')).toHaveValue('')
  await expect(lucia.getByLabel('Nombre de quien aportó')).toBeFocused()
  await lucia.getByLabel('Nombre de quien aportó').fill('Marcela Núñez')
  await lucia.getByLabel('Monto', { exact: true }).fill('1.500,50')
  await lucia.getByLabel(/^Email/).fill('marcela@example.com')
  await lucia.getByLabel(/^Mensaje/).fill('Pagó en la cantina')
  await lucia.getByRole('button', { name: 'Registrar aporte', exact: true }).click()
  await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()
  const progress = lucia.getByRole('region', { name: 'Progreso' })
  await expect(progress).toContainText('Recaudado$\u00a016.500,50de')

  await lucia.getByRole('button', { name: 'Marcela Núñez', exact: true }).click()
  const detail = lucia.getByRole('dialog', { name: 'Detalles del Aporte' })
  await expect(detail).toContainText('$\u00a01.500,50Acreditado')
  await expect(detail).toContainText('MensajePagó en la cantina')
  await expect(detail.locator('dl > div')).toHaveText([
    'AportanteMarcela Núñez',
    'Emailmarcela@example.com',
    'MétodoManual',
    new RegExp(`^Fecha${formatDay(today(new Date()))} \\d\\d:\\d\\d$`),
  ])
  await detail.getByRole('button', { name: 'Eliminar aporte' }).click()
  await holdToast(lucia, 'Aporte eliminado')
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
  await expect(progress).toContainText('Recaudado$\u00a015.000de')
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(lucia.getByText('Mostrando 1 a 2 de 2 aportes')).toBeVisible()
})

test('a closed colecta takes no manual contribution until it is opened again', {
  tag: '@sweep',
}, async ({ lucia, gift }) => {
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByLabel(/^Estado de la colecta/).selectOption('Cerrada')
  await expect(lucia.getByText('estado de tu colecta a "Cerrada"')).toBeVisible()
  await lucia.goto(`/colecta/${gift}/aportar`)
  await expect(lucia.getByText('Esta colecta no está aceptando contribuciones')).toBeVisible()
  await expect(lucia.getByText('CERRADA', { exact: true })).toBeVisible()
  await lucia.getByLabel(/^Estado de la colecta/).selectOption('Abierta')
  await expect(lucia.getByLabel('Nombre de quien aportó')).toBeVisible()
})

test('deleting a colecta asks for confirmation, removes it, and can be undone', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
  const remove = lucia.getByRole('menuitem', { name: 'Eliminar colecta' })
  await remove.click()
  const question = lucia.getByRole('alertdialog', { name: '¿Eliminar esta colecta?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  await expect(
    lucia.getByRole('heading', { name: GIFT.title, exact: true, level: 1 }),
  ).toBeVisible()
  const statusOfGift = async () => (await lucia.request.get(`/api/collections/${gift}`)).status()
  expect(await statusOfGift()).toBe(200)
  await lucia.getByRole('button', { name: 'Más acciones', exact: true }).click()
  await remove.click()
  await question.getByRole('button', { name: 'Eliminar colecta' }).click()
  await holdToast(lucia, 'Colecta eliminada')
  await expect(lucia).toHaveURL(/\/$/)
  await expect.poll(statusOfGift).toBe(404)
  await lucia.getByRole('button', { name: 'Deshacer' }).click()
  await expect(
    lucia.getByRole('heading', { name: GIFT.title, exact: true, level: 1 }),
  ).toBeVisible()
  await expect.poll(statusOfGift).toBe(200)
})

function countMutations(page: Page): { count: number } {
  const changes = { count: 0 }
  page.on('request', (request) => {
    if (request.url().endsWith('/api/sync/mutations')) changes.count += 1
  })
  return changes
}

/** Expects that one change was sent, and that none waits. */
async function expectSent(page: Page, changes: { count: number }): Promise<void> {
  await expect.poll(() => changes.count).toBeGreaterThan(0)
  await expectSync(page, 'Al día')
  expect(changes.count).toBe(1)
}

/** Keeps a toast open: it disappears after six seconds, unless a pointer rests on it. */
async function holdToast(page: Page, text: string): Promise<void> {
  await page.getByText(text).hover()
}

/** Adds a manual contribution by a mutation, without its screen. */
async function add(page: Page, collectionId: string, contributorName: string): Promise<void> {
  const args = { id: newId(), collectionId, contributorName, contributorEmail: null, amount: 50_00 }
  await mutate(page, 'add-manual-contribution', args)
}

async function boxOf(locator: Locator) {
  await expect(locator).toBeVisible()
  const box = await locator.boundingBox()
  if (!box) throw new Error(`${locator} is not on the screen`)
  return box
}
