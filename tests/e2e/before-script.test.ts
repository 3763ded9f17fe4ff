/*
 * Pages that the server renders, mainly the contribution page: they can be read and filled in before their script
 * loads, and hydration loses no typed letter.
 */
import type { Page, Route } from '@playwright/test'
import { DAY } from '../../shared/time.ts'
import { expect, test } from './fixtures.ts'
import { LUCIA } from './people.ts'
import { holdBack } from './slow-network.ts'
import {
  clipboardOf,
  confirmWithoutReceipt,
  fillReport,
  GIFT,
  JULIETA,
  untilWritten,
} from './steps.ts'

// A service worker would answer for the scripts that these tests hold back.
test.use({ serviceWorkers: 'block' })

const SCRIPTS = '**/assets/*.js'

test('without JavaScript the page shows the alias, and that a report needs JavaScript', async ({
  browser,
  contextOptions,
  server,
  gift,
}) => {
  const phone = await browser.newContext({
    ...contextOptions,
    baseURL: server.origin,
    javaScriptEnabled: false,
  })
  const guest = await phone.newPage()
  const complaints = complaintsOf(guest)
  const asked: string[] = []
  guest.on('request', (request) => asked.push(new URL(request.url()).pathname))
  await untilWritten(guest, gift)
  await guest.goto(`/contribuir/${gift}`)

  await expect(guest.getByRole('heading', { level: 1, name: GIFT.title })).toBeVisible()
  await expect(guest.getByText(GIFT.description)).toBeVisible()
  await expect(guest.getByText('Organiza Lucía')).toBeVisible()
  await expect(guest.getByText('Faltan 7 días')).toBeVisible()
  await expect(guest.getByText(`Alias de ${GIFT.accountIdentifier}`)).toBeVisible()
  const alias = guest.getByText(GIFT.bankAccount, { exact: true })
  await expect(alias).toBeVisible()
  await expect(guest.getByRole('button', { name: /^Copiar/ })).toBeHidden()
  await expect(alias).toHaveCSS('user-select', 'all')
  await expect(guest.getByLabel('Monto', { exact: true })).toHaveValue('15.000')
  await expect(guest.getByText(/Para avisar de tu aporte hace falta JavaScript/)).toBeVisible()
  await expect(guest.getByRole('button', { name: /Continuar|Un momento/ })).toBeHidden()
  // It has its styles, and nothing is too wide.
  await expect(guest.getByRole('main')).toHaveCSS('display', 'grid')
  const sideways = await guest.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(sideways).toBeLessThanOrEqual(0)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(complaints).toEqual([])
  await phone.close()
})

test('the account can be copied before a field is filled, and its button shifts no layout', async ({
  guest,
  gift,
}) => {
  await guest.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await untilWritten(guest, gift)
  const release = await holdBack(guest, SCRIPTS)
  await watchShifts(guest)
  await guest.goto(`/contribuir/${gift}`, { waitUntil: 'commit' })
  const account = guest.getByText(GIFT.bankAccount, { exact: true })
  await expect(account).toBeVisible()
  const copy = guest.getByRole('button', { name: 'Copiar el alias' })
  await expect(copy).toBeHidden()
  const before = await account.boundingBox()
  release()
  await copy.click()
  await expect(guest.getByText('¡Alias copiado!')).toBeAttached()
  expect(await clipboardOf(guest)).toBe(GIFT.bankAccount)
  expect(await account.boundingBox()).toEqual(before)
  expect(await shiftOf(guest)).toBeLessThan(0.05)
})

test('text typed before the script loads stays, and none of it gets into the URL', async ({
  guest,
  gift,
}) => {
  const complaints = complaintsOf(guest)
  await untilWritten(guest, gift)
  const release = await holdBack(guest, SCRIPTS)
  await watchShifts(guest)
  await guest.goto(`/contribuir/${gift}`, { waitUntil: 'commit' })
  await fillReport(guest, '20000')

  const button = guest.getByRole('button', { name: 'Un momento…' })
  await expect(button).toBeDisabled()
  await guest.getByLabel('Nombre').press('Enter')
  await button.click({ force: true })
  await guest.getByLabel(/^Mensaje/).focus()
  await guest.getByLabel(/^Mensaje/).press('End')
  await expect(guest).toHaveURL(`/contribuir/${gift}`)
  release()

  await expect(guest.getByRole('button', { name: /^Continuar con \$\s20\.000$/ })).toBeEnabled()
  await expect(guest.getByLabel('Nombre')).toHaveValue(JULIETA.name)
  await expect(guest.getByLabel('Email')).toHaveValue(JULIETA.email)
  // The focus and the caret have not moved.
  await guest.keyboard.type(' ¡Y felicidades!')
  await expect(guest.getByLabel(/^Mensaje/)).toHaveValue(
    '¡Gracias por tanto, Caro! ¡Y felicidades!',
  )
  expect(await shiftOf(guest)).toBeLessThan(0.05)

  await guest.reload()
  await expect(guest.getByLabel('Email')).toHaveValue(JULIETA.email)
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await expect(guest.getByRole('dialog').getByText(GIFT.bankAccount)).toBeVisible()
  expect(complaints).toEqual([])
})

test('a letter typed at any moment of the hydration is kept', async ({ guest, gift }) => {
  await untilWritten(guest, gift)
  // One file after another, and a letter before and after each.
  const held: Route[] = []
  await guest.route(SCRIPTS, (route) => void held.push(route))
  await guest.goto(`/contribuir/${gift}`, { waitUntil: 'commit' })
  const name = guest.getByLabel('Nombre')
  await name.focus()
  let typed = ''
  const type = async (letter: string) => {
    await guest.keyboard.type(letter)
    typed += letter
  }
  const button = guest.getByRole('button', { name: /^Continuar con/ })
  while (!(await button.isVisible())) {
    await type('a')
    await held.shift()?.continue()
    await type('b')
  }
  await type('c')
  await expect(name).toHaveValue(typed)
})

test('the browser renders exactly the page that the server wrote', async ({ guest, gift }) => {
  const path = `/contribuir/${gift}`
  await guest.route('**/api/session', () => {}) // nobody knows yet who is here
  await untilWritten(guest, gift)
  const written = await guest.request.get(path)
  const page = await written.text()

  await guest.route(`**${path}`, (route) =>
    route.fulfill({
      response: written,
      body: page.replace(
        /<div id="root">.*<\/div>\s*<script type="application\/json".*?<\/script>/s,
        '<div id="root"></div>',
      ),
    }),
  )
  await guest.goto(path)
  await expect(guest.getByRole('button', { name: /^Continuar con/ })).toBeVisible()
  const drawn = await shapeOf(guest)
  await guest.unroute(`**${path}`)
  await guest.goto(path)
  await expect(guest.getByRole('button', { name: /^Continuar con/ })).toBeEnabled()
  expect(await shapeOf(guest)).toEqual(drawn)
})

test('the form has a signed-in person’s name, without a layout shift or a console error', async ({
  lucia,
  gift,
}) => {
  const complaints = complaintsOf(lucia)
  await watchShifts(lucia)
  await lucia.goto(`/contribuir/${gift}`)
  await expect(lucia.getByLabel('Nombre')).toHaveValue(`${LUCIA.firstName} ${LUCIA.lastName}`)
  await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
  await expect(lucia.getByLabel('Email')).not.toBeEditable()
  // And at once the next time, when the device knows who was here.
  await lucia.reload()
  await expect(lucia.getByLabel('Email')).toHaveValue(LUCIA.email)
  expect(await shiftOf(lucia)).toBeLessThan(0.05)
  expect(complaints).toEqual([])
})

test('home and login are readable before the script, and hydrate unchanged', async ({ guest }) => {
  const complaints = complaintsOf(guest)
  await watchShifts(guest)
  for (const [path, heading] of [
    ['/?utm_source=grupo', 'Juntar plata entre todos, sin perseguir a nadie'],
    ['/login', 'Iniciar sesión'],
  ] as const) {
    const release = await holdBack(guest, SCRIPTS)
    await guest.goto(path, { waitUntil: 'commit' })
    await expect(guest.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(guest.getByRole('contentinfo')).toBeVisible()
    const written = await shapeOf(guest, 'main')
    release()
    await expect(guest).toHaveTitle(/ · Entre Todos$/)
    if (path !== '/login') expect(await shapeOf(guest, 'main')).toEqual(written)
    expect(await shiftOf(guest)).toBeLessThan(0.05)
  }
  expect(complaints).toEqual([])
})

test('a sign-in typed before the script loads works, and puts no password in a URL', async ({
  guest,
  lucia: _,
}) => {
  const complaints = complaintsOf(guest)
  const release = await holdBack(guest, SCRIPTS)
  await guest.goto('/login', { waitUntil: 'commit' })
  await guest.getByLabel('Email').fill(LUCIA.email)
  const password = guest.getByLabel('Contraseña', { exact: true })
  await password.fill(LUCIA.password)
  await expect(guest.getByRole('button', { name: 'Un momento…' })).toBeDisabled()
  await password.press('Enter')
  await expect(guest).toHaveURL('/login')
  release()
  await guest.getByRole('main').getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(guest.getByRole('heading', { name: `Hola, ${LUCIA.firstName}` })).toBeVisible()
  expect(complaints).toEqual([])
})

test('a prefilled login survives a reload, and replaces nothing typed', async ({ guest }) => {
  const complaints = complaintsOf(guest)
  await guest.goto('/login')
  await guest.evaluate((email) => {
    const confirmed = true
    history.replaceState({ ...history.state, usr: { email, confirmed } }, '')
  }, LUCIA.email)
  const email = guest.getByLabel('Email')
  const password = guest.getByLabel('Contraseña', { exact: true })
  for (const typed of ['', 'otra@example.com']) {
    const release = await holdBack(guest, SCRIPTS)
    await guest.reload({ waitUntil: 'commit' })
    if (typed) await email.fill(typed)
    await password.fill(LUCIA.password)
    release()
    await expect(guest.getByText(/Tu email está confirmado/)).toBeVisible()
    await expect(email).toHaveValue(typed || LUCIA.email)
    await expect(password).toHaveValue(LUCIA.password)
  }

  // Nor does it fill the field that has the focus.
  const release = await holdBack(guest, SCRIPTS)
  await guest.reload({ waitUntil: 'commit' })
  await email.focus()
  release()
  await expect(guest.getByText(/Tu email está confirmado/)).toBeVisible()
  await guest.keyboard.type('otra@example.com')
  await expect(email).toHaveValue('otra@example.com')
  expect(complaints).toEqual([])
})

test('a page cached before the sign-in does not sign the person out', async ({ lucia, guest }) => {
  // A browser that goes back may show it: rendered for a guest, opened by a signed-in person.
  const forNobody = await (await guest.request.get('/')).text()
  await lucia.route('**/', (route) =>
    route.fulfill({ body: forNobody, contentType: 'text/html; charset=utf-8' }),
  )
  await lucia.goto('/')
  await expect(lucia.getByRole('heading', { name: /Te damos la bienvenida, Lucía/ })).toBeVisible()
  await lucia.unroute('**/')
  await lucia.goto('/dashboard')
  await expect(lucia.getByRole('heading', { name: `Hola, ${LUCIA.firstName}` })).toBeVisible()
})

test('the notice of a waiting report causes no layout shift, and its space closes when it is dismissed', {
  tag: '@sweep',
}, async ({ guest, gift }) => {
  test.slow(true, 'several visits, with a report that waits')
  await watchShifts(guest)
  await guest.goto(`/contribuir/${gift}`)
  await guest.route('**/api/collections/*/contributions', (route) => route.abort())
  await fillReport(guest, '20.000')
  await guest.getByRole('button', { name: /^Continuar con/ }).click()
  await guest.getByRole('button', { name: 'Ya transferí' }).click()
  await confirmWithoutReceipt(guest)
  await expect(guest.getByRole('heading', { name: 'Guardado en este dispositivo' })).toBeVisible()

  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByText('Tu aporte espera')).toBeVisible()
  expect(await shiftOf(guest)).toBeLessThan(0.05)
  const title = guest.getByRole('heading', { level: 1 })
  const below = (await title.boundingBox())?.y ?? 0

  await guest.unroute('**/api/collections/*/contributions')
  // Its own retry may be faster, and the button gone.
  const retry = guest.getByRole('button', { name: 'Reintentar' })
  await retry.click({ timeout: 5_000 }).catch(() => undefined)
  await guest.getByRole('button', { name: 'Entendido' }).click()
  await expect(guest.getByText('Recibido.')).toBeHidden()
  await expect.poll(async () => (await title.boundingBox())?.y).toBeLessThan(below - 50)
  await guest.reload()
  await expect(guest.getByRole('button', { name: 'Hacer otro aporte' })).toBeEnabled()
  expect((await title.boundingBox())?.y).toBeLessThan(below - 50)
})

test('the page stays readable while its code does not load, and hydrates once it does', async ({
  guest,
  gift,
}) => {
  await untilWritten(guest, gift)
  let isAway = true
  const asked: string[] = []
  await guest.route('**/assets/contribute-*.js', async (route) => {
    asked.push(route.request().url())
    await (isAway ? route.abort() : route.continue())
  })
  await guest.goto(`/contribuir/${gift}`)
  await expect.poll(() => asked.length).toBeGreaterThan(1)
  await expect(guest.getByText(GIFT.bankAccount, { exact: true })).toBeVisible()
  await expect(guest.getByRole('button', { name: 'Un momento…' })).toBeVisible()

  isAway = false
  await guest.evaluate(() => window.dispatchEvent(new Event('online')))
  await expect(guest.getByRole('button', { name: 'Continuar' })).toBeVisible()
})

test('the page hydrates without an error on a device whose clock is days ahead', async ({
  guest,
  gift,
}) => {
  const complaints = complaintsOf(guest)
  await guest.clock.install({ time: Date.now() + 3 * DAY })
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByText('Faltan 4 días')).toBeVisible()
  expect(complaints).toEqual([])
})

test('a page that stays open over midnight updates its days left', async ({ guest, gift }) => {
  await guest.clock.install()
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByText('Faltan 7 días')).toBeVisible()
  await guest.clock.fastForward(DAY)
  await expect(guest.getByText('Faltan 6 días')).toBeVisible()
})

/** Collects errors of the page: exceptions, console errors and warnings, and violations of its policy. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    const isOurs = !message.text().includes('blocked by Playwright')
    if (isOurs && ['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}

/** Collects layout shifts, also those after a key: the page must not jump under a person who types. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shifts: PerformanceEntry[] }
    seen.shifts = []
    new PerformanceObserver((list) => seen.shifts.push(...list.getEntries())).observe({
      type: 'layout-shift',
      buffered: true,
    })
  })
}

/** Returns the sum of layout shifts from the first paint on: before it nobody sees the styles arrive. */
function shiftOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const { shifts } = window as unknown as { shifts: (PerformanceEntry & { value: number })[] }
    const [paint] = performance.getEntriesByName('first-paint')
    return shifts
      .filter(({ startTime }) => startTime >= (paint?.startTime ?? 0))
      .reduce((sum, { value }) => sum + value, 0)
  })
}

/** Returns every element with its attributes, and every text. Ids that React generated become `id`. */
function shapeOf(page: Page, of = '#root'): Promise<string[]> {
  return page.evaluate((selector) => {
    const root = document.querySelector(selector)?.cloneNode(true) as HTMLElement
    const nodesOf = (kind: number) => {
      const walker = document.createTreeWalker(root, kind)
      const nodes: Node[] = []
      while (walker.nextNode()) nodes.push(walker.currentNode)
      return nodes
    }
    // The footer appears with the first interaction, which a browser may cause by itself.
    root.querySelector('footer')?.remove()
    // React's comments between texts, and <noscript>, which a browser with scripts parses as text.
    for (const mark of nodesOf(NodeFilter.SHOW_COMMENT)) (mark as Comment).remove()
    for (const other of root.querySelectorAll('noscript')) other.replaceChildren()
    root.normalize()
    return nodesOf(NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT).map((node) => {
      if (!(node instanceof Element)) return node.textContent ?? ''
      const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${value}`)
      return `<${node.localName} ${attributes.sort().join(' ')}>`.replace(/_[rR]_\w+_/g, 'id')
    })
  }, of)
}
