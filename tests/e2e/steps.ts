/*
 * Actions of people, in the product's terms. A step uses visible labels, buttons and headings, never a class or an id.
 */
import { expect, type Locator, type Page } from '@playwright/test'
import { create } from 'qrcode'
import type { ContributionReport } from '../../shared/contribution.ts'
import { addDays, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { MOST_AT_ONCE } from '../../web/replica/transport.ts'
import type { Mailbox } from '../support/mailbox.ts'
import type { LUCIA } from './people.ts'

export const JULIETA = { name: 'Julieta Romero', email: 'juli.romero@example.com' }

export const GIFT = {
  title: 'Regalo para la seño Caro',
  description: 'Se jubila después de 31 años en la escuela.',
  suggestedAmount: '15.000',
  totalAmount: '900.000',
  /** A week from today, also when a day ends while tests run. */
  get deadline() {
    return addDays(today(new Date()), 7)
  },
  people: '60',
  bankAccount: 'viaje.seno.caro',
  accountIdentifier: 'Lucía Fernández, Banco Galicia',
}

type Person = typeof LUCIA
type Colecta = typeof GIFT

export async function register(page: Page, person: Person): Promise<void> {
  await page.goto('/register')
  await page.getByLabel('Nombre', { exact: true }).fill(person.firstName)
  await page.getByLabel('Apellido').fill(person.lastName)
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await page.getByLabel('Confirmar contraseña').fill(person.password)
  await page.getByRole('button', { name: 'Crear cuenta' }).click()
  await expect(page.getByRole('dialog', { name: '¡Cuenta creada!' })).toBeVisible()
  await page.getByRole('button', { name: 'Entendido' }).click()
  await expect(page).toHaveURL(/\/login/)
}

export async function confirmEmail(page: Page, mailbox: Mailbox, email: string): Promise<void> {
  const message = await mailbox.waitFor(email)
  const link = message.links.find((address) => address.includes('/confirmar#token='))
  expect(link, 'the mail carries a link to confirm').toBeDefined()
  await page.goto(link ?? '')
  await page.getByRole('button', { name: 'Confirmar mi email' }).click()
  await expect(page.getByRole('heading', { name: '¡Email confirmado!', exact: true })).toBeVisible()
  await expectText(page, `Entraste como ${email}. Redirigiendo al dashboard...`)
  await expect(page).toHaveURL(/\/dashboard$/)
}

export async function signIn(page: Page, person: Person): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Contraseña', { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(
    page.getByRole('heading', { name: `Hola, ${person.firstName}`, exact: true }),
  ).toBeVisible()
}

/** Signs out from whatever screen is open. */
export async function signOut(page: Page): Promise<void> {
  const menu = page.getByRole('button', { name: /menú/i })
  if (await menu.isVisible()) await menu.click()
  await page.getByRole('button', { name: 'Cerrar sesión' }).filter({ visible: true }).click()
  await expect(page).toHaveURL(/\/$/)
}

export async function fillCollection(page: Page, colecta: Colecta): Promise<void> {
  await openTheRest(page)
  await page.getByLabel('Motivo').fill(colecta.title)
  await page.getByLabel('Descripción').fill(colecta.description)
  await page.getByLabel('Monto sugerido').fill(colecta.suggestedAmount)
  await page.getByLabel('Total a colectar').fill(colecta.totalAmount)
  await page.getByLabel('Fecha límite').fill(colecta.deadline)
  await page.getByLabel('Cantidad de personas').fill(colecta.people)
  await page.getByLabel('Alias, CBU o CVU').fill(colecta.bankAccount)
  await page.getByLabel('Identificador de cuenta').fill(colecta.accountIdentifier)
}

/** Opens the part of a new colecta that is already filled in. */
async function openTheRest(page: Page): Promise<void> {
  const rest = page.getByText('El resto ya está propuesto')
  await rest.waitFor()
  if (!(await page.getByLabel('Fecha límite').isVisible())) await rest.click()
}

/** Opens a colecta; returns the path of its shared link, which is on the clipboard. */
export async function openCollection(page: Page, colecta: Colecta): Promise<string> {
  await page.goto('/colecta/new')
  await fillCollection(page, colecta)
  await page.getByRole('button', { name: 'Crear colecta' }).click()
  const dialog = page.getByRole('dialog', { name: 'Tu colecta está lista' })
  await dialog.getByRole('button', { name: /Copiar/ }).click()
  await expect(
    dialog.getByText('Se ha actualizado el estado de tu colecta a "Abierta"'),
  ).toBeVisible()
  const link = await clipboardOf(page)
  await dialog.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(
    page.getByRole('heading', { name: colecta.title, exact: true, level: 1 }),
  ).toBeVisible()
  return new URL(link).pathname
}

export async function fillReport(page: Page, amount: string): Promise<void> {
  await page.getByLabel('Monto', { exact: true }).fill(amount)
  await page.getByLabel('Nombre').fill(JULIETA.name)
  await page.getByLabel('Email').fill(JULIETA.email)
  await page.getByLabel(/^Mensaje/).fill('¡Gracias por tanto, Caro!')
}

/** Goes from the filled form through the transfer to the last question. */
export async function transfer(page: Page, amount: string): Promise<void> {
  await page.getByRole('button', { name: /^Continuar con/ }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Copiar alias' }).click()
  await expect(dialog.getByRole('button', { name: '¡Alias copiado!' })).toBeVisible()
  expect(await clipboardOf(page)).toBe(GIFT.bankAccount)
  await dialog.getByRole('button', { name: 'Ya transferí' }).click()
  await expect(
    dialog.getByRole('heading', { name: 'Agrega el comprobante y confirma', exact: true }),
  ).toBeVisible()
  await expect(dialog.locator('dl > div')).toHaveText([
    `Monto$\u00a0${amount}`,
    `Para${GIFT.title}`,
    `A nombre de${JULIETA.name}`,
    'MétodoTransferencia',
  ])
}

/**
 * Waits until the server responds with the rendered contribution page, which it then caches for some seconds. When the
 * database is slow, as on a busy machine, the server leaves the rendering to the script.
 */
export async function untilWritten(guest: Page, collectionId: string): Promise<void> {
  const page = async () => (await guest.request.get(`/contribuir/${collectionId}`)).text()
  await expect.poll(page).toContain('<div id="root"><')
}

/** Fills in a guest's report up to the question for its receipt. */
export async function reachReceiptStep(
  guest: Page,
  collectionId: string,
  email = JULIETA.email,
): Promise<void> {
  await guest.goto(`/contribuir/${collectionId}`)
  await fillReport(guest, '20.000')
  await guest.getByLabel('Email').fill(email)
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await expect(
    guest.getByRole('heading', { name: 'Agrega el comprobante y confirma', exact: true }),
  ).toBeVisible()
}

export async function chooseReceipt(
  guest: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const choosing = guest.waitForEvent('filechooser')
  await guest.getByRole('button', { name: /^Elegir (otro )?archivo$/ }).click()
  await (await choosing).setFiles(file)
}

/** Makes reading a chosen file take until the returned function is called. */
export async function holdFiles(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    const read = Blob.prototype.arrayBuffer
    const released = new Promise((resolve) => {
      addEventListener('release-files', resolve, { once: true })
    })
    Blob.prototype.arrayBuffer = async function held() {
      await released
      Blob.prototype.arrayBuffer = read
      return read.call(this)
    }
  })
  return () => page.evaluate(() => void dispatchEvent(new Event('release-files')))
}

/** Opens the receipt of Julieta's only contribution, as the organiser. */
export async function openReceipt(lucia: Page, gift: string): Promise<void> {
  await lucia.goto(`/colecta/${gift}`)
  await lucia
    .getByRole('button', { name: JULIETA.name, exact: true })
    .filter({ visible: true })
    .click()
  await lucia.getByRole('button', { name: 'Ver comprobante' }).click()
  await expect(
    lucia.getByRole('heading', { name: 'Comprobante de Transferencia', exact: true }),
  ).toBeVisible()
}

/** Files a report by a request, as the person signed in on the device or as a guest. Returns its id. */
export async function report(
  page: Page,
  collectionId: string,
  changed: Partial<ContributionReport> = {},
): Promise<string> {
  const id = newId()
  const response = await page.request.post(`/api/collections/${collectionId}/contributions`, {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    data: {
      id,
      contributorName: JULIETA.name,
      contributorEmail: JULIETA.email,
      amount: 15_000_00,
      paymentMethod: 'Transferencia',
      ...changed,
    },
  })
  expect(response.status()).toBe(201)
  return changed.id ?? id
}

/** Fills in the form that registers a contribution, under `name`, and submits it. */
export async function registerContribution(page: Page, name: string): Promise<void> {
  await page.getByLabel('Nombre de quien aportó').fill(name)
  await page.getByRole('button', { name: 'Registrar aporte' }).click()
}

/** Expects an element with exactly this text. */
export async function expectText(where: Page | Locator, text: string): Promise<void> {
  await expect(where.getByText(text, { exact: true })).toBeVisible()
}

/** Expects a text of the sync badge in the header. */
export async function expectSync(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByRole('button', { name: /^Sincronización/ })).toHaveAccessibleName(
    typeof text === 'string' ? `Sincronización: ${text}` : text,
  )
}

/** Presses the last button, and confirms that there is no receipt. */
export async function confirmWithoutReceipt(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await page.getByRole('button', { name: 'Confirmar sin comprobante' }).click()
}

/** Returns the clipboard's text. */
export function clipboardOf(page: Page): Promise<string> {
  return page.evaluate(() => navigator.clipboard.readText())
}

/** Stops the page's clock at one minute from now, so that nothing disappears by itself. */
export async function stopTime(page: Page): Promise<void> {
  const now = Date.now()
  await page.clock.install({ time: now })
  await page.clock.pauseAt(now + 60_000)
}

/** Expects a page with a stopped clock to redirect after two seconds. */
export async function goesAfterTwoSeconds(page: Page, from: string, to: string): Promise<void> {
  await page.clock.runFor(1_990)
  expect(new URL(page.url()).pathname).toBe(from)
  await page.clock.runFor(20)
  await expect.poll(() => new URL(page.url()).pathname).toBe(to)
}

/** Expects a QR code on the screen to hold `value`. */
export async function expectQr(code: Locator, value: string): Promise<void> {
  const { modules } = create(value, { errorCorrectionLevel: 'M' })
  const dark = Array.from(modules.data).flatMap((isDark, index) =>
    isDark ? `${index % modules.size} ${Math.floor(index / modules.size)}` : [],
  )
  const drawn = async () => {
    const outline = (await code.locator('path').getAttribute('d')) ?? ''
    return [...outline.matchAll(/M(\d+) (\d+)h(\d+)/g)].flatMap(([, x, y, length]) =>
      Array.from({ length: Number(length) }, (_, index) => `${Number(x) + index} ${y}`),
    )
  }
  await expect.poll(drawn).toEqual(dark)
}

/** Counts the tones that are played from now on. */
export async function listen(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const rise = AudioParam.prototype.linearRampToValueAtTime
    AudioParam.prototype.linearRampToValueAtTime = function (loudness, ...rest) {
      const { dataset } = document.documentElement
      if (loudness > 0.01) dataset.tones = String(Number(dataset.tones ?? 0) + 1)
      return rise.call(this, loudness, ...rest)
    }
  })
  return () => page.evaluate(() => Number(document.documentElement.dataset.tones ?? 0))
}

/** Makes a new colecta without a network that the server refuses: another device deleted its id, `gift`. */
export async function refuseCollection(page: Page, gift: string): Promise<void> {
  await page.goto('/colecta/new')
  await expectSync(page, 'Al día')
  const { user } = await (await page.request.get('/api/session')).json()
  await page.evaluate(([draft, id]) => localStorage.setItem(draft, JSON.stringify({ id })), [
    `draft:collection:new:${user.id}`,
    gift,
  ] as const)
  await page.reload()
  await fillCollection(page, { ...GIFT, title: 'Rifa del club' })
  await expectSync(page, 'Al día')
  await page.context().setOffline(true)
  await page.getByRole('button', { name: 'Crear colecta' }).click()
  await expect(page.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await mutate(page, 'delete-collection', { id: gift })
  await page.context().setOffline(false)
  await page.goto('/profile/edit')
  await expectSync(page, '1 con problemas')
}

/** Sends a mutation, as another device of the person would. */
export function mutate(page: Page, name: string, args: unknown): Promise<void> {
  return mutateAll(page, name, [args])
}

/** Calls `mutate` once for each of `all`, by as few requests as a device would send. */
export async function mutateAll(page: Page, name: string, all: readonly unknown[]): Promise<void> {
  for (let at = 0; at < all.length; at += MOST_AT_ONCE) {
    const batch = all.slice(at, at + MOST_AT_ONCE)
    const answer = await page.request.post('/api/sync/mutations', {
      data: { mutations: batch.map((args) => ({ id: newId(), name, args })) },
      headers: { 'Sec-Fetch-Site': 'same-origin' },
    })
    expect(await answer.json()).toMatchObject({ outcomes: batch.map(() => ({ ok: true })) })
  }
}

/** Runs a query on the server, as the person of the page. */
export async function ask(
  page: Page,
  query: string,
  args: unknown,
): Promise<Record<string, unknown>> {
  const asked = encodeURIComponent(JSON.stringify(args))
  return (await page.request.get(`/api/query/${query}?args=${asked}`)).json()
}

/** Makes the page send its analytics events at once, by the event of a page that is hidden. */
export function sendMeasured(page: Page): Promise<boolean> {
  return page.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
}

/** The keys come with the code of the button. */
export async function untilListening(page: Page): Promise<void> {
  await expect(page.getByRole('button', { name: 'Buscar colectas y personas' })).toBeVisible()
}

/** Simulates the return to the page from another app. */
export async function returnToPage(page: Page): Promise<void> {
  await page.evaluate(() => void document.dispatchEvent(new Event('visibilitychange')))
}
