// What every command does before its own work: packages installed, pages built, both only when
// something changed. It needs nothing but Node, since on a fresh clone there is nothing else.
import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { root, runChild } from './child.mjs'
import { withLock } from './lock.mjs'

const OLDEST_NODE = [20, 19]
const BUILT_FROM = ['web', 'shared', 'migrations/browser', 'package-lock.json', 'tsconfig.json']

const workshop = join(root, '.setup')
const pages = join(root, 'web/dist')

/** Setting up went wrong; the message says what, to the person at the terminal. */
class SetupError extends Error {}

/**
 * Installs what package-lock.json asks for, unless it is there already. With NODE_ENV=production
 * the tools of development stay out, unless `tools` asks for them.
 */
export async function ensureInstalled({ tools = process.env.NODE_ENV !== 'production' } = {}) {
  requireNode()
  if (isInstalled(tools)) return
  await alone(async (share) => {
    if (isInstalled(tools)) return
    const args = ['ci', tools ? '--include=dev' : '--omit=dev', '--no-progress']
    await step('Instalando dependencias (1 min)', 'install.log', (log) =>
      runChild(...npm(args), { log, onStart: share }),
    )
  })
}

/** Builds the pages into web/dist, unless what they are made from is as it was. */
export async function ensureBuilt() {
  if (isBuilt(fingerprint())) return
  await alone(async (share) => {
    const wanted = fingerprint()
    if (isBuilt(wanted)) return
    const fresh = join(workshop, 'dist')
    const vite = (log, ...args) =>
      runChild(
        'node_modules/vite/bin/vite.js',
        ['build', 'web', '--emptyOutDir', ...args],
        // Vite would build for development if the caller's environment said so.
        { log, env: { NODE_ENV: 'production' }, onStart: share },
      )
    await step('Preparando las páginas', 'build.log', async (log) => {
      const code = await vite(log, '--outDir', fresh)
      // And what writes them on the server: within, so that both are put in place as one.
      return code || vite(log, '--ssr', 'render.tsx', '--outDir', join(fresh, '.server'))
    })
    writeFileSync(join(fresh, STAMP), wanted)
    replace(pages, fresh)
  })
}

/** For `.catch` of a command that cannot go on without what was being set up. */
export function giveUp(error) {
  console.error(error instanceof SetupError ? `\n${error.message}` : error)
  process.exit(1)
}

function requireNode() {
  const [major, minor] = process.versions.node.split('.').map(Number)
  const [oldest, oldestMinor] = OLDEST_NODE
  if (major > oldest || (major === oldest && minor >= oldestMinor)) return
  throw new SetupError(
    `Hace falta Node ${OLDEST_NODE.join('.')} o más nuevo; este es ${process.version}.`,
  )
}

// npm itself writes what it installed into node_modules, as the last act of an installation: one
// that broke off leaves nothing there, and one made by hand counts as much as one of ours.
// Optional packages are passed over: most are for other kinds of machine.
function isInstalled(tools) {
  const record = 'node_modules/.package-lock.json'
  const installed = existsSync(join(root, record)) ? packagesOf(record) : {}
  return Object.entries(packagesOf('package-lock.json'))
    .filter(([path, { optional, dev, devOptional }]) => {
      return path !== '' && !optional && (tools || !(dev || devOptional))
    })
    .every(([path, { version }]) => installed[path]?.version === version)
}

function packagesOf(lockfile) {
  return JSON.parse(readFileSync(join(root, lockfile), 'utf8')).packages
}

// The npm that called us, if one did: the same version, and no shell in between.
function npm(args) {
  const caller = process.env.npm_execpath
  return caller?.endsWith('npm-cli.js') ? [caller, args] : ['npm', args]
}

const STAMP = '.built-from'

function isBuilt(wanted) {
  try {
    return readFileSync(join(pages, STAMP), 'utf8') === wanted
  } catch {
    return false
  }
}

function fingerprint() {
  const hash = createHash('sha256')
  const add = (path) => hash.update(`${path}\0`).update(readFileSync(join(root, path)))
  for (const source of BUILT_FROM) filesOf(source).forEach(add)
  return hash.digest('hex')
}

function filesOf(path) {
  let entries
  try {
    entries = readdirSync(join(root, path), { withFileTypes: true })
  } catch (error) {
    return error.code === 'ENOTDIR' ? [path] : []
  }
  return entries
    .filter((entry) => join(root, path, entry.name) !== pages)
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inner = `${path}/${entry.name}`
      return entry.isDirectory() ? filesOf(inner) : [inner]
    })
}

// Two renames: a reader never meets half a build, and a crash between them is built again.
function replace(target, fresh) {
  const old = `${fresh}-old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}

function alone(work) {
  mkdirSync(workshop, { recursive: true })
  writeFileSync(join(workshop, '.gitignore'), '*\n') // the folder keeps itself out of git
  return withLock(join(workshop, 'lock'), work, (pid) =>
    console.log(`Otro proceso (${pid}) está preparando el proyecto; esperamos a que termine…`),
  )
}

async function step(title, logName, run) {
  const log = join(workshop, logName)
  console.log(`${title}… detalle en .setup/${logName}`)
  const start = performance.now()
  const code = await run(log).catch((error) => {
    writeFileSync(log, `${error.message}\n`, { flag: 'a' })
    return 1
  })
  if (code !== 0) {
    console.error(tailOf(log))
    throw new SetupError(
      `${title}: no se pudo (código ${code}). Todo el detalle está en .setup/${logName}.`,
    )
  }
  console.log(`${title}: listo en ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

// Stack traces of tools say nothing to who waits; the whole log has them.
function tailOf(log) {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .slice(-30)
    .join('\n')
}
