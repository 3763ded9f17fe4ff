import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { confirmWithoutReceipt, fillReport, JULIETA, reachReceiptStep } from './steps.ts'

const REPORT = '**/api/collections/*/contributions'

test('two quick taps on the last button send one contribution', async ({ lucia, guest, gift }) => {
  await reachTheLastButton(guest, gift)
  await guest.getByRole('button', { name: 'Confirmar mi aporte' }).click()
  await guest.getByRole('button', { name: 'Confirmar sin comprobante' }).dblclick()
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  await expectOneContribution(lucia, gift)
})

test('the second tap of a double tap presses nothing in the dialog that opens under it', async ({
  guest,
  gift,
}) => {
  const dialog = guest.getByRole('dialog')
  await guest.setViewportSize({ width: 360, height: 780 })
  await guest.emulateMedia({ reducedMotion: 'reduce' })
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await tapTwice(guest, 'Ya transferí')
  await expect(dialog).toHaveAccessibleName('Agrega el comprobante y confirma')
  await tapTwice(guest, 'Confirmar mi aporte')
  await expect(guest.getByRole('alertdialog')).toContainText('¿Confirmar sin comprobante?')
  await guest.getByRole('button', { name: 'Agregar comprobante' }).click()
  await expect(guest.getByRole('alertdialog')).toHaveCount(0)
  await guest.getByRole('button', { name: 'Volver' }).click()
  await expect(dialog).toHaveAccessibleName('Transfiere a Lucía')
})

test('no empty form is shown after a report that the page sent by itself', async ({
  guest,
  gift,
}) => {
  test.slow(true, 'a report that waits for the network on two pages')
  await guest.route(REPORT, (route) => route.abort())
  await reachReceiptStep(guest, gift)
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('Guardado en este dispositivo')).toBeVisible()
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByLabel('Nombre')).toHaveValue('')
  const again = guest.getByRole('button', { name: 'Reintentar' })
  await expect(again).toBeVisible()
  await guest.unroute(REPORT)
  await again.click()
  await expect(guest.getByText('Recibido.')).toBeVisible()
  await expect(guest.getByText('Tu aporte: $\u00a020.000')).toBeVisible()
  await expect(guest.getByText('1 aporte', { exact: true })).toBeVisible()
  await expect(guest.getByLabel('Nombre')).toHaveCount(0)
})

test('a lost response, a reload and a retry create one contribution', async ({
  lucia,
  guest,
  gift,
}) => {
  test.slow(true, 'a report that is sent on three visits')
  await reachTheLastButton(guest, gift)
  // The server does its work; its answer never arrives.
  await guest.route(REPORT, async (route) => {
    await route.fetch()
    await route.abort('connectionreset')
  })
  await confirmWithoutReceipt(guest)
  await expect(guest.getByRole('heading', { name: 'Guardado en este dispositivo' })).toBeVisible()
  await guest.unroute(REPORT)

  // The next open page finishes the remaining upload.
  await guest.goto('/')
  await expect(guest.getByText('Recibido.')).toBeVisible()
  await expectOneContribution(lucia, gift)
})

test('a reload at the thank-you sends nothing again', { tag: '@sweep' }, async ({
  lucia,
  guest,
  gift,
}) => {
  await reachTheLastButton(guest, gift)
  await confirmWithoutReceipt(guest)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  const reports: string[] = []
  guest.on('request', (request) => {
    if (request.method() === 'POST') reports.push(request.url())
  })
  await guest.reload()
  await expect(guest.getByRole('heading', { name: 'Realizar un aporte' })).toBeVisible()
  expect(reports).toEqual([])
  await expectOneContribution(lucia, gift)
})

test('a signed-in person comes back to the steps and to the typed text', async ({
  lucia,
  gift,
}) => {
  await lucia.goto('/dashboard')
  await lucia.goto(`/colecta/${gift}/contribute`)
  await lucia.getByLabel('Monto', { exact: true }).fill('20000')
  await lucia.getByLabel(/^Mensaje/).fill('¡Gracias por tanto, Caro!')
  const keptAtFirstSight = lucia.evaluate(
    (name) =>
      new Promise<string | null>((resolve) => {
        new MutationObserver((_, observer) => {
          if (!document.querySelector('[data-report-steps] button')) return
          resolve(localStorage.getItem(name))
          observer.disconnect()
        }).observe(document.body, { childList: true, subtree: true })
      }),
    `draft:contribute:${gift}`,
  )
  await lucia.getByRole('button', { name: /^Continuar con/ }).click()
  expect(await keptAtFirstSight).toContain('"underway":"transfer"')
  await expect(lucia.getByRole('button', { name: 'Ya transferí' })).toBeVisible()
  await lucia.reload()
  await lucia.getByRole('button', { name: 'Ya transferí' }).click()
  await confirmWithoutReceipt(lucia)
  await expect(lucia.getByText('¡Gracias!')).toBeVisible()
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText('$ 20.000').filter({ visible: true }).first()).toBeVisible()
  await expect(
    lucia.getByText('¡Gracias por tanto, Caro!').filter({ visible: true }).first(),
  ).toBeVisible()
  // A sent report is no draft any more, regardless of focus changes meanwhile.
  await lucia.goto(`/colecta/${gift}/contribute`)
  await expect(lucia.getByLabel(/^Mensaje/)).toHaveValue('')
})

test('without a network nothing is lost, and the same report arrives once it is back', {
  tag: '@sweep',
}, async ({ lucia, guest, gift }) => {
  test.slow(true, 'a network that goes and comes back')
  await reachTheLastButton(guest, gift)
  await guest.context().setOffline(true)
  await confirmWithoutReceipt(guest)
  await expect(guest.getByRole('heading', { name: 'Guardado en este dispositivo' })).toBeVisible()
  await guest.context().setOffline(false)
  await expect(guest.getByText('¡Gracias!')).toBeVisible()
  await expectOneContribution(lucia, gift)
})

test('two taps on "Registrar aporte" write one contribution down', async ({ lucia, gift }) => {
  await lucia.goto(`/colecta/${gift}/aportar`)
  await lucia.getByLabel('Nombre de quien aportó').fill('Iñaki Zubiría')
  await lucia.getByRole('button', { name: 'Registrar aporte', exact: true }).dblclick()
  await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}$`))
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
})

/** Taps the place of a button twice, a frame apart: a busy machine would take too long for a double tap. */
async function tapTwice(page: Page, name: string): Promise<void> {
  const target = page.getByRole('button', { name })
  // Waits until the dialog has risen: before, the place may lie below the screen.
  await target.click({ trial: true })
  await target.evaluate(async (button) => {
    const { left, top, width, height } = button.getBoundingClientRect()
    const place = { clientX: left + width / 2, clientY: top + height / 2 }
    const start = performance.now()
    for (let tap = 0; tap < 2; tap += 1) {
      const pressed = document.elementFromPoint(place.clientX, place.clientY)
      if (!pressed) throw new Error('nothing to tap')
      for (const type of ['pointerdown', 'pointerup', 'click']) {
        const options = {
          ...place,
          pointerType: 'touch',
          detail: 1,
          bubbles: true,
          cancelable: true,
        }
        const event = new PointerEvent(type, options)
        // A frame of a busy machine may take longer than a double tap.
        Object.defineProperty(event, 'timeStamp', { value: start + tap * 100 })
        pressed.dispatchEvent(event)
      }
      await new Promise(requestAnimationFrame)
    }
  })
}

async function reachTheLastButton(guest: Page, gift: string): Promise<void> {
  await guest.goto(`/contribuir/${gift}`)
  await fillReport(guest, '20.000,50')
  await guest.getByRole('button', { name: 'Continuar con $ 20.000,50' }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await expect(
    guest.getByRole('heading', { name: 'Agrega el comprobante y confirma' }),
  ).toBeVisible()
}

async function expectOneContribution(lucia: Page, gift: string): Promise<void> {
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByText('Mostrando 1 a 1 de 1 aporte')).toBeVisible()
  await expect(lucia.getByText(JULIETA.name).filter({ visible: true })).toHaveCount(1)
}
