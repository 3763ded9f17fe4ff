import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { runChild } from '../../scripts/child.mjs'
import { makeTemporaryFolder } from '../../scripts/temporary-folder.ts'

/** The template's script, as Vite names it. */
export const PROGRAM = 'assets/index-1a2b.js'
export const LOGIN = 'assets/login-1a2b.js'
export const SCRIPT = 'assets/contribute-1a2b.js'

/**
 * Makes a folder of pages as Vite builds it, with the server's renderer: built from the sources, or `renderer`
 * in its place.
 */
export async function makeRenderedPages(renderer?: string): Promise<string> {
  const folder = makeTemporaryFolder()
  const template = readFileSync('web/index.html', 'utf8')
    .replace('<script type="module" src="/main.tsx"></script>', '')
    .replace('</head>', `<script type="module" crossorigin src="/${PROGRAM}"></script></head>`)
  writeFileSync(join(folder, 'index.html'), template)
  mkdirSync(join(folder, '.vite'))
  const manifest = {
    'screens/contribute/contribute.tsx': { file: SCRIPT },
    'screens/login/login.tsx': { file: LOGIN },
  }
  writeFileSync(join(folder, '.vite/manifest.json'), JSON.stringify(manifest))
  const server = join(folder, '.server')
  if (renderer !== undefined) {
    mkdirSync(server)
    writeFileSync(join(server, 'render.js'), renderer)
    return folder
  }
  const args = ['build', 'web', '--ssr', 'render.tsx', '--outDir', server, '--logLevel', 'error']
  const code = await runChild('node_modules/vite/bin/vite.js', args, {
    env: { NODE_ENV: 'production' },
  })
  if (code !== 0) throw new Error('The renderer could not be built')
  return folder
}
