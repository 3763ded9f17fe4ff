// Every command installs packages and builds the pages first, if something changed. This file needs only
// Node, because a fresh clone has nothing else.
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
import { constants } from 'node:os'
import { join } from 'node:path'
import { root, runChild } from './child.mjs'
import { withLock } from './lock.mjs'

const OLDEST_NODE = [20, 19]
const BUILT_FROM = ['web', 'shared', 'migrations/browser', 'package-lock.json', 'tsconfig.json']

const KILLED = 128 + constants.signals.SIGKILL
const NO_MEMORY =
  'El sistema terminó el programa, casi siempre por falta de memoria: hacen falta 1,5 GB libres.'

const setupFolder = join(root, '.setup')
const pages = join(root, 'web/dist')

/** A failed set-up. Its message is for the person at the terminal. */
class SetupError extends Error {}

/**
 * Installs the packages of package-lock.json, unless they are installed. `tools` asks for development packages
 * too; without it they come along only where nothing is installed yet, and not with NODE_ENV=production.
 */
export async function ensureInstalled({ tools = isForDevelopment() } = {}) {
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

/** Builds the pages into web/dist, unless their sources are unchanged. */
export async function ensureBuilt() {
  if (isBuilt(fingerprint())) return
  await alone(async (share) => {
    const wanted = fingerprint()
    if (isBuilt(wanted)) return
    const fresh = join(setupFolder, 'dist')
    const vite = (log, ...args) =>
      runChild(
        'node_modules/vite/bin/vite.js',
        ['build', 'web', '--emptyOutDir', ...args],
        // The caller's NODE_ENV would make Vite build for development.
        { log, env: { NODE_ENV: 'production' }, onStart: share },
      )
    await step('Preparando las páginas', 'build.log', async (log) => {
      const code = await vite(log, '--outDir', fresh)
      // The server's renderer goes inside, so that one rename puts both in place.
      return code || vite(log, '--ssr', 'render.tsx', '--outDir', join(fresh, '.server'))
    })
    writeFileSync(join(fresh, STAMP), wanted)
    replace(pages, fresh)
  })
}

/** Prints the error and ends the process: for `.catch` of a command that cannot run without its set-up. */
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

// A command of an administrator must not replace the packages of a running server.
function isForDevelopment() {
  return process.env.NODE_ENV !== 'production' && !isInstalled(false)
}

// npm writes the list of installed packages into node_modules as the last step of an installation, so an
// interrupted one leaves no list, and one made by hand counts too. Optional packages are ignored: most are
// for other kinds of machine.
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

// The npm that started this process, if any: the same version, without a shell in between.
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

// Two renames: a reader never sees half a build, and after a crash between them the next start builds again.
function replace(target, fresh) {
  const old = `${fresh}-old`
  rmSync(old, { recursive: true, force: true })
  if (existsSync(target)) renameSync(target, old)
  renameSync(fresh, target)
  rmSync(old, { recursive: true, force: true })
}

function alone(work) {
  mkdirSync(setupFolder, { recursive: true })
  return withLock(join(setupFolder, 'lock'), work, (pid) =>
    console.log(`Otro proceso (${pid}) está preparando el proyecto; esperamos a que termine…`),
  )
}

async function step(title, logName, run) {
  const log = join(setupFolder, logName)
  console.log(`${title}… detalle en .setup/${logName}`)
  const start = performance.now()
  const code = await run(log).catch((error) => {
    writeFileSync(log, `${error.message}\n`, { flag: 'a' })
    return 1
  })
  if (code !== 0) {
    console.error(tailOf(log))
    const reason = code === KILLED ? ` ${NO_MEMORY}` : ''
    throw new SetupError(
      `${title}: no se pudo (código ${code}).${reason} Todo el detalle está en .setup/${logName}.`,
    )
  }
  console.log(`${title}: listo en ${((performance.now() - start) / 1000).toFixed(1)} s`)
}

// Leaves out stack traces of tools; the log has them.
function tailOf(log) {
  const lines = readFileSync(log, 'utf8').trimEnd().split('\n')
  return lines
    .filter((line) => !/^\s+at /.test(line))
    .slice(-30)
    .join('\n')
}
