import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { expect, test } from './fixtures.ts'
import { expectSync, GIFT, JULIETA, mutate, report, signOut } from './steps.ts'
import { untilScreensCached, untilStored } from './until-stored.ts'

test('[S7] changes without a network show at once and arrive once it is back', async ({
  lucia,
  guest,
  gift,
  server,
}) => {
  await report(guest, gift)
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')

  await lucia.context().setOffline(true)
  await lucia
    .getByRole('button', { name: /Acreditar/ })
    .filter({ visible: true })
    .click()
  await expect(lucia.getByText('Acreditado').filter({ visible: true }).last()).toBeVisible()
  await expectSync(lucia, /1 cambio por enviar/)

  await lucia.context().setOffline(false)
  await expectSync(lucia, 'Al día')
  const answer = await lucia.request.get(
    `${server.origin}/api/query/collection?args=${encodeURIComponent(JSON.stringify({ id: gift }))}`,
  )
  expect(await answer.json()).toMatchObject({ verifiedCount: 1 })
})

test('[S7] a name changed without a network shows at once, and stays once it is back', {
  tag: '@sweep',
}, async ({ lucia }) => {
  await lucia.goto('/profile/edit')
  await expectSync(lucia, 'Al día')
  await lucia.context().setOffline(true)
  await expectSync(lucia, /Sin conexión/)
  await lucia.getByLabel('Nombre', { exact: true }).fill('Lucero')
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  const greeting = lucia.getByRole('heading', { name: 'Hola, Lucero', exact: true })
  await expect(greeting).toBeVisible()
  await lucia.context().setOffline(false)
  await expectSync(lucia, 'Al día')
  await expect(greeting).toBeVisible()
})

test('opens offline with the replica’s data, and shows from the first moment that it is offline', async ({
  lucia,
  gift,
}) => {
  test.slow(true, 'the replica is opened three times')
  const profile = { firstName: 'Lucía', lastName: 'Fernández', defaultBankAccount: 'caro.patio' }
  await mutate(lucia, 'update-profile', profile)
  await lucia.goto('/dashboard')
  await untilStored(lucia)

  await lucia.context().setOffline(true)
  await lucia.addInitScript(rememberBadges)
  await lucia.goto('/colecta/new')
  await expect(lucia.getByLabel('Alias, CBU o CVU')).toHaveValue('caro.patio')
  await expect(lucia.getByText(/a nombre de Lucía Fernández/)).toBeVisible()
  await expectSync(lucia, 'Sin conexión')
  expect(await lucia.evaluate(() => window.badges)).toEqual(['Sincronización: Sin conexión'])

  await lucia.goto(`/colecta/${gift}`)
  await lucia.getByRole('button', { name: 'Compartir', exact: true }).click()
  await expect(lucia.getByRole('img', { name: 'QR para aportar' })).toBeVisible()
})

test('a colecta that the replica of a new device lacks opens by itself once the network is back', async ({
  lucia,
  gift,
}) => {
  const device = lucia.context()
  const fill = '**/api/sync/snapshot/**'
  let isOpen = false
  await device.route(fill, (route) => {
    isOpen = true
    return route.abort()
  })
  await lucia.goto('/dashboard')
  await untilScreensCached(lucia)
  await expect.poll(() => isOpen).toBe(true)
  await device.setOffline(true)
  await lucia.getByRole('link', { name: GIFT.title, exact: true }).click()
  const notHere = lucia.getByRole('heading', {
    name: 'Esta colecta todavía no está en este dispositivo',
  })
  await expect(notHere).toBeVisible()

  await device.unroute(fill)
  await device.setOffline(false)
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}$`))
  await expect(lucia.getByRole('heading', { name: GIFT.title, level: 1 })).toBeVisible()
})

test('somebody else’s colecta that was opened without a network is answered once it is back', async ({
  lucia,
}) => {
  test.slow(true, 'the replica is opened twice')
  await lucia.goto('/dashboard')
  await untilStored(lucia)
  await lucia.context().setOffline(true)
  await lucia.goto(`/colecta/${newId()}`)
  await expect(
    lucia.getByRole('heading', { name: 'Esta colecta todavía no está en este dispositivo' }),
  ).toBeVisible()
  await lucia.context().setOffline(false)
  await expect(lucia.getByRole('heading', { name: 'No se encontró la colecta' })).toBeVisible()
})

/* A service worker would keep the code that each test withholds. */
test.describe('without the code of the rest of the program', () => {
  test.use({ serviceWorkers: 'block' })

  test('a screen that was opened without a network appears once it is back', async ({
    lucia,
    gift,
  }) => {
    await lucia.goto('/dashboard')
    const link = lucia.getByRole('link', { name: GIFT.title, exact: true })
    await expect(link).toBeVisible()
    await lucia.context().setOffline(true)
    await link.click()
    await expect(
      lucia.getByRole('heading', { name: 'No pudimos abrir esta pantalla' }),
    ).toBeVisible()
    await lucia.context().setOffline(false)
    await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}$`))
    await expect(lucia.getByRole('heading', { name: GIFT.title, level: 1 })).toBeVisible()
  })

  test('pages work from the server’s data when the code of the replica fails to load', async ({
    lucia,
  }) => {
    const uncaught: string[] = []
    lucia.on('pageerror', (error) => uncaught.push(String(error)))
    await lucia.route(/\/assets\/(sync|new-version)-/, (route) => route.abort())
    const untilMissed = (part: string) =>
      lucia.waitForEvent('requestfailed', (request) => request.url().includes(`/assets/${part}-`))
    const missed = Promise.all([untilMissed('sync'), untilMissed('new-version')])
    await lucia.goto('/dashboard')
    await missed
    await expect(lucia.getByRole('heading', { name: 'Hola, Lucía' })).toBeVisible()
    const links = lucia.getByRole('link', { name: 'Nueva colecta' }).filter({ visible: true })
    await links.first().click()
    await expect(lucia.getByRole('heading', { name: 'Nueva colecta', level: 1 })).toBeVisible()
    expect(uncaught).toEqual([])
  })
})

test('a colecta is not shown as missing while the server cannot be reached', async ({ lucia }) => {
  for (const [screen, failed, missing] of [
    ['', 'Error al cargar la colecta', 'No se encontró la colecta'],
    ['/edit', 'No fue posible cargar los datos', 'La colecta no existe o ha sido eliminada.'],
  ] as const) {
    const id = newId()
    await lucia.route(`**/api/collections/${id}`, (route) => route.abort())
    await lucia.goto(`/colecta/${id}${screen}`)
    const problem = lucia.getByRole('alert')
    await expect(problem).toContainText(failed)
    await expect(problem).toContainText('Revisa tu conexión e intenta nuevamente.')

    await lucia.unroute(`**/api/collections/${id}`)
    await problem.getByRole('button', { name: 'Reintentar' }).click()
    await expect(lucia.getByText(missing)).toBeVisible()
  }
})

test('[S6] [S11] two tabs show a report at once, and one continues when the other is closed', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'two tabs with a replica, and a guest')
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  const second = await lucia.context().newPage()
  await second.goto(`/colecta/${gift}`)
  await expectSync(second, 'Al día')

  await report(guest, gift)
  for (const tab of [lucia, second]) await expectContributions(tab, 1)
  await lucia.close()
  await report(guest, gift)
  await expectContributions(second, 2)
})

test('[S12] a replica of an earlier visit does not replace newer data of the server', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  test.slow(true, 'the replica is opened twice')
  await report(guest, gift)
  await lucia.goto(`/colecta/${gift}`)
  await untilStored(lucia)
  await lucia.goto('about:blank')
  const title = 'Rifa del patio'
  await mutate(lucia, 'update-collection', { id: gift, changes: { title } })

  await lucia.addInitScript(rememberHeadings)
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByRole('heading', { name: title })).toBeVisible()
  await expectSync(lucia, 'Al día')
  const headings = await lucia.evaluate(() => window.headings)
  expect(headings.slice(headings.indexOf(title))).toEqual([title])
})

test('[S10] signing out leaves nothing of this person in the browser', async ({ lucia, gift }) => {
  const left = () =>
    lucia.evaluate(async () => ({
      databases: (await indexedDB.databases()).map(({ name }) => name),
      stored: Object.keys(localStorage).map((key) => key.replace(/[0-9a-f-]{36}$/, '')),
      ofOrganiser: await caches.has('entre-todos-organiser'),
    }))
  await lucia.goto('/profile/edit')
  await lucia.getByLabel('Nombre', { exact: true }).fill('Lucero')
  await lucia.goto(`/colecta/${gift}`)
  await expectSync(lucia, 'Al día')
  await expect.poll(left).toMatchObject({
    stored: expect.arrayContaining(['draft:profile:', 'known-user']),
    ofOrganiser: true,
  })
  const out = lucia.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true })
  await lucia.route('**/api/logout', (route) => route.abort())
  await out.click()
  await expect(
    lucia.getByText('Para cerrar la sesión hace falta conexión. Sigues con tu cuenta abierta.'),
  ).toBeVisible()
  await lucia.unroute('**/api/logout')
  const error = { status: 500, json: { error: 'Se rompió.', code: 'internal' } }
  await lucia.route('**/api/logout', (route) => route.fulfill(error))
  await out.click()
  await expect(lucia.getByText('No se pudo cerrar la sesión. Intenta nuevamente.')).toBeVisible()
  await lucia.unroute('**/api/logout')
  await expect(lucia).toHaveURL(`/colecta/${gift}`)
  await signOut(lucia)
  await expect.poll(left).toEqual({ databases: [], stored: [], ofOrganiser: false })
})

async function expectContributions(page: Page, count: number): Promise<void> {
  await expect(page.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(count)
}

declare global {
  interface Window {
    /** Every text that the first heading had, in order. */
    headings: string[]
    /** Every text that the sync badge had, in order. */
    badges: string[]
  }
}

function rememberHeadings(): void {
  window.headings = []
  new MutationObserver(() => {
    const text = document.querySelector('h1')?.textContent ?? ''
    if (text !== window.headings.at(-1)) window.headings.push(text)
  }).observe(document, { childList: true, characterData: true, subtree: true })
}

function rememberBadges(): void {
  window.badges = []
  new MutationObserver(() => {
    const badge = document.querySelector('button[aria-label^=Sincronización]')
    const text = badge?.getAttribute('aria-label') ?? ''
    if (badge && text !== window.badges.at(-1)) window.badges.push(text)
  }).observe(document, { attributes: true, childList: true, subtree: true })
}
