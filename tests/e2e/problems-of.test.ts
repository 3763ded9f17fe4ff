/* The checks of every screen detect their faults: each fault once, on a page that has them all. */
import { type BrowserContext, expect, type Page, test } from '@playwright/test'
import { problemsOf, watch } from './problems-of.ts'

const FAULTY = `<!doctype html>
<html lang="es-AR">
  <meta name="viewport" content="width=device-width">
  <title>Faltas</title>
  <style>
    :root { --focus: #0a616a; --primary: #0a616a; --bad-line: #c8352d }
    :focus-visible { outline: 2px solid var(--focus) }
    .unmarked:focus-visible { outline: none }
    .otherwise:focus-visible { outline: 2px solid red }
    .small { width: 20px; height: 20px; padding: 0; font-size: 8px }
    .tiny { min-height: 44px; font-size: 15px }
    .pale { color: #ccc; background: #fff }
    #pushed { height: 20rem }
    .wide { width: 18rem }
    @keyframes turn { to { rotate: 1turn } }
    .turning { visibility: hidden; animation: turn 1s infinite }
    @media (prefers-color-scheme: dark) { .night { color: #222; background: #111 } }
  </style>
  <main>
    <h1>Una pantalla con faltas</h1>
    <p id="pushed">Faltan NaN días</p>
    <button type="button" title="Close the dialog">Cerrar</button>
    <button type="button" class="unmarked">Sin foco</button>
    <button type="button" class="otherwise">Con otro foco</button>
    <button type="button" class="small">a</button><button type="button" class="small">b</button>
    <p class="pale">Muy claro</p>
    <p class="night">Muy oscuro</p>
    <p class="wide">Muy ancho con letras grandes</p>
    <p class="turning">Gira</p>
    <select class="tiny" aria-label="Letra chica"></select>
    <button type="button" id="trap">Trampa</button>
    <button type="button">Detrás de la trampa</button>
  </main>
  <script>
    trap.onkeydown = (event) => event.preventDefault()
    setTimeout(() => { pushed.style.marginTop = '200px' }, 1500)
  </script>
</html>`

async function open(context: BrowserContext, page: Page, body: string): Promise<void> {
  await watch(context)
  await page.route('http://localhost/', (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body }),
  )
  await page.goto('http://localhost/')
}

const MISFITS = {
  'squeezed: ': '<p style="width: 2ch; overflow-wrap: anywhere">Recordatorio</p>',
  'a word is torn: ': '<button style="width: 6ch; overflow-wrap: anywhere">Compartir</button>',
  'the header takes more than a line': '<header style="height: 6rem">Entre Todos</header>',
}

for (const [fault, body] of Object.entries(MISFITS)) {
  test(`at 320 px this is found: ${fault}`, async ({ context, page }) => {
    await open(context, page, body)
    const found = await problemsOf(page, { colours: 'none', narrow: true })
    expect(found.join()).toContain(`does not fit 320 px, letters 100%: ${fault}`)
  })
}

test('what stays in place leaves half of a low window', async ({ context, page }) => {
  const sticky = (height: string) => `style="position: sticky; height: ${height}; top: 0"`
  await open(
    context,
    page,
    `<header ${sticky('4rem')}>Entre Todos</header><div data-sticky-bar ${sticky('4.5rem')}></div>`,
  )
  const found = await problemsOf(page, { colours: 'none', narrow: true })
  expect(found).toContain('leaves little of 320 × 256 px: 136 px stay in place')
})

for (const [fault, styles] of Object.entries({
  'that cuts off its end': ['overflow: hidden', 'height: 20rem'],
  'with a part of it': ['display: flex; overflow: hidden', 'height: 3rem; overflow: auto'],
})) {
  test(`a dialog that does not scroll in a low window is found: one ${fault}`, async ({
    context,
    page,
  }) => {
    const [dialog, part] = styles
    const text = '<p>Una pregunta</p>'.repeat(9)
    await open(
      context,
      page,
      `<meta name="viewport" content="width=device-width">
      <dialog id="one" style="max-height: 90dvh; ${dialog}"><div style="${part}">${text}</div></dialog>
      <script>one.showModal()</script>`,
    )
    const found = await problemsOf(page, { colours: 'none', narrow: true })
    expect(found.join()).toContain('does not scroll in 320 × 256 px: <d')
  })
}

test('each fault that a screen could have is found', async ({ context, page }) => {
  await open(context, page, FAULTY)
  await expect.poll(() => page.evaluate(() => window.seen.shift)).toBeGreaterThan(0.05)

  const found = await problemsOf(page, { colours: 'by day and night', narrow: true })
  const expected = [
    /^jumps by 0\.\d+: .*pushed/,
    /^says “Faltan NaN días”$/,
    /^says “Close the dialog”$/,
    /^light: color-contrast: <p class="pale">/,
    /^light: target-size: <button type="button" class="small">/,
    /^dark: color-contrast: .*<p class="night">/,
    /^does not fit 320 px, letters 200%: \d+ px too wide: .*wide/,
    /^an iPhone enlarges the page at <select class="tiny"/,
    /^runs unseen: the animation of <p class="turning">/,
    /^Tab does not come to <button type="button">Detrás de la trampa/,
    /^shows no focus, or not as others do, on <button type="button" class="unmarked"/,
    /^shows no focus, or not as others do, on <button type="button" class="otherwise"/,
  ]
  for (const fault of expected) expect(found).toContainEqual(expect.stringMatching(fault))
  expect(found).toHaveLength(expected.length)

  const atAnotherWidth = (await problemsOf(page, { colours: 'none', narrow: false })).join()
  expect(atAnotherWidth).toContain('light: target-size')
  expect(atAnotherWidth).not.toContain('does not fit 320 px')
  expect(atAnotherWidth).not.toContain('color-contrast')
})
