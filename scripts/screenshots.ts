/*
 * npm run screenshots: takes a picture of every scene at 360 and 1280 px, light and dark, and writes a page
 * with all of them. `-- --out FOLDER` sets the folder, `-- --only WORD` selects scenes by name, and
 * `-- --readme` renews the pictures of the README.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { chromium } from '@playwright/test'
import { browserArgs, findBrowser } from './browser.mjs'
import { root } from './child.mjs'
import { SCENES } from './scenes/all-scenes.ts'
import { openDevices, WIDTHS, type Width } from './scenes/open-devices.ts'
import { openWorld } from './scenes/open-world.ts'
import type { Scene } from './scenes/scene.ts'
import { contactSheet, type Shot } from './screenshots/contact-sheet.ts'
import { takePicture } from './screenshots/take-picture.ts'
import { ensureBuilt } from './setup.mjs'

const { values } = parseArgs({
  options: {
    out: { type: 'string', default: 'screenshots' },
    only: { type: 'string', default: '' },
    readme: { type: 'boolean', default: false },
  },
})

/** Pictures of the README: scene, width, and the file's name. */
const IN_README: [scene: string, width: Width, file: string][] = [
  ['colecta', 'desktop', 'colecta-1280.png'],
  ['contribuir', 'phone', 'contribuir-360.png'],
  ['transferir', 'phone', 'transferir-360.png'],
  ['comprobante-elegido', 'phone', 'comprobante-360.png'],
  ['gracias', 'phone', 'gracias-360.png'],
]

const folder = resolve(values.out)
const shots: Shot[] = []
const failures: string[] = []

await ensureBuilt()
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

/** Opens every scene at one width, in a new world, because some scenes can be opened only once. */
async function walk(width: Width): Promise<void> {
  const world = await openWorld()
  const devices = openDevices(browser, world, width)
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
    await world.close()
  }
}

function isWanted({ name, only }: Scene, width: Width): boolean {
  if (values.readme) return IN_README.some(([scene, of]) => scene === name && of === width)
  return (only ?? width) === width && name.includes(values.only)
}

async function shoot(scene: Scene, width: Width, page: Parameters<typeof takePicture>[0]) {
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
