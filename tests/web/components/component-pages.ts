import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import type { Page } from '@playwright/test'
import react from '@vitejs/plugin-react'
import { build } from 'vite'
import { launchBrowser } from '../../support/browser.ts'

const TYPES: Record<string, string> = {
  '.css': 'text/css',
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.woff2': 'font/woff2',
}
const POLICY = "default-src 'self'; style-src 'self'; script-src 'self'; frame-ancestors 'none'"

type View = { width?: number; colorScheme?: 'light' | 'dark'; forcedColors?: 'active' | 'none' }
export type ComponentPages = {
  /** A fresh page that shows one scene. */
  show: (scene: 'form' | 'list' | 'overlay' | 'sync', view?: View) => Promise<Page>
  /** Closes the pages of a test. */
  clear: () => Promise<void>
  /** Console errors, console warnings and uncaught exceptions of the pages. */
  complaints: string[]
  close: () => Promise<void>
}

/** The page is built once for all test files of a worker. */
let built: ReturnType<typeof buildPage> | undefined

/** Opens the component page as production would serve it: built, under our content security policy, in a browser. */
export async function openComponentPages(): Promise<ComponentPages> {
  built ??= buildPage()
  const [files, browser] = await Promise.all([built, launchBrowser()])
  const complaints: string[] = []

  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '/', 'http://components').pathname
    const name = path === '/' ? 'index.html' : path.slice(1)
    const file = files.get(name)
    const type = TYPES[extname(name)] ?? 'text/plain'
    response.writeHead(file ? 200 : 204, {
      'content-type': type,
      'content-security-policy': POLICY,
    })
    response.end(file)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined

  return {
    complaints,
    async show(scene, { width = 1280, colorScheme = 'light', forcedColors = 'none' } = {}) {
      const context = await browser.newContext({
        viewport: { width, height: 800 },
        colorScheme,
        forcedColors,
        locale: 'es-AR',
        reducedMotion: 'reduce',
      })
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(error.message))
      page.on('console', (message) => {
        if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
      })
      await page.goto(`http://127.0.0.1:${port}/?scene=${scene}`)
      await page.getByRole('heading', { level: 1 }).waitFor()
      return page
    },
    async clear() {
      await Promise.all(browser.contexts().map((context) => context.close()))
    },
    async close() {
      await browser.close()
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    root: join(import.meta.dirname, 'page'),
    plugins: [react()],
    build: { write: false, target: 'es2022', assetsInlineLimit: 0 },
  })
  if (!('output' in built)) throw new Error('The page was not built at once')
  return new Map(
    built.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
}
