import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

// The headless shell draws no window around a page, which saves a quarter of the time of the browser tests.
const NAMES = [
  ...['chromium-headless-shell', 'chromium', 'chromium-browser'],
  ...['google-chrome', 'google-chrome-stable'],
]
const MINUTE = 60_000 // in ms

/** Arguments of every Chromium: it prints little and can run as root. */
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
 * Returns the Chromium for the tests: CHROME_PATH, else Playwright's own, else one on the PATH, else
 * Debian's package, which root installs now. Throws an error for the person at the terminal when there is
 * none.
 */
export function findBrowser() {
  const executablePath = fromEnvironment() ?? playwrightsOwn() ?? onPath() ?? installPackage()
  if (executablePath) return { executablePath }
  throw new Error(
    'No hay un navegador para las pruebas. Instala Chromium o Chrome, o indica dónde está con ' +
      'CHROME_PATH=/ruta/al/navegador npm test',
  )
}

function fromEnvironment() {
  const path = process.env.CHROME_PATH
  if (!path) return undefined
  if (existsSync(path)) return path
  throw new Error(`CHROME_PATH apunta a ${path}, que no existe.`)
}

function playwrightsOwn() {
  const { chromium } = createRequire(import.meta.url)('@playwright/test')
  return [chromium.executablePath()].find(existsSync)
}

// Runs --version because Ubuntu's chromium-browser may be a stub that only prints "use snap".
function onPath() {
  return (process.env.PATH ?? '')
    .split(delimiter)
    .flatMap((folder) => NAMES.map((name) => join(folder, name)))
    .find((path) => existsSync(path) && spawnSync(path, ['--version']).status === 0)
}

function installPackage() {
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
