import type { Locator, Page } from '@playwright/test'
import { violationsOf } from '../support/axe.ts'
import { type Collector, startCollector } from '../support/collector.ts'
import { expect, test } from './fixtures.ts'
import { addressOf, LUCIA } from './people.ts'
import { setColorScheme } from './set-color-scheme.ts'
import {
  confirmWithoutReceipt,
  fillCollection,
  fillReport,
  GIFT,
  JULIETA,
  register,
  sendMeasured,
} from './steps.ts'

/** The server of these tests sends its events to a local collector. */
const testWithAnalytics = test.extend<{ collector: Collector }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures' names from it
  collector: async ({}, use) => {
    const collector = await startCollector()
    await use(collector)
    await collector.stop()
  },
  ownServer: async ({ collector }, use) => use({ env: collector.env }),
})

const consentQuestion = (page: Page) =>
  page.getByRole('region', { name: 'Preferencias de cookies' })

const storedKeys = (page: Page) =>
  page.evaluate(() =>
    Object.keys(localStorage)
      .filter((key) => key.startsWith('analytics'))
      .sort(),
  )

/** Collects the bodies of the analytics requests of this page. */
function watchAnalytics(page: Page): string[] {
  const bodies: string[] = []
  page.on('request', (request) => {
    if (request.url().endsWith('/api/analytics')) bodies.push(request.postData() ?? '')
  })
  return bodies
}

const pagesIn = (bodies: string[]) =>
  bodies
    .flatMap((body) => JSON.parse(body).events)
    .filter(({ name }) => name === 'page_view')
    .map(({ page }) => page)

/** Leaves the page, which then sends its waiting events. */
const leave = (page: Page) => page.goto('about:blank')

testWithAnalytics(
  'nothing is sent or stored before a choice, and after a refusal only the choice is stored',
  async ({ guest, gift, collector }) => {
    const sent = watchAnalytics(guest)
    await guest.goto(`/contribuir/${gift}`)
    await expect(consentQuestion(guest)).toBeVisible()
    await guest.goto('/')
    await expect(consentQuestion(guest)).toBeVisible()
    expect(await storedKeys(guest)).toEqual([])

    await consentQuestion(guest).getByRole('button', { name: 'Rechazar' }).click()
    await expect(consentQuestion(guest)).toBeHidden()
    await guest.goto('/politica-cookies')
    await expect(guest.getByText(/^Rechazaste la medición el \d\d\/\d\d\/\d{4}\.$/)).toBeVisible()
    await expect(consentQuestion(guest)).toHaveCount(0)
    expect(await storedKeys(guest)).toEqual(['analytics-consent'])
    await leave(guest)
    expect(sent).toEqual([])
    expect(collector.collected).toEqual([])
  },
)

testWithAnalytics(
  'consent measures each page by its pattern, until it is withdrawn',
  async ({ guest, gift, collector }) => {
    const sent = watchAnalytics(guest)
    await guest.clock.install()
    await guest.goto(`/contribuir/${gift}?utm_source=marcado`)
    await consentQuestion(guest).getByRole('button', { name: 'Aceptar' }).click()
    await expect(guest.getByRole('heading', { name: GIFT.title })).toBeVisible()
    await guest.mouse.move(10, 10)
    await guest.mouse.wheel(0, 5_000)
    await guest.clock.fastForward(60_000)
    await guest.getByRole('link', { name: 'Preferencias de cookies' }).click()
    await expect(guest.getByText(/^Aceptaste la medición el/)).toBeInViewport()
    expect(await storedKeys(guest)).toEqual(['analytics-client', 'analytics-consent'])
    await sendMeasured(guest)
    await expect
      .poll(() => collector.events().map(({ name }) => name))
      .toEqual(expect.arrayContaining(['page_view', 'scroll_depth', 'time_on_page']))
    await expect.poll(() => pagesIn(sent)).toEqual(['/contribuir/:id', '/politica-cookies'])

    const views = collector.events().filter(({ name }) => name === 'page_view')
    expect(views[0]?.params).toMatchObject({
      page_name: 'Realizar un aporte',
      page_category: 'aporte',
      page_location: expect.stringMatching(/\/contribuir\/:id$/),
    })
    const [depth] = collector.events().filter(({ name }) => name === 'scroll_depth')
    expect(depth?.params.percent_scrolled).toBeGreaterThan(90)
    const [stay] = collector.events().filter(({ name }) => name === 'time_on_page')
    expect(stay?.params.seconds).toBeGreaterThanOrEqual(60)
    expect(stay?.params.seconds).toBeLessThan(120)
    const [seen] = collector.events().filter(({ name }) => name === 'user_engagement')
    expect(seen?.params.engagement_time_msec).toBeGreaterThanOrEqual(60_000)
    expect(seen?.params.engagement_time_msec).toBeLessThan(120_000)
    expect(JSON.stringify(collector.collected)).not.toMatch(new RegExp(`marcado|${gift}`))

    await guest.getByLabel('Rechazar la medición').check()
    await expect(guest.getByText(/^Rechazaste la medición el/)).toBeVisible()
    expect(await storedKeys(guest)).toEqual(['analytics-consent'])
    const before = sent.length
    await guest.getByRole('contentinfo').getByRole('link', { name: 'Ayuda' }).click()
    await expect(guest.getByRole('heading', { level: 1, name: 'Ayuda' })).toBeVisible()
    await leave(guest)
    expect(sent).toHaveLength(before)
  },
)

testWithAnalytics(
  'a report is measured once, without data of the contributor',
  { tag: '@sweep' },
  async ({ guest, lucia, gift, collector }) => {
    test.slow(true, 'two whole reports, each with a batch of figures')
    const reportBy = async (page: Page, fill: () => Promise<void>) => {
      await page.goto(`/contribuir/${gift}`)
      await consentQuestion(page).getByRole('button', { name: 'Aceptar' }).click()
      await fill()
      await page.getByRole('button', { name: /^Continuar con/ }).click()
      await page.getByRole('button', { name: 'Ya transferí' }).click()
      await confirmWithoutReceipt(page)
      await expect(page.getByText('¡Gracias!')).toBeVisible()
      await sendMeasured(page)
    }
    await reportBy(guest, () => fillReport(guest, '20.000,50'))

    const named = (name: string) => collector.events().filter((event) => event.name === name)
    await expect.poll(() => named('time_on_page').length).toBe(1)
    await expect.poll(() => named('conversion').length).toBe(1)
    expect(named('payment_logged')).toEqual([])

    await reportBy(lucia, () => lucia.getByLabel('Monto', { exact: true }).fill('15.000'))
    await expect.poll(() => named('conversion').length).toBe(2)
    for (const [who, amount] of [
      ['guest', 20_000.5],
      ['logged', 15_000],
    ] as const) {
      expect(named(`payment_${who}`).map(({ params }) => params)).toEqual([
        expect.objectContaining({
          user_type: who,
          amount,
          currency: 'ARS',
          colecta_id: gift,
          payment_method: 'Transferencia',
        }),
      ])
    }
    expect(named('conversion').map(({ params }) => params.conversion_type)).toEqual([
      'contribution',
      'contribution',
    ])
    const out = JSON.stringify(collector.collected)
    for (const secret of [
      JULIETA.name,
      JULIETA.email,
      'Gracias',
      LUCIA.lastName,
      LUCIA.email,
      GIFT.title,
      GIFT.bankAccount,
    ]) {
      expect(out).not.toContain(secret)
    }
  },
)

testWithAnalytics(
  'an organiser’s account, colecta and ways to share are measured without the title',
  { tag: '@sweep' },
  async ({ lucia, guest, gift, collector }) => {
    test.slow(true, 'an account, a colecta and each way to share it')
    const named = (name: string) => collector.events().filter((event) => event.name === name)
    const agree = (page: Page) =>
      consentQuestion(page).getByRole('button', { name: 'Aceptar' }).click()
    await guest.goto('/register')
    await agree(guest)
    await register(guest, { ...LUCIA, email: addressOf('ana.sosa') })
    await sendMeasured(guest)
    await expect.poll(() => named('conversion').length).toBe(1)

    const share = async (panel: Locator, said = '') => {
      await panel.getByRole('button', { name: 'Compartir con otra app' }).click()
      await expect(panel).toContainText(said)
      await panel.getByRole('button', { name: 'Copiar enlace' }).click()
      await panel.getByRole('link', { name: 'Enviar por WhatsApp' }).click()
    }
    await lucia.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await lucia.context().route('https://wa.me/**', (route) => route.fulfill({ body: '' }))
    await lucia.addInitScript(() => {
      navigator.canShare = () => true
      navigator.share = async () => {}
    })
    await lucia.goto(`/colecta/${gift}`)
    await agree(lucia)
    const open = lucia.getByRole('button', { name: 'Compartir', exact: true })
    await open.filter({ visible: true }).click()
    await share(lucia.getByRole('dialog', { name: 'Comparte tu colecta' }))
    await sendMeasured(lucia)
    await expect.poll(() => named('share').length).toBe(2)

    await lucia.goto('/colecta/new')
    await fillCollection(lucia, { ...GIFT, title: 'Rifa del club' })
    await lucia.getByRole('button', { name: 'Crear colecta' }).click()
    const saved = lucia.getByRole('dialog', { name: 'Tu colecta está lista' })
    await share(saved, 'Se ha actualizado el estado de tu colecta a "Abierta"')
    await sendMeasured(lucia)
    await expect.poll(() => named('share').length).toBe(4)
    await saved.getByRole('button', { name: 'Ir a la colecta' }).click()
    await expect(lucia).toHaveURL(/\/colecta\/[\w-]{36}$/)
    const opened = new URL(lucia.url()).pathname.replace('/colecta/', '')
    // Another page of the same pattern. A dialog takes no keys of the page.
    await expect(saved).toBeHidden()
    await lucia.keyboard.press('Control+k')
    await lucia.getByRole('option', { name: GIFT.title }).click()
    await expect(lucia).toHaveURL(new RegExp(`/colecta/${gift}$`))
    await sendMeasured(lucia)
    const seen = () =>
      named('page_view').filter(({ params }) => params.page_name === 'Colecta').length
    await expect.poll(seen).toBe(3)

    const given = (name: string, ...params: string[]) =>
      named(name).map((event) => params.map((param) => event.params[param]))
    expect(given('share_colecta_copy', 'colecta_id')).toEqual([[gift], [opened]])
    expect(given('share', 'method', 'colecta_id')).toEqual([
      ['device', gift],
      ['whatsapp', gift],
      ['device', opened],
      ['whatsapp', opened],
    ])
    expect(given('conversion', 'conversion_type')).toEqual([['registration'], ['collection']])
    const out = JSON.stringify(collector.collected)
    for (const secret of [
      GIFT.title,
      'Rifa del club',
      LUCIA.email,
      addressOf('ana.sosa'),
      LUCIA.lastName,
      GIFT.bankAccount,
    ]) {
      expect(out).not.toContain(secret)
    }
  },
)

testWithAnalytics(
  'a choice reaches other tabs, and Global Privacy Control counts as a refusal',
  async ({ guest, collector }) => {
    await guest.goto('/faq')
    await expect(consentQuestion(guest)).toBeVisible()
    const other = await guest.context().newPage()
    await other.goto('/ayuda')
    await consentQuestion(other).getByRole('button', { name: 'Aceptar' }).click()
    await expect(consentQuestion(guest)).toBeHidden()
    await sendMeasured(other)
    await expect.poll(() => collector.events().length).toBeGreaterThan(0)
    await guest.bringToFront()

    // The events that the first page sends while unloading must not be counted for the next one.
    await leave(guest)
    const sent = watchAnalytics(guest)
    await guest.addInitScript(() =>
      Object.defineProperty(navigator, 'globalPrivacyControl', { value: true }),
    )
    await guest.goto('/politica-cookies')
    await expect(guest.getByText('Tu navegador pide que no te sigan')).toBeVisible()
    await expect.poll(() => storedKeys(guest)).toEqual(['analytics-consent'])
    await leave(guest)
    expect(sent).toEqual([])
  },
)

testWithAnalytics(
  'the consent question covers no main action, shifts no layout and works by keyboard',
  { tag: '@sweep' },
  async ({ guest, gift }) => {
    test.slow(true, 'every main screen')
    const MAIN_ACTIONS = [
      [`/contribuir/${gift}`, /^Continuar con/],
      ['/login', 'Iniciar sesión'],
    ] as const
    await guest.addInitScript(() => {
      Object.assign(window, { moved: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & { value: number })[]) {
          Object.assign(window, { moved: Reflect.get(window, 'moved') + entry.value })
        }
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const colorScheme of ['light', 'dark'] as const) {
      await setColorScheme(guest, colorScheme)
      for (const [path, name] of MAIN_ACTIONS) {
        await guest.goto(path)
        await expect(consentQuestion(guest)).toBeVisible()
        const main = guest.getByRole('main').getByRole('button', { name }).filter({ visible: true })
        await main.scrollIntoViewIfNeeded()
        // Fails where something lies over it.
        await main.click({ trial: true })
        if (colorScheme === 'light') {
          expect(await violationsOf(guest), path).toEqual([])
        }
        expect(await guest.evaluate(() => Reflect.get(window, 'moved')), path).toBeLessThan(0.05)
      }
    }
    const widths = await consentQuestion(guest)
      .getByRole('button')
      .evaluateAll((buttons) => buttons.map((button) => Math.round(button.clientWidth)))
    expect(widths[0]).toBe(widths[1])

    await guest.setViewportSize({ width: 320, height: 640 })
    await guest.goto('/faq')
    await expect(consentQuestion(guest)).toBeVisible()
    expect(
      await guest.evaluate(() => document.documentElement.scrollWidth - window.innerWidth),
    ).toBeLessThanOrEqual(0)
    const reject = consentQuestion(guest).getByRole('button', { name: 'Rechazar' })
    for (let steps = 0; steps < 12; steps += 1) {
      await guest.keyboard.press('Tab')
      if (await reject.evaluate((button) => button === document.activeElement)) break
    }
    await expect(reject).toBeFocused()
    await guest.keyboard.press('Enter')
    await expect(consentQuestion(guest)).toBeHidden()
    await expect(guest.locator('#contenido')).toBeFocused()
  },
)

test('without analytics no consent is asked for, and the cookie page explains it', async ({
  guest,
}) => {
  const sent = watchAnalytics(guest)
  await guest.goto('/politica-cookies')
  await expect(guest.getByText('No medimos tu visita.')).toBeVisible()
  await expect(guest.getByLabel('Aceptar la medición')).toHaveCount(0)
  await expect(guest.getByRole('link', { name: 'Preferencias de cookies' })).toHaveCount(0)
  await expect(consentQuestion(guest)).toHaveCount(0)
  await leave(guest)
  expect(sent).toEqual([])
})
