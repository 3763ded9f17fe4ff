/* The engine on a browser's real IndexedDB. */
import { join } from 'node:path'
import type { Browser, BrowserContext, Page } from '@playwright/test'
import { build } from 'vite'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { replicaFolder } from '../../web/replica-folder.ts'
import { launchBrowser } from '../support/browser.ts'
import { serveApp } from '../support/serve-app.ts'
import { until } from '../support/until.ts'

const TYPES: Record<string, string> = {
  html: 'text/html',
  js: 'text/javascript',
  wasm: 'application/wasm',
}

let browser: Browser
let site: Awaited<ReturnType<typeof serveApp>>

beforeAll(async () => {
  const [opened, files] = await Promise.all([launchBrowser(), buildPage()])
  browser = opened
  site = await serveApp({
    fetch({ url }) {
      const name = new URL(url).pathname.slice(1)
      const body = files.get(name)
      const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'application/octet-stream'
      return new Response(body === undefined ? null : Buffer.from(body), {
        status: body === undefined ? 404 : 200,
        headers: { 'content-type': type },
      })
    },
  })
})
afterAll(async () => {
  await browser.close()
  await site.close()
})

const openContext = () => browser.newContext()

async function openPage(context: BrowserContext): Promise<Page> {
  const page = await context.newPage()
  await page.goto(`${site.origin}/index.html`)
  await page.waitForFunction(() => 'openEngine' in window)
  return page
}

async function openEngine(context: BrowserContext): Promise<Page> {
  const page = await openPage(context)
  await page.evaluate(async () => {
    window.engine = await window.openEngine('lucia')
  })
  return page
}

async function keepCursor(page: Page, cursor: string): Promise<void> {
  await page.evaluate(async (cursor) => {
    await window.engine.pglite.query('update replica_state set cursor = $1', [cursor])
    await window.engine.flush()
  }, cursor)
}

function readCursor(page: Page): Promise<string | null | undefined> {
  return page.evaluate(async () => {
    const { pglite } = window.engine
    const { rows } = await pglite.query<{ cursor: string | null }>(
      'select cursor from replica_state',
    )
    return rows[0]?.cursor
  })
}

function readFolders(page: Page): Promise<(string | undefined)[]> {
  return page.evaluate(async () => (await indexedDB.databases()).map(({ name }) => name))
}

it('rejects when its program cannot be fetched', async () => {
  const context = await openContext()
  await context.route(/\.wasm$/, (route) => route.abort())
  const page = await openPage(context)
  const opening = page.evaluate(() => window.openEngine('lucia').then(() => 'opened', String))
  expect(await opening).toContain('Failed to fetch')
  await context.close()
})

// Together: most of the time they wait for time limits.
describe.concurrent('[S10] a folder that another connection holds', { timeout: 60_000 }, () => {
  it('is skipped when it was never flushed, and the new one is found again', async () => {
    const context = await openContext()
    const holder = await openEngine(context)
    const page = await openEngine(context)
    expect(await readCursor(page)).toBeNull()
    await keepCursor(page, 'kept')

    await page.close()
    const next = await openEngine(context)
    expect(await readCursor(next)).toBe('kept')

    await holder.close()
    await until(async () => expect(await readFolders(next)).toHaveLength(1))
    await next.close()
    expect(await readCursor(await openEngine(context))).toBe('kept')
    await context.close()
  })

  it('is skipped when it is being deleted', async () => {
    const context = await openContext()
    await keepCursor(await openEngine(context), 'old')
    const page = await openPage(context)
    await page.evaluate(async () => {
      for (const { name = '' } of await indexedDB.databases()) indexedDB.deleteDatabase(name)
      window.engine = await window.openEngine('lucia')
    })
    expect(await readCursor(page)).toBeNull()
    await context.close()
  })
})

async function buildPage(): Promise<Map<string, string | Uint8Array>> {
  const built = await build({
    configFile: false,
    root: join(import.meta.dirname, 'engine-page'),
    logLevel: 'error',
    plugins: [replicaFolder()],
    build: { write: false, target: 'es2022' },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('The page was not built')
  return new Map(
    output.output.map((file) => [file.fileName, file.type === 'chunk' ? file.code : file.source]),
  )
}
