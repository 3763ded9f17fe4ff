/* Renders screens on the server (web/render.tsx): a slow phone shows them before any script has loaded. */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { html, raw } from 'hono/html'
import { PAGE_DATA, type PageData } from '../../shared/page-data.ts'
import { PROGRAM_START, withLaterProgram } from './program-start.ts'

export interface PageWriter {
  /** Returns whether guests get the page rendered, without any data but the date. */
  isOpen(path: string, search: string): boolean
  screenAt(path: string): string // '' when no screen at `path` is preloaded
  preload(page: string, path: string): string // links the scripts of the screen at `path`
  write(page: string, path: string, data: PageData): Promise<string>
}

export async function createPageWriter(
  folder: string,
  version: number,
): Promise<PageWriter | null> {
  const renderer = join(folder, '.server/render.js')
  if (!existsSync(renderer)) return null
  // With the version, because Node caches modules by URL.
  const { renderPage, modulesAt, isOpen } = (await import(
    `${pathToFileURL(renderer)}?${version}`
  )) as Renderer
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))

  function preload(page: string, path: string) {
    const files = new Set(modulesAt(path).flatMap((module) => filesOf(manifest, module)))
    const links = [...files].filter((file) => !page.includes(`"/${file}"`)).map(linkTo)
    return page.replace('</head>', (end) => links.join('') + end)
  }

  return {
    isOpen,
    screenAt: (path) => modulesAt(path).join(),
    preload,
    async write(page, path, data) {
      const content = await renderPage(path, data)
      const root = await html`<div id="root">${raw(content)}</div>
    <script type="application/json" id="${PAGE_DATA}">${raw(asData(data))}</script>
    ${PROGRAM_START}`
      // A function, because `replace` would interpret patterns such as $& in a title.
      return withLaterProgram(preload(page, path)).replace(ROOT, () => String(root))
    },
  }
}

interface Renderer {
  isOpen(path: string, search: string): boolean
  modulesAt(path: string): string[]
  renderPage(path: string, data: PageData): Promise<string>
}

type Manifest = Record<string, { file: string; imports?: string[] }>

/** For web/fetch-then-import.ts: some browsers never load a module again whose modulepreload failed. */
const linkTo = (file: string) => `<link rel="preload" as="fetch" crossorigin href="/${file}">`

const ROOT = /<div id="root"><\/div>(\s*<noscript>[\s\S]*?<\/noscript>)?/

function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  const { file, imports = [] } = chunk
  return [file, ...imports.flatMap((other) => filesOf(manifest, other, seen))]
}

/** JSON that cannot close the element around it. */
function asData(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
