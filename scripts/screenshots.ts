/*
 * npm run screenshots: takes a picture of every scene at 360 and 1280 px, light and dark, and writes a page
 * with all of them. `-- --out FOLDER` sets the folder, `-- --only WORD` selects scenes by name, and
 * `-- --readme` renews the pictures of the README.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium, type Page } from '@playwright/test'
import { browserArgs, findBrowser } from './browser.mjs'
import { root } from './child.mjs'
import { readOrExit } from './options.ts'
import { SCENES } from './scenes/all-scenes.ts'
import { openDevices, WIDTHS, type Width } from './scenes/open-devices.ts'
import type { Scene } from './scenes/scene.ts'
import { startSceneServer } from './scenes/scene-server.ts'
import { ensureBuilt, giveUp } from './setup.mjs'

const USAGE = 'Uso: npm run screenshots -- [--out CARPETA] [--only PALABRA] [--readme]'

const values = readOrExit(USAGE, () => {
  const { values } = parseArgs({
    options: {
      out: { type: 'string', default: 'screenshots' },
      only: { type: 'string', default: '' },
      readme: { type: 'boolean', default: false },
    },
  })
  if (!SCENES.some(({ name }) => name.includes(values.only)))
    throw new Error(`--only: ninguna pantalla tiene “${values.only}” en su nombre`)
  return values
})

/** Pictures of the README: scene, width, and the file's name. */
const IN_README: [scene: string, width: Width, file: string][] = [
  ['colecta', 'desktop', 'colecta-1280.png'],
  ['contribuir', 'phone', 'contribuir-360.png'],
  ['transferir', 'phone', 'transferir-360.png'],
  ['comprobante-elegido', 'phone', 'comprobante-360.png'],
  ['gracias', 'phone', 'gracias-360.png'],
]

interface Shot {
  file: string
  name: string
  route: string
  width: Width
  theme: 'light' | 'dark'
}

const folder = resolve(values.out)
const shots: Shot[] = []
const failures: string[] = []

await ensureBuilt().catch(giveUp)
mkdirSync(folder, { recursive: true })
const browser = await chromium.launch({ ...findBrowser(), args: browserArgs })
try {
  for (const width of Object.keys(WIDTHS) as Width[]) await walk(width)
} finally {
  await browser.close()
}
if (!values.readme) {
  writeFileSync(join(folder, 'index.html'), contactSheet(shots))
  console.log(`${shots.length} imágenes en ${join(folder, 'index.html')}`)
}
for (const failure of failures) console.error(failure)
process.exitCode = failures.length > 0 ? 1 : 0

/** Opens every scene at one width, on a new server, because some scenes can be opened only once. */
async function walk(width: Width): Promise<void> {
  const server = await startSceneServer()
  const devices = openDevices(browser, server, width)
  try {
    for (const scene of SCENES.filter((one) => isWanted(one, width))) {
      await devices
        .play(scene, (page) => shoot(scene, width, page))
        .catch((error: Error) =>
          failures.push(
            `${scene.name} (${width}): ${error.message.split('\n').slice(0, 4).join(' ')}`,
          ),
        )
    }
  } finally {
    await devices.close()
    await server.close()
  }
}

function isWanted({ name, only }: Scene, width: Width): boolean {
  if (values.readme) return IN_README.some(([scene, of]) => scene === name && of === width)
  return (only ?? width) === width && name.includes(values.only)
}

async function shoot(scene: Scene, width: Width, page: Page) {
  if (values.readme) {
    const [, , file = ''] = IN_README.find(([name]) => name === scene.name) ?? []
    const path = join(root, '.readme', file)
    await takePicture(page, { path, theme: 'light', fold: width === 'phone' })
    return
  }
  for (const theme of ['light', 'dark'] as const) {
    const file = `${scene.name}-${WIDTHS[width].viewport.width}-${theme}.png`
    await takePicture(page, { path: join(folder, file), theme })
    shots.push({ file, name: scene.name, route: scene.route, width, theme })
  }
}

interface Picture {
  /** Path of the file. */
  path: string
  theme: 'light' | 'dark'
  /** Takes only the part of the page that the window shows. */
  fold?: boolean
}

/** Takes the whole page in a window of its height; a dialog is taken as the window shows it. */
async function takePicture(page: Page, { path, theme, fold }: Picture): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  const over = page.locator('dialog:modal, :popover-open').filter({ visible: true })
  const viewport = page.viewportSize()
  const isWhole = !fold && viewport !== null && (await over.count()) === 0
  if (isWhole) {
    // In a picture of a page that is taller than its window, sticky elements end up in the middle.
    const height = await page.evaluate(() => {
      // Fixes 100vh to the present height, or the tall window would push the footer out of the picture.
      const screen = document.getElementById('contenido')?.parentElement
      if (screen) screen.style.minHeight = `${screen.offsetHeight}px`
      return document.documentElement.scrollHeight
    })
    await page.setViewportSize({ ...viewport, height: Math.max(height, viewport.height) })
    await page.evaluate(() => window.scrollTo(0, 0))
  }
  await page.screenshot({ path, animations: 'disabled', caret: 'hide' })
  if (isWhole) await page.setViewportSize(viewport)
}

/** Returns the HTML of a page that shows the pictures in its folder, scene by scene. */
function contactSheet(shots: readonly Shot[]): string {
  const names = [...new Set(shots.map(({ name }) => name))]
  const sections = names.map((name) => {
    const own = shots.filter((shot) => shot.name === name)
    const pictures = own.map(
      ({ file, width, theme }) =>
        `<a href="${file}"><img class="${width}" src="${file}" alt="${name}, ${width}, ${theme}" loading="lazy"></a>`,
    )
    return `<section id="${name}"><h2>${name} <small>${own[0]?.route}</small></h2>${pictures.join('')}</section>`
  })
  return `<!doctype html>
<html lang="es-AR">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Todas las pantallas</title>
<style>
  body { margin: 2rem; font: 16px system-ui; background: #888; color: #fff }
  small { font-weight: 400 }
  section { margin-bottom: 3rem }
  img { vertical-align: top; margin: 0 .5rem .5rem 0 }
  .phone { width: 240px }
  .desktop { width: 560px }
</style>
<h1>Todas las pantallas</h1>
${sections.join('\n')}
</html>
`
}
