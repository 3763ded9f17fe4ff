/* The program while the network or the server is missing, and while a new version is installed. */
import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { createDeployment } from '../support/deployment.ts'
import { test as base, expect } from './fixtures.ts'
import { expectSync, fillCollection, GIFT, signOut } from './steps.ts'
import { untilStored } from './until-stored.ts'

const test = base.extend<{ deployment: ReturnType<typeof createDeployment> }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  deployment: async ({}, use) => {
    const deployment = createDeployment()
    await use(deployment)
    deployment.remove()
  },
  ownServer: async ({ deployment }, use) => use({ program: deployment.program }),
})

test('every screen of an organiser opens when the server is gone', async ({
  lucia,
  gift,
  server,
}) => {
  await lucia.goto('/dashboard')
  await untilStored(lucia)
  await server.kill()
  const screens = [
    ['/dashboard', 'Hola, Lucía'],
    [`/colecta/${gift}`, GIFT.title],
    ['/colecta/new', 'Nueva colecta'],
    [`/colecta/${gift}/edit`, 'Editar colecta'],
    [`/colecta/${gift}/aportar`, 'Registrar aporte manual'],
    ['/profile/edit', 'Perfil'],
    ['/perfil/diagnostico', 'Diagnóstico'],
    ['/', '¡Te damos la bienvenida, Lucía!'],
  ]
  for (const [path = '', heading] of screens) {
    await lucia.goto(path)
    await expect(lucia.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  }
  await lucia.goto('/dashboard')
  await expect(lucia.getByText(GIFT.title).filter({ visible: true }).first()).toBeVisible()
})

test('[S7] changes without a server survive a reload and arrive when it is back', async ({
  lucia,
  gift,
  server,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await untilStored(lucia)
  await server.kill()

  await lucia.goto('/colecta/new')
  await untilOffline(lucia)
  await fillCollection(lucia, { ...GIFT, title: 'Torta para el cumple' })
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(lucia.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()

  await lucia.goto(`/colecta/${gift}/edit`)
  await untilOffline(lucia)
  await lucia.getByLabel('Motivo').fill('Regalo para Caro')
  await lucia.getByRole('button', { name: 'Guardar cambios' }).click()
  await lucia.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(lucia.getByRole('heading', { name: 'Regalo para Caro', level: 1 })).toBeVisible()

  await lucia.goto(`/colecta/${gift}/aportar`)
  await untilOffline(lucia)
  await lucia.getByLabel('Nombre de quien aportó').fill('Iñaki Zubiría')
  await lucia.getByRole('button', { name: 'Registrar aporte', exact: true }).click()
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()

  await lucia.getByLabel(/^Estado de la colecta/).selectOption('Cerrada')
  await expect(lucia.getByText('estado de tu colecta a "Cerrada"')).toBeVisible()

  await lucia.reload()
  await expect(lucia.getByRole('heading', { name: 'Regalo para Caro', level: 1 })).toBeVisible()
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
  await lucia.goto('/dashboard')
  await expect(
    lucia.getByText('Torta para el cumple').filter({ visible: true }).first(),
  ).toBeVisible()

  await server.restart()
  await expectSync(lucia, 'Al día')
  expect(await ask(lucia, 'collection', { id: gift })).toMatchObject({
    title: 'Regalo para Caro',
    status: 'cerrada',
  })
  expect(JSON.stringify(await ask(lucia, 'my-collections', {}))).toContain('Torta para el cumple')
})

test('a new version is installed only on request, and a half-filled form keeps its text', async ({
  lucia,
  deployment,
}) => {
  await lucia.goto('/colecta/new')
  await untilStored(lucia)
  await lucia.getByLabel('Motivo').fill('Torta para el cumple')
  deployment.release('two')
  await lucia.evaluate(() => window.dispatchEvent(new Event('online')))

  const update = lucia.getByRole('button', { name: 'Actualizar' })
  await expect(lucia.getByText('Hay una versión nueva')).toBeVisible()
  expect(await loadedRelease(lucia)).toBeNull()
  await lucia.reload()
  await expect(update).toBeVisible()
  expect(await loadedRelease(lucia)).toBeNull()

  // Under a debugger, Chromium stops the old worker while it has requests, and these start it again. Without this
  // wait the new worker takes over only after minutes.
  await untilStored(lucia)
  await update.click()
  await expect.poll(() => loadedRelease(lucia).catch(() => null)).toBe('two')
  await expect(lucia.getByLabel('Motivo')).toHaveValue('Torta para el cumple')
  await expect(lucia.getByText('Hay una versión nueva')).toBeHidden()
})

test('a new version that was being installed when the page opened is offered', async ({
  lucia,
  deployment,
}) => {
  await lucia.goto('/dashboard')
  await untilStored(lucia)
  deployment.release('two')
  // A slow network.
  appendFileSync(
    join(deployment.program, 'web/dist/service-worker.js'),
    ';self.addEventListener("install", (event) => event.waitUntil(new Promise((done) => setTimeout(done, 8_000))))',
  )
  await lucia.evaluate(async () => void (await navigator.serviceWorker.ready).update())
  const state = () =>
    lucia.evaluate(async () => (await navigator.serviceWorker.ready).installing?.state)
  await expect.poll(state).toBe('installing')
  await lucia.reload()
  await expect(lucia.getByRole('heading', { name: /^Hola/ })).toBeVisible()
  expect(await state()).toBe('installing')
  await expect(lucia.getByText('Hay una versión nueva')).toBeVisible()
})

test('a new version is installed on request even while the old one waits for a response', async ({
  lucia,
  server,
  deployment,
}) => {
  await lucia.goto('/dashboard')
  await untilStored(lucia)
  deployment.release('two')
  await lucia.evaluate(() => window.dispatchEvent(new Event('online')))
  const update = lucia.getByRole('button', { name: 'Actualizar' })
  await expect(update).toBeVisible()

  // The stopped server accepts requests and never responds, so the old worker has a request that never ends.
  const { pid } = server
  if (!pid) throw new Error('A server without a process')
  process.kill(pid, 'SIGSTOP')
  await lucia.evaluate(() => void fetch('/assets/never.js').catch(() => undefined))
  await update.click()
  await expect.poll(() => loadedRelease(lucia).catch(() => null)).toBe('two')
  process.kill(pid, 'SIGCONT')
})

test('[S10] signed out and without a network, nothing of the person is on the device', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}`)
  await untilStored(lucia)
  await signOut(lucia)
  await expect
    .poll(() => storedOnDevice(lucia))
    .toEqual({ databases: [], stored: [], ofOrganiser: false })

  await lucia.context().setOffline(true)
  for (const path of [`/colecta/${gift}`, '/dashboard', '/login']) {
    await lucia.goto(path)
    await expect(lucia.getByRole('heading', { name: 'No pudimos conectarnos' })).toBeVisible()
    expect(await lucia.content()).not.toMatch(/Lucía|seño Caro/)
  }
})

/** Waits until the replica runs and has noticed that there is no server. */
async function untilOffline(page: Page): Promise<void> {
  await expectSync(page, /Sin conexión/)
}

/** Returns the release of the loaded page; null for one without a mark. */
function loadedRelease(page: Page): Promise<string | null> {
  return page.evaluate(
    () => document.querySelector('meta[name=release]')?.getAttribute('content') ?? null,
  )
}

async function ask(page: Page, query: string, args: object): Promise<unknown> {
  const address = `/api/query/${query}?args=${encodeURIComponent(JSON.stringify(args))}`
  return (await page.request.get(address)).json()
}

function storedOnDevice(page: Page) {
  return page.evaluate(async () => ({
    databases: (await indexedDB.databases()).map(({ name }) => name),
    stored: Object.keys(localStorage),
    ofOrganiser: await caches.has('entre-todos-organiser'),
  }))
}
