/* The number of interactions of the two main flows: each press and each filled field counts as one. */
import type { Locator, Page } from '@playwright/test'
import { png } from '../support/pictures.ts'
import { expect, ONLINE, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import { ask, clipboardOf, GIFT, JULIETA } from './steps.ts'

test.use({ ...ONLINE, permissions: ['clipboard-read', 'clipboard-write'] })

test('a guest reports a contribution, with its receipt, in seven interactions from its link', async ({
  guest,
  gift,
}) => {
  const by = interactionCounter()
  await guest.goto(`/contribuir/${gift}`)
  await by.fill(guest.getByLabel('Nombre'), JULIETA.name)
  await by.fill(guest.getByLabel('Email'), JULIETA.email)
  await by.press(guest.getByRole('button', { name: 'Continuar con $ 15.000' }))
  await by.press(guest.getByRole('button', { name: 'Copiar alias' }))
  await by.press(guest.getByRole('button', { name: 'Ya transferí' }))
  const choosing = guest.waitForEvent('filechooser')
  await by.press(guest.getByRole('button', { name: 'Elegir archivo' }))
  const receipt = { name: 'recibo.png', mimeType: 'image/png', buffer: png(40, 60) }
  await (await choosing).setFiles(receipt)
  await by.press(guest.getByRole('button', { name: 'Confirmar mi aporte' }))
  await expect(guest.getByText('Tu aporte ha sido registrado correctamente.')).toBeVisible()
  await expect(guest.getByText('Comprobante recibido')).toBeVisible()
  expect(by.count()).toBe(7)
})

test('without a receipt a guest needs six interactions, and returns from the bank to the next step', async ({
  guest,
  gift,
}) => {
  const by = interactionCounter()
  await guest.clock.install()
  await guest.goto(`/contribuir/${gift}`)
  await by.fill(guest.getByLabel('Nombre'), JULIETA.name)
  await by.fill(guest.getByLabel('Email'), JULIETA.email)
  await by.press(guest.getByRole('button', { name: 'Continuar con $ 15.000' }))
  await by.press(guest.getByRole('button', { name: 'Copiar alias' }))
  await expect(guest.getByRole('button', { name: '¡Alias copiado!' })).toBeVisible()
  const dialog = guest.getByRole('dialog')
  await lookElsewhere(guest, 5)
  await expect(dialog).toHaveAccessibleName('Transfiere a Lucía')
  await lookElsewhere(guest, 60)
  await expect(dialog).toHaveAccessibleName('Agrega el comprobante y confirma')
  await by.press(guest.getByRole('button', { name: 'Confirmar mi aporte' }))
  await by.press(guest.getByRole('button', { name: 'Confirmar sin comprobante' }))
  await expect(guest.getByText('Tu aporte ha sido registrado correctamente.')).toBeVisible()
  expect(by.count()).toBe(6)
})

test('an organiser opens a colecta, its link to paste, in five interactions from home', async ({
  lucia,
  guest,
}) => {
  const by = interactionCounter()
  await lucia.goto('/')
  await by.press(lucia.getByRole('main').getByRole('link', { name: 'Nueva Colecta' }))
  await by.fill(lucia.getByLabel('Motivo', { exact: true }), GIFT.title)
  await by.fill(lucia.getByLabel('Total a colectar'), GIFT.totalAmount)
  await by.fill(lucia.getByLabel('Alias, CBU o CVU'), GIFT.bankAccount)
  await by.press(lucia.getByRole('button', { name: 'Crear colecta' }))
  await expect(lucia.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  await expect(lucia.getByText('Ya copiamos el enlace.')).toBeVisible()
  expect(by.count()).toBe(5)

  const link = await clipboardOf(lucia)
  await expect(async () => {
    await guest.goto(link)
    await expect(guest.getByRole('heading', { name: GIFT.title })).toBeVisible()
  }).toPass()
})

test('a visitor opens a colecta in thirteen interactions, and fills it in before registering', async ({
  guest,
  mailbox,
}) => {
  const ana = { ...LUCIA, firstName: 'Ana', lastName: 'Sosa', email: addressOf('ana.sosa') }
  const by = interactionCounter()
  await guest.goto('/')
  await by.press(guest.getByRole('link', { name: 'Crear mi primera colecta' }))
  expect(by.count()).toBe(1)
  await expect(
    guest.getByRole('main').getByRole('link', { name: 'Iniciar sesión' }),
  ).toHaveAttribute('href', '/login?returnTo=%2Fcolecta%2Fnew')
  await expect(
    guest.getByRole('heading', { name: 'Nueva colecta', exact: true, level: 1 }),
  ).toBeVisible()
  await by.fill(guest.getByLabel('Motivo', { exact: true }), GIFT.title)
  await by.fill(guest.getByLabel('Total a colectar'), GIFT.totalAmount)
  await by.fill(guest.getByLabel('Alias, CBU o CVU'), GIFT.bankAccount)
  await by.press(guest.getByRole('button', { name: 'Crear colecta' }))
  await expect(guest).toHaveURL(/\/register$/)
  await by.fill(guest.getByLabel('Nombre', { exact: true }), ana.firstName)
  await by.fill(guest.getByLabel('Apellido'), ana.lastName)
  await by.fill(guest.getByLabel('Email'), ana.email)
  await by.fill(guest.getByLabel('Contraseña', { exact: true }), ana.password)
  await by.fill(guest.getByLabel('Confirmar contraseña'), ana.password)
  await by.press(guest.getByRole('main').getByRole('button', { name: 'Crear cuenta' }))
  await expect(guest.getByRole('dialog', { name: '¡Cuenta creada!' })).toBeVisible()
  // The link in the mail is pressed as well, and opens in another tab.
  const [link = ''] = (await mailbox.waitFor(ana.email)).links
  const tab = await guest.context().newPage()
  await tab.goto(link)
  await by.press(tab.getByRole('button', { name: 'Confirmar mi email' }))
  await expect(tab.getByRole('dialog', { name: 'Tu colecta está lista' })).toBeVisible()
  expect(by.count() + 1).toBe(13)

  // The other tab follows, and creates nothing more.
  await expect(guest.getByRole('heading', { name: 'Hola, Ana' })).toBeVisible()
  await expect(guest.getByText(GIFT.title).filter({ visible: true }).first()).toBeVisible()
  expect(await ask(guest, 'my-collections', {})).toMatchObject({
    total: 1,
    rows: [{ title: GIFT.title, accountIdentifier: 'Ana Sosa', suggestedAmount: 90_000_00 }],
  })
})

/** Simulates another app in front for this many seconds: headless browsers never hide a page. */
async function lookElsewhere(page: Page, seconds: number): Promise<void> {
  await setHidden(page, true)
  await page.clock.fastForward(seconds * 1_000)
  await setHidden(page, false)
}

function setHidden(page: Page, isHidden: boolean): Promise<void> {
  return page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, value: hidden })
    document.dispatchEvent(new Event('visibilitychange'))
  }, isHidden)
}

/** Presses and fills controls, and counts both. The counted tests touch the page only by it. */
function interactionCounter() {
  let count = 0
  return {
    async press(control: Locator): Promise<void> {
      count += 1
      await control.click()
    },
    async fill(field: Locator, text: string): Promise<void> {
      count += 1
      await field.fill(text)
    },
    count: () => count,
  }
}
