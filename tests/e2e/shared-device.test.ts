/* A device that several people use. */
import type { Page } from '@playwright/test'
import { HOUR } from '../../shared/time.ts'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import {
  chooseReceipt,
  confirmEmail,
  expectText,
  JULIETA,
  reachReceiptStep,
  register,
  report,
  signIn,
} from './steps.ts'

test('the next person can delete a half-filled report, with its receipt', async ({
  guest,
  gift,
}) => {
  await leaveHalfWay(guest, gift)
  await guest.reload()
  const steps = guest.getByRole('dialog')
  await steps.getByRole('button', { name: 'No soy yo, borrar' }).click()
  await expect(steps).toBeHidden()
  await expect(guest.getByLabel('Nombre')).toHaveValue('')
  await expect(guest.getByLabel('Email')).toHaveValue('')
  await expect(guest.getByLabel(/^Mensaje/)).toHaveValue('')
  await expect.poll(() => leftOn(guest)).toEqual({ drafts: [], receipts: 0 })

  // The next person's draft is their own.
  await guest.getByLabel('Nombre').fill('Bruno Paz')
  await guest.reload()
  await expect(guest.getByText('Recuperamos lo que Bruno Paz dejó a medias')).toBeVisible()
  await expect(guest.getByLabel('Nombre')).toHaveValue('Bruno Paz')
})

test('a half-filled report ends a day after its last change, with its receipt', async ({
  guest,
  gift,
}) => {
  await leaveHalfWay(guest, gift)
  await openLater(guest, gift, 20 * HOUR)
  await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
  expect(await leftOn(guest)).toEqual({ drafts: [`draft:contribute:${gift}`], receipts: 1 })
  // It was only shown, not changed, so its age stays the same.
  await openLater(guest, gift, 25 * HOUR)
  await expect(guest.getByLabel('Nombre')).toHaveValue('')
  await expect(guest.getByText('Recuperamos lo que')).toBeHidden()
  await expect.poll(() => leftOn(guest)).toEqual({ drafts: [], receipts: 0 })
})

/** Fills the form in, says that the money is sent, and chooses a receipt. */
async function leaveHalfWay(guest: Page, gift: string): Promise<void> {
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await expect(guest.getByText('recibo.png')).toBeVisible()
  expect(await leftOn(guest)).toEqual({ drafts: [`draft:contribute:${gift}`], receipts: 1 })
}

/** Opens the page again, this much later. */
async function openLater(guest: Page, gift: string, ms: number): Promise<void> {
  await guest.clock.setSystemTime(Date.now() + ms)
  await guest.goto(`/contribuir/${gift}`)
}

function leftOn(page: Page) {
  return page.evaluate(async () => {
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const opening = indexedDB.open('entre-todos-reports')
      opening.onsuccess = () => resolve(opening.result)
      opening.onerror = () => reject(opening.error)
    })
    const receipts = await new Promise<number>((resolve) => {
      const counting = database.transaction('chosen').objectStore('chosen').count()
      counting.onsuccess = () => resolve(counting.result)
    })
    database.close()
    const drafts = Object.keys(localStorage).filter((name) => name.startsWith('draft:'))
    return { drafts, receipts }
  })
}

test('a confirmation link does not switch a signed-in person to another account', async ({
  lucia,
  guest,
  mailbox,
}) => {
  const ana = { ...LUCIA, firstName: 'Ana', email: addressOf('ana.sosa') }
  await register(guest, ana)
  const [link = ''] = (await mailbox.waitFor(ana.email)).links
  await lucia.goto(link)
  await expectText(lucia, `En este navegador está abierta la cuenta de ${LUCIA.email}.`)
  await lucia.getByRole('button', { name: 'Confirmar mi email' }).click()
  await expectText(
    lucia,
    `Sigues en la cuenta de ${LUCIA.email}. Para entrar en la nueva, cierra sesión primero.`,
  )
  await lucia.getByRole('link', { name: 'Ir al dashboard' }).click()
  await expect(lucia.getByRole('heading', { name: 'Hola, Lucía', exact: true })).toBeVisible()
  await signIn(guest, ana)
  await guest.goto(link)
  await guest.getByRole('button', { name: 'Confirmar mi email' }).click()
  await expectText(guest, 'Tu cuenta está activa. Ya puedes entrar.')
  await expect(
    guest.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }),
  ).toHaveAttribute('href', '/login')
})

test('[S10] tabs that one person opened show nothing of theirs to the next one, and send no form', async ({
  lucia,
  gift,
  guest,
  mailbox,
}) => {
  const own = await lucia.context().newPage()
  await own.goto(`/mi-aporte/${await report(lucia, gift)}`)
  await expectText(own, JULIETA.name)
  await lucia.goto('/profile/edit')
  const name = lucia.getByLabel('Nombre', { exact: true })
  await expect(name).toHaveValue(LUCIA.firstName)
  const ana = { ...LUCIA, firstName: 'Ana', email: addressOf('ana.sosa') }
  await register(guest, ana)
  await confirmEmail(guest, mailbox, ana.email)

  // The tabs slept while Lucía signed out and Ana signed in. They learn of both at once.
  await lucia.context().addCookies(await guest.context().cookies())
  const other = await lucia.context().newPage()
  await other.goto('/ayuda')
  await expect(name).toHaveValue('Ana')
  await expectText(own, 'No encontramos ese aporte')
})

test('[S10] a page from the back/forward cache shows nothing of a person who signed out since', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/contribuir/${gift}`)
  const name = lucia.getByLabel('Nombre')
  await expect(name).toHaveValue(`${LUCIA.firstName} ${LUCIA.lastName}`)
  // The browser of the tests has no such cache. A page in it gets no events of the storage.
  await lucia.evaluate(() => {
    window.dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
    localStorage.removeItem('known-user')
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
  })
  await expect(lucia.getByLabel('Email')).toHaveValue('')
  await expect(name).toHaveValue('')
  await expect(lucia.getByRole('banner')).not.toContainText(LUCIA.firstName)
})

test('a visitor’s colecta goes to the account that signs in from it', async ({ guest }) => {
  await fillFirst(guest, 'Torta para Mica')
  await guest.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }).click()
  await expectText(guest, '«Torta para Mica» queda guardada, y se crea apenas entres.')
  await guest.getByLabel('Email').fill(LUCIA.email)
  await guest.getByLabel('Contraseña', { exact: true }).fill(LUCIA.password)
  await guest.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(guest.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await guest.getByRole('button', { name: 'Ir a la colecta' }).click()
  await expect(guest.getByRole('heading', { name: 'Torta para Mica', level: 1 })).toBeVisible()
})

test('another account than that of a visitor’s colecta is asked whether it is theirs', async ({
  guest,
}) => {
  // A person prepares it for an account of their own, and leaves.
  const ana = { ...LUCIA, firstName: 'Ana', email: addressOf('ana.sosa') }
  await fillFirst(guest, 'Rifa del club')
  await register(guest, ana)
  const other = await guest.context().newPage()
  await signIn(other, LUCIA)
  await other.goto('/colecta/new')
  await expectText(
    other,
    `En este navegador alguien empezó una colecta sin crearla: «Rifa del club». La preparó para la cuenta ${ana.email}. ¿Es tuya?`,
  )
  await expect(other.getByLabel('Motivo')).toHaveValue('')
  await other.getByRole('button', { name: 'Sí, usar lo escrito' }).click()
  await expect(other.getByLabel('Motivo')).toHaveValue('Rifa del club')
  await expect(other.getByRole('dialog')).toHaveCount(0)
  await other.reload()
  await expect(other.getByLabel('Motivo')).toHaveValue('Rifa del club')
  await other.getByRole('button', { name: 'Empezar de nuevo' }).click()
  await expect(other.getByLabel('Motivo')).toHaveValue('')
  await expect(other.getByText('¿Es tuya?')).toHaveCount(0)
})

/** The visitor's form, up to the question for an account. */
async function fillFirst(page: Page, title: string): Promise<void> {
  await page.goto('/colecta/new')
  await page.getByLabel('Motivo').fill(title)
  await page.getByLabel('Total a colectar').fill('60.000')
  await page.getByLabel('Alias, CBU o CVU').fill('torta.mica.30')
  await page.getByRole('button', { name: 'Crear colecta' }).click()
  await expectText(page, `«${title}» queda guardada, y se crea apenas confirmes tu cuenta.`)
}
