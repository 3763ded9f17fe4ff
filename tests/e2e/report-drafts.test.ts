/* The draft of a contribution: while it is in the dialogs, while its report is sent, after a refusal and a reload. */
import type { Locator, Page } from '@playwright/test'
import { png } from '../support/pictures.ts'
import { expect, test } from './fixtures.ts'
import { holdBack } from './slow-network.ts'
import {
  chooseReceipt,
  confirmWithoutReceipt,
  expectText,
  fillReport,
  GIFT,
  JULIETA,
  mutate,
  reachReceiptStep,
  report,
  returnToPage,
  untilWritten,
} from './steps.ts'

const REPORTS = '**/api/collections/*/contributions'

test('leaving while a report is being sent begins another one, which survives a reload', {
  tag: '@sweep',
}, async ({ guest, gift }) => {
  const receive = await holdBack(guest, REPORTS)
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await expect(guest.getByRole('button', { name: 'Registrando…' })).toBeVisible()
  const rendered = await guest.locator('#contributorName').evaluateHandle((field) => field)

  await guest.getByRole('button', { name: 'Cerrar' }).click()
  const question = guest.getByRole('dialog', { name: '¿Salir mientras se registra tu aporte?' })
  await expect(question).toContainText('Está guardado en este dispositivo y sale solo.')
  await question.getByRole('button', { name: 'Salir' }).click()

  await expect(guest.getByLabel('Nombre')).toHaveValue('')
  // Firefox would restore its text at the reload.
  expect(await rendered.evaluate((field: HTMLInputElement) => field.value)).toBe('')
  await guest.getByLabel('Nombre').fill('Bruno Paz')
  await guest.getByLabel('Email').fill('bruno@example.com')
  receive()
  await expect(guest.getByText(/está registrado/)).toBeVisible()
  await guest.reload()
  await expect(guest.getByLabel('Nombre')).toHaveValue('Bruno Paz')

  // It is a report of its own.
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  const sent = guest.waitForRequest(REPORTS)
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  expect((await sent).postDataJSON()).toMatchObject({ contributorName: 'Bruno Paz' })
  const collection = await guest.request.get(`/api/collections/${gift}`)
  expect(await collection.json()).toMatchObject({ amountCollected: 35_000_00 })
})

test('a report that is refused while the person leaves is a draft again', async ({
  guest,
  gift,
}) => {
  const message = 'Esta colecta no está disponible para contribuciones en este momento.'
  let refuse = () => {}
  const refused = new Promise<void>((resolve) => {
    refuse = resolve
  })
  await guest.route(REPORTS, async (route) => {
    await refused
    await route.fulfill({ status: 409, json: { error: message, code: 'collection-closed' } })
  })
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await expect(guest.getByRole('button', { name: 'Registrando…' })).toBeVisible()
  await guest.getByRole('button', { name: 'Cerrar' }).click()
  refuse()
  await guest
    .getByRole('dialog', { name: '¿Salir sin registrar tu aporte?' })
    .getByRole('button', { name: 'Salir' })
    .click()
  await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
  await guest.getByLabel('Nombre').fill('Bruno Paz')
  await guest.reload()
  await expect(guest.getByLabel('Nombre')).toHaveValue('Bruno Paz')
})

test("the browser's Back goes one step back and loses nothing", async ({ guest, gift }) => {
  await guest.goto('/')
  await reachReceiptStep(guest, gift)
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await expect(guest.getByText('recibo.png')).toBeVisible()
  const dialog = guest.getByRole('dialog')

  await guest.goBack()
  await expect(dialog).toHaveAccessibleName('Transfiere a Lucía')
  await guest.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
  await expect(guest.getByLabel('Monto', { exact: true })).toHaveValue('20.000')

  // Buttons leave no entries behind.
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await dialog.getByRole('button', { name: 'Volver' }).click()
  await dialog.getByRole('button', { name: 'Ya transferí' }).click()
  await expect(guest.getByText('recibo.png')).toBeVisible()
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  await guest.goBack()
  await expect(dialog).toHaveCount(0)
  await expect(guest.getByText(/^Tu aporte: \$\s20\.000/)).toBeVisible()
  await guest.goBack()
  await expect(guest).toHaveURL(/\/$/)
})

test('a reload opens the step that was open, in the same history', async ({ guest, gift }) => {
  await guest.goto('/')
  await reachReceiptStep(guest, gift)
  const dialog = guest.getByRole('dialog')
  const notice = dialog.getByRole('checkbox', { name: 'Avísame por email' })
  await expect(notice).not.toBeChecked()
  await notice.check()
  await guest.reload()
  await expect(dialog).toHaveAccessibleName('Agrega el comprobante y confirma')
  await expect(notice).toBeChecked()
  await guest.goBack()
  await expect(dialog).toHaveAccessibleName('Transfiere a Lucía')
  await guest.reload()
  await expect(dialog).toHaveAccessibleName('Transfiere a Lucía')
  await dialog.getByRole('button', { name: 'Ya transferí' }).click()
  const deletion = dialog.getByRole('button', { name: 'No soy yo, borrar' })
  await expect(deletion).toBeVisible()
  const receive = await holdBack(guest, REPORTS)
  const sent = guest.waitForRequest(REPORTS)
  await confirmWithoutReceipt(guest)
  expect((await sent).postDataJSON()).toMatchObject({ notifyContributor: true })
  // It would delete only the draft: the report is in the outbox.
  await expect(deletion).toHaveCount(0)
  receive()
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  await guest.goBack()
  await expect(dialog).toHaveCount(0)
  await guest.goBack()
  await expect(guest).toHaveURL(/\/$/)
})

test('a file that is dropped beside its place does not replace the page', async ({
  guest,
  gift,
}) => {
  await reachReceiptStep(guest, gift)
  const opened = await guest.evaluate(() => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['recibo'], 'recibo.pdf'))
    const init = { bubbles: true, cancelable: true, dataTransfer }
    return ['dragover', 'drop'].filter((type) =>
      document.body.dispatchEvent(new DragEvent(type, init)),
    )
  })
  expect(opened).toEqual([])
})

test('text typed into a field replaces the draft that the hydration puts there', async ({
  guest,
  gift,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await expect(guest.getByRole('button', { name: /^Continuar con \$\s20\.000$/ })).toBeEnabled()
  await untilWritten(guest, gift)
  const release = await holdBack(guest, '**/assets/*.js')
  await guest.goto(`/contribuir/${gift}`, { waitUntil: 'commit' })
  const email = guest.getByLabel('Email')
  await email.focus()
  await expect(email).toHaveValue('')
  release()
  await expect(email).toHaveValue(JULIETA.email)
  await guest.keyboard.type('otra@example.com')
  await expect(email).toHaveValue('otra@example.com')
  await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
})

test.describe(() => {
  // A service worker would answer for the scripts.
  test.use({ serviceWorkers: 'block' })

  test('text typed before the script loads stays when the page is reloaded before it', async ({
    guest,
    gift,
  }) => {
    await untilWritten(guest, gift)
    const release = await holdBack(guest, '**/assets/*.js')
    await guest.goto(`/contribuir/${gift}`, { waitUntil: 'commit' })
    await fillReport(guest, '20000')
    for (const _ of ['once', 'twice']) {
      await guest.reload({ waitUntil: 'commit' })
      await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
    }
    release()
    await expect(guest.getByRole('button', { name: /^Continuar con \$\s20\.000$/ })).toBeEnabled()
    await expect(guest.getByLabel('Email')).toHaveValue(JULIETA.email)
    await expect(guest.getByLabel(/^Mensaje/)).toHaveValue('¡Gracias por tanto, Caro!')
    expect(await guest.evaluate(() => sessionStorage.length)).toBe(0)
  })
})

test('a receipt that waits arrives although its report was corrected, and the page was reloaded', async ({
  guest,
  gift,
}) => {
  test.slow(true, 'three attempts before it waits, and a reload')
  const correcting = await correctWithWaitingReceipt(guest, gift)
  await correcting.getByLabel('Monto').fill('15100')
  await correcting.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectText(guest, 'Guardamos tus cambios.')

  await guest.unroute('**/api/uploads')
  await guest.reload()
  await expect(guest.getByText(/registrado, con su comprobante/)).toBeVisible()
  await guest.getByRole('link', { name: 'Ver lo que enviaste' }).click()
  await expectText(guest, 'recibo.png')
})

test('a receipt that waits stays on the device while its report is withdrawn', async ({
  guest,
  gift,
}) => {
  test.slow(true, 'three attempts before it waits, and a reload')
  const correcting = await correctWithWaitingReceipt(guest, gift)
  await guest.unroute('**/api/uploads')
  await correcting.getByRole('button', { name: 'Retirar mi aporte' }).click()
  const question = guest.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Retirar mi aporte' }).click()
  const outgoing = guest.getByRole('region', { name: 'Aportes en camino' })
  await expect(outgoing).toContainText('ya no está en la lista')

  // The server deletes a withdrawn report after a while. Sent again, it would be another one.
  const repeated: string[] = []
  guest.on('request', (request) => {
    if (request.url().endsWith('/contributions')) repeated.push(request.url())
  })
  const refused = guest.waitForResponse('**/api/uploads')
  await guest.reload()
  expect((await refused).status()).toBe(404)
  await expect(outgoing).toContainText('ya no está en la lista')
  await expect(outgoing).not.toContainText('cuenta')
  expect(repeated).toEqual([])
  await guest.getByRole('button', { name: 'Volver a informarlo' }).click()
  await expect(outgoing).toContainText('registrado, con su comprobante')
})

test('a file that is chosen for a correction stays over a reload, until it is sent or left', async ({
  lucia,
  gift,
}) => {
  await lucia.goto(`/mi-aporte/${await report(lucia, gift)}`)
  const correcting = lucia.getByRole('dialog', { name: 'Corregir tu aporte' })
  const chosen = correcting.getByText('Se envía al guardar')
  const open = () => lucia.getByRole('button', { name: 'Corregir o retirar' }).click()
  const chooseFile = async (button: string) => {
    const choosing = lucia.waitForEvent('filechooser')
    await correcting.getByRole('button', { name: button }).click()
    const buffer = png(40, 60)
    await (await choosing).setFiles({ name: 'recibo.png', mimeType: 'image/png', buffer })
    await expect(chosen).toBeVisible()
  }
  await open()
  await chooseFile('Agregar comprobante')
  await lucia.reload()
  await open()
  await expect(chosen).toBeVisible()
  expect(await countChosen(lucia)).toBe(1)
  await correcting.getByRole('button', { name: 'Guardar cambios' }).click()
  await expectText(lucia, 'Guardamos tus cambios.')
  await expect.poll(() => countChosen(lucia)).toBe(0)

  await open()
  await chooseFile('Reemplazar comprobante')
  await lucia.keyboard.press('Escape')
  await expect.poll(() => countChosen(lucia)).toBe(0)
})

/** Returns the number of files that this device keeps for reports and corrections that are not sent. */
function countChosen(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const opening = indexedDB.open('entre-todos-reports')
        opening.onsuccess = () => {
          const counting = opening.result.transaction('chosen').objectStore('chosen').count()
          counting.onsuccess = () => resolve(counting.result)
          opening.result.close()
        }
      }),
  )
}

/** Reports with a receipt that cannot be sent, and opens the dialog that corrects the report. */
async function correctWithWaitingReceipt(guest: Page, gift: string): Promise<Locator> {
  await reachReceiptStep(guest, gift)
  await guest.route('**/api/uploads', (route) => route.abort('connectionfailed'))
  await chooseReceipt(guest, { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) })
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await expectText(guest, 'Esperando la red')
  await guest.getByRole('button', { name: 'Volver a la colecta' }).click()
  await guest.getByRole('button', { name: 'Corregir o retirar' }).click()
  return guest.getByRole('dialog', { name: 'Corregir tu aporte' })
}

test('a guest sees that the account changed after they saw it, also after a reload', async ({
  lucia,
  guest,
  gift,
}) => {
  const dialog = guest.getByRole('dialog', { name: 'Transfiere a Lucía' })
  const note = dialog.getByRole('status').filter({ hasText: 'Lucía cambió la cuenta.' })
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expectText(dialog, GIFT.bankAccount)
  await expect(note).toBeHidden()

  const bankAccount = 'otra.cuenta.lucia'
  await mutate(lucia, 'update-collection', { id: gift, changes: { bankAccount } })
  await returnToPage(guest)
  await expectText(dialog, bankAccount)
  await expect(note).toBeVisible()
  await guest.reload()
  await expectText(dialog, bankAccount)
  await expect(note).toBeVisible()
  await dialog.getByRole('button', { name: 'Ya transferí' }).click()
  await expect(guest.getByRole('dialog')).toContainText(
    `Lucía cambió la cuenta. Ahora es ${bankAccount}.`,
  )
})
