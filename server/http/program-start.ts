import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { raw } from 'hono/html'

/*
 * Delays the app's script on a rendered page until the first paint: on a slow phone it would compete with the styles.
 * Browsers ignore its `rel="program"`. A hidden tab is never painted: there the script starts after a second.
 */
const START = `{
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    const files = document.querySelectorAll('link[rel=program]')
    for (const file of files) file.rel = file.as ? 'preload' : 'modulepreload'
    const program = document.createElement('script')
    program.type = 'module'
    program.crossOrigin = ''
    program.src = files[0].href
    document.head.append(program)
  }
  setTimeout(start, 1000)
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
}`

/*
 * Keeps what a guest types before hydration when the page is reloaded. After it the form has no `data-early`, and the
 * draft of the program has the text (web/screens/contribute/use-report.ts).
 */
const KEEP_TYPED = `{
  const form = document.querySelector('form[data-early]')
  const key = 'typed:' + location.pathname
  const inStorage = (work) => {
    try {
      work(sessionStorage)
    } catch {
      // A browser that refuses storage, or a field of another release.
    }
  }
  const keepTyped = () => {
    const rendered = new Map(new FormData(form))
    inStorage((storage) => {
      const typed = JSON.parse(storage.getItem(key)) ?? []
      storage.removeItem(key)
      // Otherwise it may be another person's.
      if (performance.getEntriesByType('navigation')[0]?.type !== 'reload') return
      for (const [name, text] of typed) form.elements[name].value = text
    })
    addEventListener('pagehide', () => {
      if (!form.matches('[data-early]')) return
      const typed = [...new FormData(form)].filter(([name, text]) => rendered.get(name) !== text)
      inStorage((storage) => storage.setItem(key, JSON.stringify(typed)))
    })
  }
  if (form) keepTyped()
}`

/** The Content-Security-Policy allows this inline script by its hash (A6, scriptHashes). */
export const PROGRAM_START = raw(`<script>${START}${KEEP_TYPED}</script>`)

/** Marks the app's script and its preloads for PROGRAM_START. */
export function withLaterProgram(page: string): string {
  return page
    .replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      '<link rel="program" crossorigin href="$1">',
    )
    .replaceAll(/rel="(?:modulepreload|preload(?=" as="fetch"))"/g, 'rel="program"')
}

/** For the Content-Security-Policy (CSP 3, 2.3.1): `'sha256-…'` for each inline script. */
export function scriptHashes(folder: string): string[] {
  const index = join(folder, 'index.html')
  if (!existsSync(index)) return []
  const page = readFileSync(index, 'utf8') + PROGRAM_START
  const scripts = page.matchAll(/<script>([\s\S]*?)<\/script>/g)
  return [...scripts].map(([, text = '']) => {
    return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
  })
}
