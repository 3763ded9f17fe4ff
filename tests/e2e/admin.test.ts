import type { Page } from '@playwright/test'
import { formatDay, today } from '../../shared/dates.ts'
import { formatMoney } from '../../shared/money.ts'
import type { Statistics } from '../../shared/statistics.ts'
import { test as base, expect, ONLINE } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { expectText, fillReport, GIFT, report, returnToPage } from './steps.ts'

const test = base.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  ownServer: async ({}, use) => use({ env: { ADMIN_EMAILS: LUCIA.email } }),
})

test.use(ONLINE)

test('an administrator reads the statistics of each period', { tag: '@sweep' }, async ({
  lucia,
  gift,
  guest,
}) => {
  test.slow(true, 'four periods, one after the other')
  // Two, so that no count of a day is the same as another.
  await report(guest, gift, { amount: 10_000_50 })
  await report(guest, gift, { amount: 5_000_00 })
  await lucia.goto('/dashboard')
  await expect(
    lucia.getByRole('heading', { name: `Hola, ${LUCIA.firstName}`, exact: true }),
  ).toBeVisible()
  const menu = lucia.getByRole('button', { name: /menú/i })
  if (await menu.isVisible()) await menu.click()
  await lucia.getByRole('link', { name: 'Administración' }).filter({ visible: true }).click()
  await expect(lucia).toHaveTitle('Panel de Administración · Entre Todos')
  await expect(
    lucia.getByRole('heading', { name: 'Panel de Administración', exact: true }),
  ).toBeVisible()
  await expectText(lucia, 'Estadísticas de la aplicación - Últimos 7 días')
  const { days, total }: Statistics = await (
    await lucia.request.get('/api/admin/statistics?days=7')
  ).json()
  expect(total).toMatchObject({
    collections: 1,
    collectionsAmount: 900_000_00,
    contributions: 2,
    contributionsAmount: 15_000_50,
  })
  for (const [label, figure] of [
    ['Usuarios Creados', `${total.users}`],
    ['Colectas Creadas', `${total.collections}`],
    ['Monto Total Colectas', '$\u00a0900.000'],
    ['Aportes Realizados', `${total.contributions}`],
    ['Monto Total Aportes', '$\u00a015.000,50'],
  ] as const) {
    const card = lucia.locator('section').filter({ hasText: new RegExp(`^${label}`) })
    await expect(card).toHaveText(`${label}${figure}`)
  }
  await expect(lucia.getByText('Estadísticas por Día')).toBeVisible()
  await expect(lucia.getByText('Período de tiempo:')).toBeVisible()
  // On a phone the days are a list, where words stand for the heads. The chart's legend is a table, too.
  if (lucia.viewportSize()?.width === 1280) {
    const days = lucia.getByRole('table', { name: 'Estadísticas por Día' })
    expect(await days.getByRole('columnheader').allTextContents()).toEqual([
      'Fecha',
      'Usuarios',
      'Colectas',
      'Monto Colectas',
      'Aportes',
      'Monto Aportes',
    ])
  }
  const isPhone = lucia.viewportSize()?.width !== 1280
  const table = lucia.getByRole(isPhone ? 'list' : 'table', { name: 'Estadísticas por Día' })
  const rows = table.locator(isPhone ? 'li' : 'tbody tr')
  for (const [index, row] of days.entries()) {
    const { day, users, collections, collectionsAmount, contributions, contributionsAmount } = row
    const [collected, contributed] = [collectionsAmount, contributionsAmount].map(formatMoney)
    if (isPhone) {
      await expect(rows.nth(index)).toHaveText(
        new RegExp(
          `^${formatDay(day)}\\${contributed}${users} usuarios? · ${collections} colectas?${contributions} aportes?$`,
        ),
      )
    } else {
      await expect(rows.nth(index)).toHaveText(
        `${formatDay(day)}${users}${collections}${collected}${contributions}${contributed}`,
      )
    }
  }
  if (!isPhone) await expect(rows.first()).toHaveText(/\$\s900\.000\d+\$\s15\.000,50$/)
  await expect(rows).toHaveCount(7)
  await expect(rows.first()).toContainText(formatDay(today(new Date())))
  await expect(lucia.locator('canvas')).toBeVisible()
  const chart = lucia.getByRole('img', { name: /^Aportes y montos de cada día/ })
  const legend = () => chart.innerText().then((text) => text.replace(/\s/g, ''))
  await expect.poll(legend).toBe('AportesMonto')
  await chart.hover({ position: { x: 200, y: 100 } })
  await expect.poll(legend).toMatch(/^Fecha\d\d\/\d\d\/\d{4}Aportes\d+Monto\$[\d.,]+$/)

  const periods = lucia.getByRole('group', { name: 'Período de tiempo' }).getByRole('button')
  await expect(periods).toHaveText(['7 días', '30 días', '90 días', 'Último año'])
  await expect(periods.first()).toHaveAttribute('aria-pressed', 'true')
  for (const [period, count] of [
    ['30 días', 30],
    ['90 días', 90],
    ['Último año', 365],
  ] as const) {
    const asked = lucia.waitForRequest(`**/api/admin/statistics?days=${count}`)
    await lucia.getByRole('button', { name: period }).click()
    await asked
    await expect(lucia).toHaveURL(new RegExp(`days=${count}$`))
    await expectText(lucia, `Estadísticas de la aplicación - Últimos ${count} días`)
    await expect(rows).toHaveCount(count)
    await expect(periods.and(lucia.locator('[aria-pressed=true]'))).toHaveText([period])
  }

  await lucia.route('**/api/admin/statistics**', async (route) => {
    await expect(lucia.getByRole('button', { name: 'Actualizando…' })).toBeVisible()
    await route.abort()
  })
  await lucia.getByRole('button', { name: 'Actualizar Estadísticas' }).click()
  await expect(
    lucia.getByRole('alert').getByText('Error al cargar las estadísticas', { exact: true }),
  ).toBeVisible()
  await lucia.unroute('**/api/admin/statistics**')
  await lucia.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows).toHaveCount(365)
  await expectText(lucia, 'Estadísticas de la aplicación - Últimos 365 días')
  const amount = lucia.locator('section').filter({ hasText: /^Monto Total Aportes/ })
  await expect(amount).toHaveText('Monto Total Aportes$\u00a015.000,50')
  await report(guest, gift, { amount: 4_000_00 })
  await lucia.getByRole('button', { name: 'Actualizar Estadísticas' }).click()
  await expect(amount).toHaveText('Monto Total Aportes$\u00a019.000,50')
  await lucia.route('**/api/admin/statistics**', (route) => route.abort())
  await lucia.goto('/admin')
  const failed = lucia.getByRole('alert').filter({ hasText: 'Error al cargar las estadísticas' })
  await expect(failed).toBeVisible()
  await lucia.unroute('**/api/admin/statistics**')
  await lucia.getByRole('button', { name: 'Reintentar' }).click()
  await expect(rows).toHaveCount(7)
  const many = { users: 1_234, collections: 2_345, contributions: 34_567 }
  await lucia.route('**/api/admin/statistics**', async (route) => {
    const json = { total: { ...total, ...many }, days: days.map((day) => ({ ...day, ...many })) }
    await route.fulfill({ json })
  })
  await lucia.getByRole('button', { name: 'Actualizar Estadísticas' }).click()
  for (const [label, count] of [
    ['Usuarios Creados', '1.234'],
    ['Colectas Creadas', '2.345'],
    ['Aportes Realizados', '34.567'],
  ]) {
    const card = lucia.locator('section').filter({ hasText: new RegExp(`^${label}`) })
    await expect(card).toHaveText(`${label}${count}`)
  }
  await expect(rows.first()).toContainText(
    isPhone ? '1.234 usuarios · 2.345 colectas34.567 aportes' : '1.2342.345$',
  )
})

test('a large total fits its card with wide letters, and the legend has its colours with those of the system', {
  tag: '@sweep',
}, async ({ lucia }) => {
  test.slow(true, 'a server of its own, with an administrator')
  await lucia.route('**/api/admin/statistics**', async (route) => {
    const response = await route.fetch()
    const statistics: Statistics = await response.json()
    const total = { ...statistics.total, contributionsAmount: 123_573_714_63 }
    await route.fulfill({ response, json: { ...statistics, total } })
  })
  await lucia.emulateMedia({ forcedColors: 'active' })
  await lucia.goto('/admin')
  const figure = lucia.getByText('$\u00a0123.573.714,63', { exact: true })
  await expect(figure).toBeVisible()
  // WCAG 1.4.12
  await lucia.evaluate(() => {
    const spacing = new CSSStyleSheet()
    spacing.replaceSync('* { letter-spacing: 0.12em !important }')
    document.adoptedStyleSheets = [spacing]
  })
  const card = lucia.locator('section').filter({ has: figure })
  expect(await card.last().evaluate((card) => card.scrollWidth - card.clientWidth)).toBe(0)
  const markers = lucia.locator('.u-legend .u-marker').filter({ visible: true })
  await expect(markers).toHaveCount(2)
  const colours = await markers.evaluateAll((all) =>
    all.map((marker) => getComputedStyle(marker).borderTopColor),
  )
  expect(new Set(colours).size).toBe(2)
})

test.describe(() => {
  test.use({ serviceWorkers: 'block' }) // it would answer for the chart

  test('the figures are shown when the chart fails to load, and the chart once the network is back', {
    tag: '@sweep',
  }, async ({ lucia }) => {
    test.slow(true, 'a server of its own, with an administrator')
    await lucia.route('**/assets/chart-*.js', (route) => route.abort())
    await lucia.goto('/admin')
    await expect(lucia.getByText('No se pudo cargar el gráfico')).toBeVisible()
    await expect(lucia.getByText('Monto Total Aportes')).toBeVisible()
    await expect(lucia.getByText('Estadísticas por Día')).toBeVisible()
    await lucia.unroute('**/assets/chart-*.js')
    await lucia.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect(lucia.getByRole('img', { name: /^Aportes y montos de cada día/ })).toBeVisible()
  })
})

base(
  'the page of administrators sends a member to the dashboard and a guest to sign in',
  { tag: '@sweep' },
  async ({ lucia, guest }) => {
    await lucia.goto('/admin')
    await expect(lucia).toHaveURL(/\/dashboard$/)
    await guest.goto('/admin')
    await expect(guest).toHaveURL(/\/login\?returnTo=%2Fadmin$/)
  },
)

test('a reported colecta is suspended with a reason, and the suspension is lifted', {
  tag: '@sweep',
}, async ({ lucia, gift, guest }) => {
  test.slow(true, 'the page of a colecta and the panel, several times each')
  await guest.goto(`/contribuir/${gift}`)
  await guest.getByRole('button', { name: 'Denunciar esta colecta' }).click()
  await guest.getByRole('button', { name: 'Enviar denuncia' }).click()
  const reasons = guest.getByRole('group', { name: 'Motivo' })
  await expect(reasons.getByText('Elige un motivo.')).toBeVisible()
  await expect(reasons).toHaveAccessibleDescription('Elige un motivo.')
  await guest.getByLabel('Parece una estafa').check()
  await guest.getByLabel(/^Cuéntanos más/).fill('La seño no sabe nada.')
  await guest.getByRole('button', { name: 'Enviar denuncia' }).click()
  await expect(
    guest.getByRole('heading', { name: 'Gracias por avisarnos', exact: true }),
  ).toBeVisible()

  await lucia.goto('/admin')
  const complaints = lucia.getByRole('region', { name: 'Denuncias' })
  await expect(complaints.getByText(GIFT.title)).toBeVisible()
  await expect(complaints.getByText('Parece una estafa')).toBeVisible()
  await expect(complaints.getByText('La seño no sabe nada.')).toBeVisible()
  await complaints.getByRole('button', { name: 'Suspender' }).click()
  await lucia.getByRole('button', { name: 'Suspender colecta' }).click()
  await expect(lucia.getByText('Escribe por qué la suspendes.').first()).toBeVisible()
  await lucia.getByLabel('Motivo').fill('La escuela no la conoce.')
  await lucia.getByRole('button', { name: 'Suspender colecta' }).click()
  await expect(complaints.getByText('Suspendida')).toBeVisible()

  await guest.goto(`/contribuir/${gift}`)
  const notice = guest.getByRole('heading', { name: 'Esta colecta está suspendida', exact: true })
  await expect(notice).toBeVisible()
  await expectText(guest, 'Suspendida')
  await expect(guest.getByText(GIFT.bankAccount)).toHaveCount(0)
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText('Motivo: La escuela no la conoce. Su página')).toBeVisible()
  await expectText(lucia, 'Suspendida')
  await expect(lucia.getByText('Abierta', { exact: true })).toHaveCount(0)
  await expect(lucia.getByText('Compartir')).toHaveCount(0)
  await expect(lucia.getByRole('tab')).toHaveText(['Aportes', 'Detalles'])
  await lucia.goto(`/colecta/${gift}/imprimir`)
  await expect(lucia.getByText('Motivo: La escuela no la conoce. Su página')).toBeVisible()
  await expect(lucia.getByRole('article', { name: 'Cartel' })).toHaveCount(0)
  await expect(lucia.getByRole('button', { name: 'Imprimir' })).toHaveCount(0)

  await lucia.goto('/admin')
  await complaints.getByRole('button', { name: 'Levantar la suspensión' }).click()
  await complaints.getByRole('button', { name: 'Descartar denuncias' }).click()
  await expect(complaints.getByText('Nada por revisar')).toBeVisible()
  // The page is kept for some seconds; its script asks at once.
  await guest.goto(`/contribuir/${gift}`)
  await expect(notice).toHaveCount(0)
  await expect(
    guest.getByRole('heading', { name: 'Realizar un aporte', exact: true }),
  ).toBeVisible()
})

test('a colecta that is suspended during a transfer shows no account, and asks not to transfer', async ({
  lucia,
  gift,
  guest,
}) => {
  const dialog = guest.getByRole('dialog', { name: 'Transfiere a Lucía' })
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expectText(dialog, GIFT.bankAccount)

  await suspend(lucia, gift)
  await returnToPage(guest)
  const suspended = guest.getByRole('dialog', { name: 'Esta colecta está suspendida' })
  await expect(suspended).toContainText('no transfieras dinero')
  await expect(guest.getByRole('button', { name: 'Copiar alias' })).toBeHidden()
  await suspended.getByRole('button', { name: 'Volver a la colecta' }).click()
  await expect(suspended).toBeHidden()
})

test('a complaint keeps what was typed when the colecta is suspended meanwhile', async ({
  lucia,
  gift,
  guest,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  await guest.getByRole('button', { name: 'Denunciar esta colecta' }).click()
  const details = guest.getByLabel(/^Cuéntanos más/)
  await details.fill('La seño no sabe nada.')
  await suspend(lucia, gift)
  await returnToPage(guest)
  await expectText(guest, 'Suspendida')
  await expect(details).toHaveValue('La seño no sabe nada.')
})

async function suspend(administrator: Page, id: string): Promise<void> {
  const data = { reason: 'La escuela no la conoce.' }
  const response = await administrator.request.post(`/api/admin/collections/${id}/suspend`, {
    data,
  })
  expect(response.ok()).toBe(true)
}
