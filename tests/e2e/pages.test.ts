import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../scripts/child.mjs'
import { links } from '../../shared/links.ts'
import { expect, test } from './fixtures.ts'
import { expectText, GIFT, JULIETA, mutate, report } from './steps.ts'

const PAGES = [
  ['Cómo funciona', 'Cómo funciona', 'Abre la colecta.'],
  ['Ayuda', 'Ayuda', 'No me llegó el email de confirmación'],
  ['Preguntas frecuentes', 'Preguntas frecuentes', '¿Dónde está el dinero?'],
  ['Contacto', 'Contacto', 'Sobre tu cuenta, tus datos o un problema con la página'],
  ['Términos', 'Términos y condiciones', 'Última actualización: 25 de julio de 2025.'],
  ['Privacidad', 'Política de privacidad', 'Según la ley 25.326'],
  ['Cookies', 'Política de cookies', 'La cookie de tu sesión'],
] as const

test('every page of the footer opens, and reads well on a small phone', async ({
  guest,
  lucia,
}) => {
  for (const [link, title, text] of PAGES) {
    await guest.goto('/')
    await guest.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click()
    await expect(guest.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
    await expect(guest.getByRole('main')).toContainText(text)
    await expect(guest).toHaveTitle(`${title} · Entre Todos`)
    await guest.setViewportSize({ width: 320, height: 640 })
    const sideways = () =>
      guest.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(await sideways(), title).toBeLessThanOrEqual(0)
  }
  await lucia.goto('/')
  const foot = lucia.getByRole('contentinfo')
  for (const [name, title] of PAGES) {
    await foot.getByRole('link', { name, exact: true }).click()
    await expect(lucia.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible()
  }
  await guest.goto('/contacto')
  await expect(guest.getByRole('link', { name: 'Escribir un email' })).toHaveAttribute(
    'href',
    'mailto:ayuda@example.com',
  )
  // The page of cookies needs a browser. The parts of the others: tests/web/screens/public-pages.test.ts.
  await guest.goto('/politica-cookies')
  await expect(guest.getByRole('heading', { level: 2 })).toHaveText([
    'La cookie de tu sesión',
    'Lo que se guarda en tu dispositivo',
    'Medición',
  ])
  await expect(guest.getByRole('main')).toContainText(
    'termina cuando cierras sesión, a los 30 días sin uso o a los 90 días como máximo. Si no inicias sesión, no hay cookie.',
  )
  await expect(guest.getByRole('main')).toContainText('otra cookie que dura diez minutos')
  await expect(guest.getByRole('main')).toContainText(
    'No medimos tu visita. Si eso cambia, te pediremos permiso antes',
  )
  await expect(guest.getByRole('main').getByRole('listitem')).toHaveText([
    /^Borradores:/,
    /^Aportes y comprobantes por enviar:/,
    /^Aportes que hiciste sin cuenta:/,
    /^La copia de tus colectas,/,
    /^El programa mismo,/,
    /^El tema,/,
  ])
})

test('an unknown address shows a page with links to others', async ({ guest, lucia }) => {
  for (const person of [guest, lucia]) {
    await person.goto('/no/existe')
    await expect(
      person.getByRole('heading', { name: 'Esta página no existe', exact: true }),
    ).toBeVisible()
    await person.getByRole('link', { name: 'Ir al inicio' }).click()
    await expect(person).toHaveURL(/\/$/)
  }
})

test('a title of one endless word fits every page of its colecta on a phone', async ({
  lucia,
  gift,
}) => {
  await mutate(lucia, 'update-collection', { id: gift, changes: { title: 'W'.repeat(120) } })
  await lucia.setViewportSize({ width: 360, height: 780 })
  for (const link of [
    links.collection,
    links.review,
    links.people,
    links.conciliate,
    links.registerContribution,
    links.contribute,
  ]) {
    await lucia.goto(link(gift))
    await expect(lucia.getByText('W'.repeat(120)).first()).toBeVisible()
    const sideways = () =>
      lucia.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
    expect(await sideways(), link(gift)).toBeLessThanOrEqual(0)
  }
})

test('the notch of a phone that is held sideways covers nothing', async ({ guest, gift }) => {
  const notch = 59
  await guest.setViewportSize({ width: 844, height: 390 })
  const devtools = await guest.context().newCDPSession(guest)
  const insets = { left: notch, right: notch, bottom: 21 }
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets })
  for (const link of ['/', links.contribute(gift)]) {
    await guest.goto(link)
    await expect(guest.getByRole('heading', { level: 1 })).toBeVisible()
    const content = guest.locator('main :is(h1, h2, p, input)')
    const sides = await content.evaluateAll((elements) =>
      elements
        .map((element) => element.getBoundingClientRect())
        .filter(({ width }) => width > 1)
        .flatMap(({ left, right }) => [left, window.innerWidth - right]),
    )
    expect(Math.min(...sides), link).toBeGreaterThanOrEqual(notch)
  }
})

test('a screen reader gets the words of a rendered label with spaces between them', async ({
  guest,
  gift,
}) => {
  await guest.goto(`/contribuir/${gift}`)
  const devtools = await guest.context().newCDPSession(guest)
  const { nodes } = await devtools.send('Accessibility.getFullAXTree')
  const fields = nodes.filter(({ role }) => role?.value === 'textbox')
  expect(fields.map(({ name }) => name?.value)).toContain('Mensaje para Lucía opcional')
})

test('the figures of a colecta stand on one line, and a finger hits its links', async ({
  lucia,
  gift,
}) => {
  await report(lucia, gift)
  await lucia.setViewportSize({ width: 1280, height: 800 })
  await lucia.goto(`/colecta/${gift}`)
  await expect(lucia.getByRole('link', { name: 'Conciliar con tu resumen' })).toBeVisible()
  const progress = lucia.getByRole('region', { name: 'Progreso' })
  const topOf = async (words: string) => {
    const box = await progress.getByText(words, { exact: true }).boundingBox()
    return Math.round(box?.y ?? 0)
  }
  const tops = await Promise.all(['aporte', 'días restantes', 'por verificar'].map(topOf))
  expect(new Set(tops).size, tops.join()).toBe(1)

  await lucia.setViewportSize({ width: 360, height: 740 })
  await lucia.goto('/dashboard')
  const waiting = lucia.getByRole('link', { name: /1 por verificar/ }).filter({ visible: true })
  await expect(waiting).toHaveCount(2)
  for (const link of await waiting.all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44)
})

test('a review that ends shows that pending contributions are left', async ({ lucia, gift }) => {
  await report(lucia, gift, { amount: 9_000_000_00 })
  await lucia.goto(`/colecta/${gift}/revisar`)
  await expectText(lucia, 'No queda nada por verificar')
  await expectText(lucia, 'Queda 1 aporte pendiente, que todavía no suma.')
  await lucia.getByRole('link', { name: 'Ver los pendientes' }).click()
  const shown = lucia.getByRole('button', { name: JULIETA.name, exact: true })
  await expect(shown.filter({ visible: true })).toBeVisible()
  await expect(lucia).toHaveURL(/\?estado=pendientes$/)
})

test('the gallery shows samples of every kind of component', { tag: '@sweep' }, async ({
  guest,
}) => {
  await guest.goto('/galeria')
  await expect(guest.getByRole('heading', { name: 'Galería', exact: true, level: 1 })).toBeVisible()
  for (const kind of [
    'Botones y enlaces',
    'Señales',
    'Campos',
    'Formulario',
    'Progreso',
    'Superficies',
    'Listas',
    'Listas sin páginas',
    'Capas',
    'Sincronización',
  ]) {
    const samples = guest.getByRole('main').getByRole('region', { name: kind, exact: true })
    await expect(samples.getByRole('heading', { name: kind, exact: true })).toBeVisible()
    await expect(samples.locator('button, input, svg, li').first()).toBeVisible()
  }
})

test('a page cannot turn text into HTML or script, or load scripts from another site', async ({
  guest,
}) => {
  await guest.goto('/')
  const outcomes = await guest.evaluate(() => {
    const outcomeOf = (work: () => unknown) => {
      try {
        work()
        return 'done'
      } catch (error) {
        return (error as Error).name
      }
    }
    const script = () => document.createElement('script')
    const policies = (window as unknown as { trustedTypes: { createPolicy(name: string): void } })
      .trustedTypes
    return {
      html: outcomeOf(() => {
        document.createElement('div').innerHTML = '<img src=x onerror=alert(1)>'
      }),
      text: outcomeOf(() => {
        script().text = 'alert(1)'
      }),
      elsewhere: outcomeOf(() => {
        script().src = 'https://evil.example/a.js'
      }),
      data: outcomeOf(() => new Worker('data:text/javascript,1')),
      otherPolicy: outcomeOf(() => policies.createPolicy('otra')),
      own: outcomeOf(() => {
        script().src = '/assets/a.js'
      }),
    }
  })
  expect(outcomes).toEqual({
    html: 'TypeError',
    text: 'TypeError',
    elsewhere: 'TypeError',
    data: 'TypeError',
    otherPolicy: 'TypeError',
    own: 'done',
  })
})

/** A static block, a lookbehind, and the flag v: Safari before 16.4 runs nothing of a file with one of them. */
const TOO_NEW = /\bstatic\s*\{|\(\?<[=!]|\/[dgimsuy]*v[dgimsuy]*\.(?:test|exec)\(/

test('the browsers of web/README.md can parse every script of the pages', {
  tag: '@desktop',
}, () => {
  const pages = join(root, 'web/dist')
  const scripts = readdirSync(pages, { recursive: true, encoding: 'utf8' }).filter(
    (path) => /\.m?js$/.test(path) && !path.startsWith('.server'),
  )
  expect(scripts.length).toBeGreaterThan(50)
  const tooNew = scripts.filter((path) => TOO_NEW.test(readFileSync(join(pages, path), 'utf8')))
  expect(tooNew).toEqual([])
})

test('a browser that translates pages leaves the account as it is', async ({ guest, gift }) => {
  await guest.addInitScript(translate)
  await guest.goto(`/contribuir/${gift}`)
  await guest.getByRole('button', { name: 'Copiar el alias' }).click()
  await expect(guest.getByText('¡Alias copiado!', { exact: true })).toBeAttached()
  await expectText(guest, GIFT.bankAccount)
})

/** Runs in the page. Replaces its texts as browsers do, with capitals for another language. */
function translate(): void {
  const replace = (node: Node) => {
    if (!(node instanceof Text)) return node.childNodes.forEach(replace)
    const parent = node.parentElement
    if (!parent?.translate || parent.tagName === 'FONT' || node.data.trim() === '') return
    const font = document.createElement('font')
    font.textContent = node.data.toUpperCase()
    node.replaceWith(font)
  }
  const observer = new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of [...addedNodes]) replace(node)
  })
  addEventListener('load', () => {
    replace(document.body)
    observer.observe(document.body, { childList: true, subtree: true })
  })
}

test('the summary that stays in place beside the form ends above the link to complain', {
  tag: '@desktop',
}, async ({ guest, gift }) => {
  await guest.setViewportSize({ width: 1280, height: 700 })
  await guest.goto(`/contribuir/${gift}`)
  const complaint = guest.getByRole('button', { name: 'Denunciar esta colecta' })
  const top = await complaint.evaluate((link) => {
    window.scrollTo(0, document.body.scrollHeight)
    return link.getBoundingClientRect().top
  })
  const lastStep = guest.getByText('Lucía lo ve al instante.')
  const bottom = await lastStep.evaluate((step) => step.getBoundingClientRect().bottom)
  expect(bottom).toBeLessThanOrEqual(top)
})
