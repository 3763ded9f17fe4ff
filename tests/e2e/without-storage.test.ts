/*
 * Browsers without storage, or without locks, channels and workers, and with habits of Safari. The money is transferred
 * already, so a report must still arrive, sent by the page itself.
 */
import type { Page } from '@playwright/test'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { holdBack } from './slow-network.ts'
import {
  chooseReceipt,
  confirmWithoutReceipt,
  expectSync,
  JULIETA,
  openReceipt,
  reachReceiptStep,
  refuseCollection,
  registerContribution,
  signOut,
} from './steps.ts'

const REPORTS = '**/api/collections/*/contributions'
const UPLOADS = '**/api/uploads'
const STAY = 'No cierres esta página'

const BROWSERS: Record<string, (page: Page) => Promise<unknown>> = {
  // Browsers do this when the data of all sites is blocked; Firefox alone refuses the channels, too.
  'blocks storage': (page) =>
    page.addInitScript(() => {
      const refuse = () => {
        throw new DOMException('Access is denied for this document.', 'SecurityError')
      }
      for (const name of ['localStorage', 'sessionStorage']) {
        Object.defineProperty(window, name, { get: refuse })
      }
      Object.defineProperty(navigator, 'cookieEnabled', { value: false })
      window.BroadcastChannel = class extends EventTarget {
        constructor() {
          super()
          refuse()
        }
      } as unknown as typeof BroadcastChannel
      LockManager.prototype.request = () =>
        Promise.reject(new DOMException('The request was denied.', 'SecurityError'))
      const error = new DOMException('Internal error.', 'UnknownError')
      IDBFactory.prototype.databases = () => Promise.reject(error)
      IDBFactory.prototype.open = () => {
        const request = { error } as IDBOpenDBRequest
        setTimeout(() => request.onerror?.(new Event('error')))
        return request
      }
    }),
  'has no room': async (page) => {
    await page.goto('/')
    await leaveNoRoom(page)
  },
  'has no IndexedDB': (page) =>
    page.addInitScript(() => Object.defineProperty(window, 'indexedDB', { value: undefined })),
}

for (const [what, prepare] of Object.entries(BROWSERS)) {
  test(`a browser that ${what} sends a report with its receipt, and asks to stay`, async ({
    lucia,
    guest,
    gift,
  }) => {
    await prepare(guest)
    const faults: string[] = []
    guest.on('pageerror', ({ message }) => faults.push(message))
    const receive = await holdBack(guest, REPORTS)
    await reachReceiptStep(guest, gift)
    await chooseReceipt(guest, { name: 'r.png', mimeType: 'image/png', buffer: png(40, 60) })
    await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
    const stay = guest.getByRole('dialog').getByText(STAY)
    await expect(stay).toBeVisible()

    const upload = await holdBack(guest, UPLOADS)
    receive()
    await expect(guest.getByText('Tu aporte ha sido registrado correctamente.')).toBeVisible()
    await expect(stay).toBeVisible()
    upload()
    await expect(guest.getByText('Comprobante recibido')).toBeVisible()
    await expect(stay).toBeHidden()

    await openReceipt(lucia, gift)
    expect(faults).toEqual([])
  })
}

test('a visitor without storage is told before what they typed would be lost', async ({
  guest,
}) => {
  await BROWSERS['blocks storage']?.(guest)
  await guest.goto('/colecta/new')
  await guest.getByLabel('Motivo').fill('Asado de fin de año')
  await guest.getByLabel('Total a colectar').fill('90000')
  await guest.getByLabel('Alias, CBU o CVU').fill('asado.fin.de.anio')
  await expect(guest.getByText('queda guardado en este dispositivo')).toHaveCount(0)
  await guest.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(guest.getByRole('alert')).toContainText(
    'Este navegador no guarda lo que escribes. Crea primero tu cuenta y después la colecta.',
  )
  await expect(guest.getByLabel('Motivo')).toHaveValue('Asado de fin de año')
})

test('a sign-in in a browser that blocks cookies says why it cannot work', async ({ guest }) => {
  await BROWSERS['blocks storage']?.(guest)
  await guest.goto('/login')
  await guest.getByLabel('Email').fill(LUCIA.email)
  await guest.getByLabel('Contraseña', { exact: true }).fill(LUCIA.password)
  await guest.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(guest.getByRole('alert')).toContainText('Este navegador bloquea las cookies')
  await expect(guest.getByLabel('Email')).toHaveValue(LUCIA.email)
})

test('with a full disk and no network the report waits in the page, which asks before it closes', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  await BROWSERS['has no room']?.(guest)
  await reachReceiptStep(guest, gift)
  await guest.context().setOffline(true)
  await confirmWithoutReceipt(guest)
  await expect(
    guest.getByRole('dialog', { name: 'Tu aporte espera en esta página' }),
  ).toContainText(STAY)

  const question = guest.waitForEvent('dialog')
  await guest.close({ runBeforeUnload: true })
  expect((await question).type()).toBe('beforeunload')
  await (await question).dismiss()

  await guest.context().setOffline(false)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(1)
})

test('a browser without locks, channels, workers and service workers sends a report with its receipt', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  await withoutHelpers(guest)
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'r.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  await openReceipt(lucia, gift)
})

test('a browser without them has no replica: the server answers the queries, and the sync badge shows that', async ({
  lucia,
  gift,
}) => {
  await withoutHelpers(lucia)
  await lucia.goto(`/colecta/${gift}/aportar`)
  await registerContribution(lucia, 'Abuela Nélida')
  await expect(lucia.getByText('Abuela Nélida').filter({ visible: true })).toHaveCount(1)
  await expectSync(lucia, 'Sin copia')
  await lucia.getByRole('button', { name: /^Sincronización/ }).click()
  await expect(
    lucia.getByText('Este dispositivo no puede guardar una copia de tus datos.'),
  ).toBeVisible()
  await lucia.keyboard.press('Escape')
  await signOut(lucia)
})

test('an organiser with a full disk sees an error offline, and makes the change online', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/colecta/${gift}/aportar`)
  await expectSync(lucia, 'Al día')
  await leaveNoRoom(lucia)
  await lucia.context().setOffline(true)
  await registerContribution(lucia, 'Abuelo Tito')
  await expect(lucia.getByText(/^No se pudo guardar en este dispositivo/)).toBeVisible()
  await expect(lucia.getByLabel('Nombre de quien aportó')).toHaveValue('Abuelo Tito')

  await lucia.context().setOffline(false)
  await lucia.getByRole('button', { name: 'Registrar aporte', exact: true }).click()
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
})

test('an organiser whose disk is full corrects a refused change, and the server gets it at once', {
  tag: '@sweep',
}, async ({ lucia, gift, server }) => {
  test.slow(true, 'a colecta that is sent, refused and sent again')
  await refuseCollection(lucia, gift)
  await leaveNoRoom(lucia)
  await lucia.getByRole('button', { name: /^Sincronización/ }).click()
  await lucia.getByRole('link', { name: /^Corregir y reintentar/ }).click()
  await lucia.getByLabel('Motivo').fill('Rifa del patio')
  await lucia.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(lucia.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await expectSync(lucia, 'Al día')
  const answer = await lucia.request.get(`${server.origin}/api/query/my-collections?args={}`)
  expect(await answer.json()).toMatchObject({ total: 1, rows: [{ title: 'Rifa del patio' }] })
})

test('a report arrives although a page that the browser suspended holds the database', async ({
  guest,
  gift,
}) => {
  await guest.clock.install()
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await expect(guest.getByText('recibo.png')).toBeVisible()
  const suspended = await guest.context().newPage()
  await suspended.goto('/api/health')
  await suspended.evaluate(holdReports)
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByRole('button', { name: 'Registrando…' })).toBeVisible()
  await guest.clock.fastForward(10_000)
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
})

/**
 * Runs inside a page. Holds the reports' database by a transaction that never ends, as a page in WebKit's back/forward
 * cache does: its requests get no response there.
 */
function holdReports(): Promise<void> {
  return new Promise((resolve) => {
    const opening = indexedDB.open('entre-todos-reports')
    opening.onsuccess = () => {
      const store = opening.result.transaction('reports', 'readwrite').objectStore('reports')
      const ask = () => {
        store.count().onsuccess = ask
        resolve()
      }
      ask()
    }
  })
}

async function leaveNoRoom(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  const { origin } = new URL(page.url())
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
}

function withoutHelpers(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    for (const name of ['BroadcastChannel', 'Worker']) {
      Object.defineProperty(window, name, { value: undefined })
    }
    for (const name of ['locks', 'serviceWorker']) {
      Object.defineProperty(navigator, name, { value: undefined })
    }
  })
}

test('a browser that reports the progress of a file dozens of times in a task sends it without an error', async ({
  guest,
  gift,
}) => {
  const errors: string[] = []
  guest.on('pageerror', ({ message }) => errors.push(message))
  await guest.addInitScript(reportOften)
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  expect(errors).toEqual([])
})

/** Runs inside the page. Makes each upload report 100 progresses like Safari: no other task runs in between. */
function reportOften(): void {
  const { send } = XMLHttpRequest.prototype
  XMLHttpRequest.prototype.send = function (body) {
    Reflect.apply(send, this, [body])
    if (body) void reportProgress(this.upload)
  }
  async function reportProgress(upload: XMLHttpRequestUpload) {
    for (let loaded = 1; loaded <= 100; loaded += 1) {
      upload.dispatchEvent(
        new ProgressEvent('progress', { lengthComputable: true, loaded, total: 100 }),
      )
      for (let turn = 0; turn < 5; turn += 1) await null
    }
  }
}
