import type { Locator, Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { untilListening } from './steps.ts'

const LIGHT = 'rgb(250, 249, 246)'
const DARK = 'rgb(11, 21, 23)'

const expectGround = (page: Page, colour: string) =>
  expect(page.locator('html')).toHaveCSS('background-color', colour)

/** The colours of a phone's browser bar, by the system's colour scheme. */
const barColours = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLMetaElement>('meta[name=theme-color]')].map(
      ({ content }) => content,
    ),
  )

/** The theme control in the footer of a page. */
const themeOf = (page: Page, name: string) =>
  page.getByRole('contentinfo').getByRole('radio', { name })

test('the theme follows the system until a person chooses one', async ({ guest }) => {
  await guest.emulateMedia({ colorScheme: 'dark' })
  await guest.goto('/')
  await expect(themeOf(guest, 'Sistema')).toBeChecked()
  await expectGround(guest, DARK)

  await themeOf(guest, 'Claro').check()
  await expectGround(guest, LIGHT)
  await expect.poll(() => barColours(guest)).toEqual(['#faf9f6', '#faf9f6'])

  await guest.emulateMedia({ colorScheme: 'light' })
  await themeOf(guest, 'Oscuro').check()
  await expectGround(guest, DARK)
  await expect.poll(() => barColours(guest)).toEqual(['#0b1517', '#0b1517'])

  await themeOf(guest, 'Sistema').check()
  await expectGround(guest, LIGHT)
  await expect.poll(() => barColours(guest)).toEqual(['#faf9f6', '#0b1517'])
  expect(await guest.evaluate(() => localStorage.getItem('theme'))).toBeNull()
})

test('the page has the chosen theme before its script loads, without a console message', async ({
  guest,
  gift,
}) => {
  await guest.emulateMedia({ colorScheme: 'light' })
  await guest.goto('/')
  await themeOf(guest, 'Oscuro').check()

  const broken: string[] = []
  guest.on('console', (message) => broken.push(message.text()))
  await guest.route('**/assets/*.js', () => {}) // never answered
  for (const path of ['/', `/contribuir/${gift}`, '/login']) {
    await guest.goto(path, { waitUntil: 'commit' })
    await guest.waitForFunction(() => document.styleSheets.length > 0)
    await expectGround(guest, DARK)
  }
  expect(broken).toEqual([])
})

test('other tabs follow at once', async ({ guest }) => {
  await guest.emulateMedia({ colorScheme: 'light' })
  await guest.goto('/faq')
  const other = await guest.context().newPage()
  await other.emulateMedia({ colorScheme: 'light' })
  await other.goto('/ayuda')

  await themeOf(other, 'Oscuro').check()
  await expect(themeOf(guest, 'Oscuro')).toBeChecked()
  await expectGround(guest, DARK)
  await other.evaluate(() => localStorage.clear())
  await expect(themeOf(guest, 'Sistema')).toBeChecked()
  await expectGround(guest, LIGHT)
})

test('the theme can be chosen by keyboard, in the footer and in the menu of a phone', async ({
  guest,
}) => {
  await guest.emulateMedia({ colorScheme: 'light' })
  await guest.goto('/')
  await expect(themeOf(guest, 'Sistema')).toBeEnabled()
  await themeOf(guest, 'Sistema').focus()
  await guest.keyboard.press('ArrowLeft')
  await expect(themeOf(guest, 'Oscuro')).toBeChecked()
  await expectGround(guest, DARK)

  if ((guest.viewportSize()?.width ?? 0) >= 760) return
  await guest.getByRole('button', { name: 'Menú' }).click()
  const menu = guest.getByRole('navigation', { name: 'Menú' })
  await menu.getByRole('radio', { name: 'Claro' }).check()
  await expect(menu).toBeVisible()
  await expectGround(guest, LIGHT)
  await menu.getByRole('link', { name: 'Crear cuenta' }).click()
  await expect(menu).toBeHidden()
})

test('the contribution page offers the theme after a first scroll, and a QR stays on white', async ({
  guest,
  lucia,
  gift,
}) => {
  await guest.emulateMedia({ colorScheme: 'light' })
  await guest.goto(`/contribuir/${gift}`)
  await guest.mouse.move(10, 10)
  await guest.mouse.wheel(0, 2_000)
  await themeOf(guest, 'Oscuro').check()
  await expectGround(guest, DARK)

  await lucia.addInitScript(() => localStorage.setItem('theme', 'dark'))
  await lucia.goto(`/colecta/${gift}/imprimir`)
  const paper = lucia.getByRole('article', { name: 'Cartel' })
  await expect(paper.getByRole('img', { name: 'QR para aportar' })).toBeVisible()
  await expectGround(lucia, DARK)
  expect(await paper.evaluate((sheet) => getComputedStyle(sheet).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
  await lucia.emulateMedia({ media: 'print' })
  expect(await lucia.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
    'rgb(255, 255, 255)',
  )
})

test('the theme can be changed in a browser without storage', async ({ guest }) => {
  await guest.emulateMedia({ colorScheme: 'light' })
  await guest.addInitScript(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('Refused', 'QuotaExceededError')
    }
  })
  await guest.goto('/')
  await themeOf(guest, 'Oscuro').check()
  await expectGround(guest, DARK)
})

test('with the colours of the system a code can be scanned, and choices and progress are seen', async ({
  guest,
}) => {
  await guest.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' })
  await guest.goto('/galeria')
  await expect(guest.getByRole('img', { name: 'QR de la muestra' })).toBeVisible()
  const groundOf = (place: Locator) =>
    place.first().evaluate((element) => getComputedStyle(element).backgroundColor)
  const code = guest.getByRole('img', { name: 'QR de la muestra' }).locator('..')
  expect(await groundOf(code)).toBe('rgb(255, 255, 255)')

  const bar = guest.getByRole('progressbar')
  expect(await groundOf(bar.locator('*'))).not.toBe(await groundOf(bar))
  for (const [chosen, other] of [
    ['[role=tab][aria-selected=true]', '[role=tab][aria-selected=false]'],
    ['main button[aria-pressed=true]', 'main button[aria-pressed=false]'],
    ['main [aria-label^=Página][aria-current]', 'main [aria-label^=Página]:not([aria-current])'],
    ['label:has(> [name]:checked):has(svg)', 'label:has(> [name]:not(:checked)):has(svg)'],
  ] as const) {
    expect(await groundOf(guest.locator(chosen)), chosen).not.toBe(
      await groundOf(guest.locator(other)),
    )
  }
})

test('with the colours of the system the menu marks the open page, and the search has an edge', {
  tag: '@desktop', // a phone has its entries behind a button
}, async ({ lucia }) => {
  await lucia.emulateMedia({ forcedColors: 'active' })
  await lucia.goto('/dashboard')
  const entry = (name: string) => lucia.getByRole('link', { name, exact: true }).first()
  await expect(entry('Dashboard')).toHaveCSS('border-bottom-width', '2px')
  await expect(entry('Nueva Colecta')).toHaveCSS('border-bottom-width', '0px')
  await untilListening(lucia)
  await lucia.keyboard.press('Control+k')
  await expect(lucia.getByRole('dialog')).toHaveCSS('border-top-width', '1px')
})
