import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { serveStatic } from '@hono/node-server/serve-static'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import type { Env } from './env.ts'

const A_YEAR = 365 * 24 * 60 * 60 // in seconds

/**
 * The pages as Vite built them into `folder`. What has a hash in its name never changes; the page
 * itself is asked for anew each time and answers every address that is no file's.
 */
export function pages(folder: string): Hono<Env> {
  const app = new Hono<Env>()
  if (!existsSync(join(folder, 'index.html'))) return app.get('*', (c) => c.text(NOT_BUILT, 503))

  app.use(compress())
  app.get(
    '/assets/*',
    serveStatic({
      root: folder,
      precompressed: true,
      onFound: (_path, c) => c.header('Cache-Control', `public, max-age=${A_YEAR}, immutable`),
    }),
  )
  app.get(
    '*',
    async (c, next) => (isHidden(c.req.path) ? c.notFound() : next()),
    serveStatic({ root: folder, precompressed: true, onFound: askAnew }),
    async (c, next) => (isFile(c.req.path) ? c.notFound() : next()),
    serveStatic({ root: folder, path: 'index.html', precompressed: true, onFound: askAnew }),
  )
  return app
}

const NOT_BUILT =
  'Las páginas todavía no están preparadas. Inicia el servidor con npm start, que las prepara.\n'

function askAnew(_path: string, c: { header(name: string, value: string): void }): void {
  c.header('Cache-Control', 'no-cache')
}

function isFile(path: string): boolean {
  return /\.[^/]*$/.test(path) || path.startsWith('/assets/')
}

function isHidden(path: string): boolean {
  return path.includes('/.')
}
