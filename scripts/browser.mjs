import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

// The headless shell draws no window around a page: a quarter less work in the browser tests.
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
]
const MINUTE = 60_000 // in ms

/** What Chromium is started with, whoever starts it: quiet, and able to run as root. */
export const browserArgs = [
  ...(isRoot() ? ['--no-sandbox'] : []),
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/**
 * The Chromium that tests drive: CHROME_PATH, else Playwright's own, else one on the PATH, else
 * Debian's package, installed now when we are root. Throws with a clear sentence when none is.
 */
export function findBrowser() {
  const executablePath = chosen() ?? playwrightsOwn() ?? onPath() ?? installed()
  if (executablePath) return { executablePath }
  throw new Error(
    'No hay un navegador para las pruebas. Instala Chromium o Chrome, o indica dónde está con ' +
      'CHROME_PATH=/ruta/al/navegador npm test',
  )
}

function chosen() {
  const path = process.env.CHROME_PATH
  if (!path) return undefined
  if (existsSync(path)) return path
  throw new Error(`CHROME_PATH apunta a ${path}, que no existe.`)
}

function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return [chromium.executablePath()].find(existsSync)
}

// Asked for its version because Ubuntu's chromium-browser may be a note that says "use snap".
function onPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path) && spawnSync(path, ['--version']).status === 0)
}

function installed() {
  if (!isRoot() || spawnSync('apt-get', ['--version']).status !== 0) return undefined
  console.log('Instalando un navegador para las pruebas (apt-get install chromium-headless-shell)…')
  aptGet('update')
  const packages = ['chromium-headless-shell', 'fonts-liberation']
  aptGet('install', '-y', '--no-install-recommends', ...packages)
  return onPath()
}

function aptGet(...args) {
  const { status, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    timeout: 10 * MINUTE,
  })
  if (status !== 0) console.error(`apt-get ${args[0]}: ${stderr.trim().split('\n').at(-1)}`)
}

function isRoot() {
  return process.getuid?.() === 0
}
