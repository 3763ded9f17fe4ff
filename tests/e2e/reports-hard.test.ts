/*
 * Reports that cannot be sent at once: the session ended, the colecta closed, the storage failed, or the tab that sends
 * sleeps. None is lost, none counts twice, and the screen shows the true state (R3).
 */
import type { Page } from '@playwright/test'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { chooseReceipt, confirmWithoutReceipt, fillReport, mutate } from './steps.ts'

const REPORTS = '**/api/collections/*/contributions'
const PICTURE = { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) }
const CLOSED = 'Esta colecta no está disponible para contribuciones en este momento.'

test('a report of a person whose session ended is sent once they sign in again', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/contribuir/${gift}`)
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  await lucia.getByRole('button', { name: 'Ya transferí' }).click()
  await lucia.route(REPORTS, (route) => route.abort())
  await confirmWithoutReceipt(lucia)
  const kept = lucia.getByRole('dialog', { name: 'Guardado en este dispositivo' })
  await expect(kept.getByText('Esperando la red.')).toBeVisible()

  // The session ends; another tab of hers finds out.
  await lucia.context().clearCookies()
  const other = await lucia.context().newPage()
  await other.goto('/login')
  await expect(other.getByRole('heading', { name: 'Iniciar sesión' })).toBeVisible()
  await lucia.bringToFront()
  // Its own retry may be faster, and the button gone.
  const retry = kept.getByRole('button', { name: 'Reintentar ahora' })
  await retry.click({ timeout: 5_000 }).catch(() => undefined)
  await expect(kept).toContainText('sale solo cuando inicies sesión')
  await expect(kept).toContainText('Inicia sesión para que tu aporte se registre.')

  await lucia.goto('/')
  const waiting = lucia.getByRole('region', { name: 'Aportes en camino' })
  await expect(waiting).toContainText('Inicia sesión para que tu aporte se registre.')
  await lucia.unroute(REPORTS)
  await waiting.getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(lucia.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await lucia.getByLabel('Email').fill(LUCIA.email)
  await lucia.getByLabel('Contraseña', { exact: true }).fill(LUCIA.password)
  await lucia.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(lucia).toHaveURL(`/contribuir/${gift}`)
  await expect(waiting).toContainText('está registrado')
  expect(await countOf(lucia, gift)).toBe(1)
})

test('a report after an unnoticed end of the session is not stored as a guest’s', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/contribuir/${gift}`)
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  await lucia.getByRole('button', { name: 'Ya transferí' }).click()
  await lucia.context().clearCookies()
  await confirmWithoutReceipt(lucia)
  const kept = lucia.getByRole('dialog', { name: 'Guardado en este dispositivo' })
  await expect(kept).toContainText('sale solo cuando inicies sesión')
  await kept.getByRole('link', { name: 'Iniciar sesión' }).click()
  await expect(lucia.getByRole('heading', { level: 1, name: 'Iniciar sesión' })).toBeVisible()
  await lucia.getByLabel('Email').fill(LUCIA.email)
  await lucia.getByLabel('Contraseña', { exact: true }).fill(LUCIA.password)
  await lucia.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(lucia).toHaveURL(`/contribuir/${gift}`)
  await expect(lucia.getByRole('region', { name: 'Aportes en camino' })).toContainText(
    'está registrado',
  )
  const answer = await lucia.request.get('/api/query/my-contributions?args={}')
  expect(await answer.json()).toHaveLength(1)
})

test('a refused report keeps its receipt through a reload, and can be sent again', async ({
  lucia,
  guest,
  gift,
}) => {
  await reachLastButton(guest, gift, 'ana@example.com')
  await mutate(lucia, 'set-collection-status', { id: gift, status: 'cerrada' })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByRole('heading', { name: CLOSED })).toBeVisible()
  await mutate(lucia, 'set-collection-status', { id: gift, status: 'abierta' })
  await guest.reload()
  await expect(guest.getByText(PICTURE.name)).toBeVisible()
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  expect(await countOf(lucia, gift)).toBe(1)
})

test('a report that was refused on another visit is sent again by a tap', async ({
  lucia,
  guest,
  gift,
}) => {
  await reachLastButton(guest, gift, 'ana@example.com')
  await guest.route(REPORTS, (route) => route.abort())
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Esperando la red.')).toBeVisible()
  await mutate(lucia, 'set-collection-status', { id: gift, status: 'cerrada' })
  await guest.unroute(REPORTS)
  await guest.goto('/')
  const line = guest.getByRole('region', { name: 'Aportes en camino' })
  await expect(line).toContainText(CLOSED)
  await guest.reload()
  await expect(line).toContainText(CLOSED)
  const refused = guest.waitForResponse(REPORTS)
  await line.getByRole('button', { name: 'Reintentar' }).click()
  await refused
  await expect(line).toContainText(CLOSED)

  await mutate(lucia, 'set-collection-status', { id: gift, status: 'abierta' })
  await line.getByRole('button', { name: 'Reintentar' }).click()
  await expect(line).toContainText('está registrado, con su comprobante')
  expect(await countOf(lucia, gift)).toBe(1)
})

test('a report is sent although the storage fails to open at first', async ({ guest, gift }) => {
  await confirmAway(guest, gift, 'ana@example.com')
  await guest.addInitScript(() => {
    const { open } = IDBFactory.prototype
    let isBroken = true
    IDBFactory.prototype.open = function (name, version) {
      if (name !== 'entre-todos-reports' || !isBroken) return open.call(this, name, version)
      isBroken = false
      throw new DOMException('Internal error', 'UnknownError')
    }
  })
  await guest.unroute(REPORTS)
  await guest.goto('/')
  await expect(guest.getByText('está registrado')).toBeVisible()
})

test('a sleeping tab delays neither its own report nor one of another tab', async ({
  lucia,
  guest,
  gift,
}) => {
  const sleeper = guest
  const other = await guest.context().newPage()
  const sent = countReports(sleeper)

  // 1. The tab that sends for all tabs sleeps.
  await sleeper.goto('/')
  let x = 10
  await expect
    .poll(async () => {
      // The page handles the pointer only once its script has loaded.
      await sleeper.mouse.move(x++, 10)
      return locksOf(sleeper)
    })
    .toEqual({ held: 1, pending: 0 })
  const wakeUp = await putToSleep(sleeper)
  await reachLastButton(other, gift, 'ana@example.com')
  await other.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  // Nobody has tried yet, so no network is waited for.
  await expect(other.getByRole('button', { name: 'Registrando…' })).toBeVisible()
  await expect(other.getByText('Comprobante recibido')).toBeVisible()

  // 2. It wakes up, sees that another tab sends, and queues for the lock.
  await wakeUp()
  await expect.poll(() => locksOf(other)).toEqual({ held: 1, pending: 2 })
  await sleeper.route(REPORTS, (route) => route.abort())
  await reachLastButton(other, gift, 'beto@example.com', { isAnother: true })
  await other.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(other.getByText('Esperando la red.')).toBeVisible()
  await expect.poll(sent).toBe(3)

  // 3. It sleeps again, with a waiting report.
  const wakeAgain = await putToSleep(sleeper)
  await other.getByRole('button', { name: 'Reintentar ahora' }).click()
  await expect(other.getByText('Comprobante recibido')).toBeVisible()
  await wakeAgain()
  await expect(sleeper.getByText('Registrando tu aporte')).toBeHidden()
  await expect(sleeper.getByText('Tu aporte espera')).toBeHidden()
  expect(await countOf(lucia, gift)).toBe(2)
})

/** `isAnother`: the device has a report already, which the page shows in place of the form. */
async function reachLastButton(
  guest: Page,
  gift: string,
  email: string,
  { isAnother = false } = {},
): Promise<void> {
  await guest.goto(`/contribuir/${gift}`)
  if (isAnother) await guest.getByRole('button', { name: 'Hacer otro aporte' }).click()
  await fillReport(guest, '20.000')
  await guest.getByLabel('Email').fill(email)
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await chooseReceipt(guest, PICTURE)
  await expect(guest.getByText(PICTURE.name)).toBeVisible()
}

/** Confirms a report while all reports fail to be sent. */
async function confirmAway(guest: Page, gift: string, email: string): Promise<void> {
  await reachLastButton(guest, gift, email)
  await guest.route(REPORTS, (route) => route.abort())
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Esperando la red.')).toBeVisible()
}

function countReports(page: Page): () => number {
  let count = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/contributions')) count++
  })
  return () => count
}

function locksOf(page: Page) {
  return page.evaluate(async () => {
    const { held, pending } = await navigator.locks.query()
    const ours = (locks: LockInfo[] = []) =>
      locks.filter(({ name }) => name === 'entre-todos-reports').length
    return { held: ours(held), pending: ours(pending) }
  })
}

/** Suspends the tab, as a phone does in the background. Returns a function that resumes it. */
async function putToSleep(page: Page): Promise<() => Promise<void>> {
  const browser = await page.context().newCDPSession(page)
  await browser.send('Debugger.enable')
  await browser.send('Debugger.pause')
  return async () => {
    await browser.send('Debugger.disable')
  }
}

/** Returns the number of contributions of the colecta. */
async function countOf(lucia: Page, gift: string): Promise<number> {
  const args = encodeURIComponent(JSON.stringify({ id: gift }))
  const answer = await lucia.request.get(`/api/query/collection?args=${args}`)
  return (await answer.json()).confirmedCount
}
