/*
 * Writes a screen's content into the page, so that a slow phone reads it before any script is there. What
 * renders it is built from web/render.tsx, beside the pages and under a name that nobody is answered
 * (pages.ts); which files it needs is said by Vite's manifest.
 */
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { html, raw } from 'hono/html'
import { PAGE_DATA, type PageData } from '../../shared/page-data.ts'
import { PROGRAM_START, withLaterProgram } from './program-start.ts'

export interface PageWriter {
  /** Whether the page there can be written for who is not signed in, from the day alone. */
  isOpen(path: string, search: string): boolean
  /** Which of the screens that people come to first is at `path`; the same text for the same screen. */
  screenAt(path: string): string
  /** `page` with the files of the screen at `path` in its head: the browser need not wait to be told. */
  name(page: string, path: string): string
  /** `page` with that and the screen's content, of which `data` is all that is known. */
  write(page: string, path: string, data: PageData): Promise<string>
}

/** For the pages in `folder`, which were built at `version`; null where only their script can draw them. */
export async function createPageWriter(
  folder: string,
  version: number,
): Promise<PageWriter | null> {
  const renderer = join(folder, '.server/render.js')
  if (!existsSync(renderer)) return null
  // Under the version, or Node would answer with the module of the last one.
  const { renderPage, modulesAt, isOpen } = (await import(
    `${pathToFileURL(renderer)}?${version}`
  )) as Renderer
  const manifest: Manifest = JSON.parse(await readFile(join(folder, '.vite/manifest.json'), 'utf8'))

  function name(page: string, path: string) {
    const files = new Set(modulesAt(path).flatMap((module) => filesOf(manifest, module)))
    const links = [...files].filter((file) => !page.includes(`"/${file}"`)).map(linkTo)
    return page.replace('</head>', (end) => links.join('') + end)
  }

  return {
    isOpen,
    screenAt: (path) => modulesAt(path).join(),
    name,
    async write(page, path, data) {
      const content = await renderPage(path, data)
      const root = await html`<div id="root">${raw(content)}</div>
    <script type="application/json" id="${PAGE_DATA}">${raw(asData(data))}</script>
    ${PROGRAM_START}`
      // As a function: a title may hold what `replace` would read as a pattern of its own.
      return withLaterProgram(name(page, path)).replace(ROOT, () => String(root))
    },
  }
}

interface Renderer {
  isOpen(path: string, search: string): boolean
  modulesAt(path: string): string[]
  renderPage(path: string, data: PageData): Promise<string>
}

type Manifest = Record<string, { file: string; imports?: string[] }>

const linkTo = (file: string) => `<link rel="modulepreload" crossorigin href="/${file}">`

/** Where the script would draw the screen, and what is said to those who have none. */
const ROOT = /<div id="root"><\/div>(\s*<noscript>[\s\S]*?<\/noscript>)?/

/** The files without which `name` cannot be shown: its own, and those of what it imports. */
function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): string[] {
  const chunk = manifest[name]
  if (!chunk || seen.has(name)) return []
  seen.add(name)
  const { file, imports = [] } = chunk
  return [file, ...imports.flatMap((other) => filesOf(manifest, other, seen))]
}

/** JSON in which no text can end the element around it. */
function asData(data: PageData): string {
  return JSON.stringify(data).replaceAll('<', '\\u003c')
}
