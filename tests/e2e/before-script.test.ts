/*
 * The contribution page is there before its script: it comes with its content, is read, and the script
 * brings it to life without losing a letter.
 */
import type { Page, Route } from '@playwright/test'
import { fillReport, GIFT, JULIETA, LUCIA } from './steps.ts'
import { expect, test } from './world.ts'

const SCRIPTS = '**/assets/*.js'

test('without any script it is read, the alias selected, and what is missing said', async ({
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
  await guest.goto(`/contribuir/${gift}`)

  await expect(guest.getByRole('heading', { level: 1, name: GIFT.title })).toBeVisible()
  await expect(guest.getByText(GIFT.description)).toBeVisible()
  await expect(guest.getByText('Organiza Lucía')).toBeVisible()
  await expect(guest.getByText('Faltan 7 días')).toBeVisible()
  await expect(guest.getByText(`Alias de ${GIFT.accountIdentifier}`)).toBeVisible()
  const alias = guest.getByText(GIFT.bankAccount, { exact: true })
  await expect(alias).toBeVisible()
  await expect(alias).toHaveCSS('user-select', 'all')
  await expect(guest.getByLabel('Monto', { exact: true })).toHaveValue('15.000')
  await expect(guest.getByText(/Para avisar de tu aporte hace falta JavaScript/)).toBeVisible()
  await expect(guest.getByRole('button', { name: /Continuar|Un momento/ })).toBeHidden()
  // As it will look: its styles came with it, and nothing is wide.
  await expect(guest.getByRole('main')).toHaveCSS('display', 'grid')
  const sideways = await guest.evaluate(
    () => document.documentElement.scrollWidth - window.innerWidth,
  )
  expect(sideways).toBeLessThanOrEqual(0)
  expect(asked.filter((path) => path.startsWith('/api/'))).toEqual([])
  expect(complaints).toEqual([])
  await phone.close()
})

test('what was typed before the script came goes on, and nothing of it into the address', async ({
  guest,
  gift,
}) => {
  const complaints = complaintsOf(guest)
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
  // Where the person was, they still are.
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

test('a letter at every moment of coming to life is kept', async ({ guest, gift }) => {
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

test('the browser draws what the server wrote, to the letter', async ({ guest, gift }) => {
  const path = `/contribuir/${gift}`
  await guest.route('**/api/session', () => {}) // nobody knows yet who is here
  const written = await guest.request.get(path)
  const page = await written.text()
  expect(page).toContain('<div id="root"><')

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

test('who is signed in finds their name in it, without a jump or a complaint', async ({
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

test('a device whose clock is days off brings it to life all the same', async ({ guest, gift }) => {
  const complaints = complaintsOf(guest)
  await guest.clock.install({ time: Date.now() + 3 * 24 * 60 * 60 * 1000 })
  await guest.goto(`/contribuir/${gift}`)
  await expect(guest.getByText('Faltan 4 días')).toBeVisible()
  expect(complaints).toEqual([])
})

/** All that the page has to complain about: failures of its script, and what its policy forbids. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}

/** Lets nothing of `pattern` through until it is told to. */
async function holdBack(page: Page, pattern: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(pattern, async (route) => {
    await released
    await route.continue()
  })
  return release
}

async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen = window as unknown as { shift: number }
    seen.shift = 0
    new PerformanceObserver((list) => {
      // Also what followed a key: who types must not see the page jump either.
      for (const entry of list.getEntries())
        seen.shift += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

const shiftOf = (page: Page) => page.evaluate(() => (window as unknown as { shift: number }).shift)

/** Every element with its attributes and texts; ids that React made are told by their place alone. */
function shapeOf(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const root = document.getElementById('root')?.cloneNode(true) as HTMLElement
    const nodesOf = (kind: number) => {
      const walker = document.createTreeWalker(root, kind)
      const nodes: Node[] = []
      while (walker.nextNode()) nodes.push(walker.currentNode)
      return nodes
    }
    // React's own marks between texts, and what a browser with scripts reads as text.
    for (const mark of nodesOf(NodeFilter.SHOW_COMMENT)) (mark as Comment).remove()
    for (const other of root.querySelectorAll('noscript')) other.replaceChildren()
    root.normalize()
    return nodesOf(NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT).map((node) => {
      if (!(node instanceof Element)) return node.textContent ?? ''
      const attributes = Array.from(node.attributes, ({ name, value }) => `${name}=${value}`)
      return `<${node.localName} ${attributes.sort().join(' ')}>`.replace(/_[rR]_\w+_/g, 'id')
    })
  })
}
