import { createHash } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../../scripts/child.mjs'

const PARTS = ['server', 'shared', 'migrations', 'web/dist', 'package.json', 'tsconfig.json']

export interface Deployment {
  /** The folder to run the server in. */
  program: string
  /** Replaces the pages by another version, as a release does: the page and its worker differ. */
  release(name: string): void
  remove(): void
}

/** Copies the program and its built pages to a new folder, in which a test can release a new version. */
export function createDeployment(): Deployment {
  const program = mkdtempSync(join(tmpdir(), 'entre-todos-program-'))
  for (const part of PARTS) cpSync(join(root, part), join(program, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(program, 'node_modules'))
  const pages = join(program, 'web/dist')

  return {
    program,
    release(name) {
      const html = readFileSync(join(pages, 'index.html'), 'utf8')
      const next = html.replace('</head>', `<meta name="release" content="${name}" /></head>`)
      for (const packed of ['br', 'gz']) rmSync(join(pages, `index.html.${packed}`))
      writeFileSync(join(pages, 'index.html'), next)

      const revision = createHash('md5').update(next).digest('hex')
      const worker = readFileSync(join(pages, 'service-worker.js'), 'utf8')
      const before = createHash('md5').update(html).digest('hex')
      if (!worker.includes(before)) throw new Error('The worker does not know its page')
      writeFileSync(join(pages, 'service-worker.js'), worker.replace(before, revision))
    },
    remove: () => rmSync(program, { recursive: true, force: true }),
  }
}
