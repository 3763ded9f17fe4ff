import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { root } from '../../scripts/child.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/* The commands on a fresh clone: a small project with the real scripts, npm and Vite. */

type Files = Record<string, string>

/** Makes a project that has the scripts of this one and these files. */
function makeProject(files: Files): string {
  const folder = makeTemporaryFolder()
  cpSync(join(root, 'scripts'), join(folder, 'scripts'), {
    recursive: true,
    filter: (path) => path === join(root, 'scripts') || path.endsWith('.mjs'),
  })
  addFiles(folder, { 'package.json': '{ "type": "module" }', ...files })
  return folder
}

function addFiles(folder: string, files: Files): void {
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
}

/** Starts a script of the project in a process of its own. `output` is complete once it has ended. */
function start(folder: string, args: string[], env: Record<string, string> = {}) {
  const { PATH = '', HOME = '', TMPDIR = '' } = process.env
  const [script = '', ...rest] = args
  const child = spawn(process.execPath, [join(folder, script), ...rest], {
    cwd: folder,
    env: { PATH, HOME, TMPDIR, npm_config_offline: 'true', npm_config_audit: 'false', ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
  }
  const ended = once(child, 'close').then(([code, signal]) => ({ code: code ?? signal, output }))
  return { kill: (signal: NodeJS.Signals) => child.kill(signal), output: () => output, ended }
}

const run = (...args: Parameters<typeof start>) => start(...args).ended

const lockOf = (folder: string) => join(folder, '.setup/lock')

describe('the packages', () => {
  let project: string

  /** Writes the list of packages, as npm does: one that the program needs, and one for tests. */
  function list(version: string): void {
    const needed = { version, resolved: `file:needed-${version}.tgz` }
    const tool = { version: '1.0.0', resolved: 'file:tool-1.0.0.tgz', dev: true }
    const asked = {
      name: 'project',
      dependencies: { needed: needed.resolved },
      devDependencies: { tool: tool.resolved },
    }
    const packages = { '': asked, 'node_modules/needed': needed, 'node_modules/tool': tool }
    addFiles(project, {
      'package.json': JSON.stringify({ ...asked, type: 'module' }),
      'package-lock.json': JSON.stringify({ ...asked, lockfileVersion: 3, packages }),
    })
  }

  beforeAll(() => {
    project = makeProject({})
    for (const name of ['needed-1.0.0', 'needed-1.1.0', 'tool-1.0.0']) {
      const [, title, version] = /(.*)-(.*)/.exec(name) ?? []
      addFiles(project, { 'package/package.json': JSON.stringify({ name: title, version }) })
      spawnSync('tar', ['czf', `${name}.tgz`, 'package'], { cwd: project })
    }
    list('1.0.0')
  })

  const isThere = (name: string) => existsSync(join(project, 'node_modules', name))
  const install = (env = {}) => run(project, ['scripts/build.mjs'], env)

  it('are installed once, without those for tests in production', async () => {
    const first = await install({ NODE_ENV: 'production' })
    expect(first.output).toMatch(/^Instalando dependencias .*\.setup\/install\.log\n.*listo en/)
    expect([isThere('needed'), isThere('tool')]).toEqual([true, false])
    expect((await install({ NODE_ENV: 'production' })).output).not.toContain('Instalando')
  })

  it('of a server in production stay as they are, also by a shell without NODE_ENV', async () => {
    expect((await install()).output).not.toContain('Instalando')
    expect(isThere('tool')).toBe(false)
  })

  it('for tests are added for a command that needs them', async () => {
    const { output } = await run(project, ['scripts/run.mjs', '--tools', 'scripts/bench.ts'])
    expect(output).toContain('Instalando')
    expect(isThere('tool')).toBe(true)
    expect((await install()).output).not.toContain('Instalando')
    expect((await install({ NODE_ENV: 'production' })).output).not.toContain('Instalando')
  })

  it('are installed again when the list names another version', async () => {
    list('1.1.0')
    await install()
    const { version } = JSON.parse(
      readFileSync(join(project, 'node_modules/needed/package.json'), 'utf8'),
    )
    expect(version).toBe('1.1.0')
  })

  it('that cannot be installed end the command with one line and the log of npm', async () => {
    list('2.0.0')
    const { code, output } = await install()
    expect(output).toContain('needed-2.0.0.tgz')
    expect(output).toMatch(
      /\n\nInstalando dependencias .*: no se pudo \(código \d+\)\. Todo el detalle está en \.setup\/install\.log\.\n$/,
    )
    expect(code).toBe(1)
    expect(existsSync(lockOf(project))).toBe(false)
    const withoutNpm = await install({ PATH: '' })
    expect([withoutNpm.code, withoutNpm.output]).toEqual([1, expect.stringContaining('npm ENOENT')])
  })

  it('need a recent Node, which the command says', async () => {
    const old = `Object.defineProperty(process, 'versions', { value: { node: '20.18.9' } })`
    const { code, output } = await run(project, ['scripts/build.mjs'], {
      NODE_OPTIONS: `--import "data:text/javascript,${encodeURIComponent(old)}"`,
    })
    expect(output).toMatch(/^\nHace falta Node 20\.19 o más nuevo; este es v.*\.\n$/)
    expect(code).toBe(1)
  })
})

describe('the pages', () => {
  const PAGE = {
    'web/index.html': '<script type="module" src="./main.ts"></script>',
    'web/main.ts': `import './a.css'; document.title = import.meta.env.PROD ? 'first' : 'unfinished'`,
    'web/a.css': 'a { color: red }',
    'web/render.tsx': 'export const render = 1',
    'shared/money.ts': '',
  }
  let project: string
  beforeAll(() => {
    project = makeProject({
      ...PAGE,
      'server/main.ts': `console.log('server', process.argv.slice(2).join())
        if (process.argv.includes('stay')) setTimeout(() => {}, 60_000)`,
      'scripts/demo.ts': `console.log('demo', process.argv.slice(2).join())`,
    })
    for (const name of ['node_modules', 'package-lock.json']) {
      symlinkSync(join(root, name), join(project, name))
    }
  })

  // npm test builds in this way.
  const build = () => run(project, ['scripts/build.mjs'], { NODE_ENV: 'test' })
  const index = () => readFileSync(join(project, 'web/dist/index.html'), 'utf8')
  const BUILT = /^Preparando las páginas… .*\nPreparando las páginas: listo en [\d.]+ s\n$/

  it('are built once, by one of two commands that start together', async () => {
    const outputs = (await Promise.all([build(), build()])).map(({ output }) => output)
    expect(outputs.filter((output) => output.includes('listo en'))).toHaveLength(1)
    const [script = ''] = /assets.*?\.js/.exec(index()) ?? []
    expect(readFileSync(join(project, 'web/dist', script), 'utf8')).toContain('first')
    expect(existsSync(join(project, 'web/dist/.server/render.js'))).toBe(true)
    expect(await build()).toEqual({ code: 0, output: '' })
  })

  it('are left alone by a command, which runs with its arguments', async () => {
    const started = (...args: string[]) => run(project, args)
    expect(await started('scripts/start.mjs', 'a')).toEqual({ code: 0, output: 'server a\n' })
    expect(await started('scripts/start.mjs', '--demo', 'a', 'b')).toEqual({
      code: 0,
      output: 'demo a,b\n',
    })
    expect(await started('scripts/run.mjs', 'scripts/demo.ts', '--demo')).toEqual({
      code: 0,
      output: 'demo --demo\n',
    })
    const { code, output } = await started('scripts/run.mjs')
    expect([code, output]).toEqual([2, expect.stringMatching(/^Uso: /)])
  })

  it('are built again after a change of a source, and after a new name of one', async () => {
    const before = index()
    addFiles(project, { 'web/main.ts': `import './a.css'; document.title = 'second'` })
    expect((await build()).output).toMatch(BUILT)
    expect(index()).not.toBe(before)
    renameSync(join(project, 'shared/money.ts'), join(project, 'shared/pesos.ts'))
    expect((await build()).output).toMatch(BUILT)
    expect((await build()).output).toBe('')
  })

  it('are built by a process that a signal then ends as usual', async () => {
    addFiles(project, { 'shared/newer.ts': '' })
    const server = start(project, ['scripts/start.mjs', 'stay'])
    await expect.poll(server.output).toMatch(/listo en .*\nserver stay\n$/)
    server.kill('SIGHUP')
    expect((await server.ended).code).toBe('SIGHUP')
  })

  it('stay those of the last build when one fails, and are built by the next', async () => {
    const before = index()
    addFiles(project, { 'web/main.ts': `import './missing.css'` })
    const { code, output } = await build()
    expect(output).toContain('missing.css')
    expect(output).not.toMatch(/^\s+at /m)
    expect(output).toMatch(
      /no se pudo \(código 1\)\. Todo el detalle está en \.setup\/build\.log\.\n$/,
    )
    expect(code).toBe(1)
    expect(index()).toBe(before)
    addFiles(project, PAGE)
    expect((await build()).output).toMatch(BUILT)
  })

  /** Starts a build that lasts until a signal ends it. Resolves when Vite runs. */
  async function startSlowBuild() {
    addFiles(project, {
      'vite.pid': '',
      'web/vite.config.mjs': `import { writeFileSync } from 'node:fs'
        const buildStart = () => {
          for (const signal of ['SIGTERM', 'SIGHUP']) {
            process.once(signal, () => {
              writeFileSync('ended-by', signal)
              process.exit(0)
            })
          }
          writeFileSync('vite.pid', String(process.pid))
          return new Promise((resolve) => setTimeout(resolve, 60_000))
        }
        export default { plugins: [{ name: 'slow', buildStart }] }`,
    })
    const building = start(project, ['scripts/build.mjs'])
    const pid = () => Number(readFileSync(join(project, 'vite.pid'), 'utf8'))
    await expect.poll(pid).toBeGreaterThan(0)
    return { ...building, vite: pid() }
  }

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('leave neither Vite nor the lock behind after %s', async (signal, code) => {
    const { kill, ended, vite } = await startSlowBuild()
    expect(readFileSync(lockOf(project), 'utf8')).toContain(` ${vite}`)
    kill(signal)
    expect((await ended).code).toBe(code)
    expect(() => process.kill(vite, 0)).toThrow('ESRCH')
    expect(readFileSync(join(project, 'ended-by'), 'utf8')).toBe(signal)
    expect(existsSync(lockOf(project))).toBe(false)
  })

  it('are not built when the system kills Vite', async () => {
    const { ended, vite } = await startSlowBuild()
    process.kill(vite, 'SIGKILL')
    const { code, output } = await ended
    expect(output).toContain('no se pudo (código 137). El sistema terminó el programa')
    expect(code).toBe(1)
  })
})
