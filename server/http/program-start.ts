import { raw } from 'hono/html'

/*
 * Delays the program of a rendered page until after the first paint. On a slow phone it would otherwise share the
 * network with the styles, and then take the processor. Until then its files stand in the head as
 * `rel="program"`, which browsers ignore. A hidden tab is never painted, so that it starts after a second.
 */
const START = `{
  let isStarted = false
  const start = () => {
    if (isStarted) return
    isStarted = true
    const files = document.querySelectorAll('link[rel=program]')
    for (const file of files) file.rel = 'modulepreload'
    const program = document.createElement('script')
    program.type = 'module'
    program.crossOrigin = ''
    program.src = files[0].href
    document.head.append(program)
  }
  setTimeout(start, 1000)
  new PerformanceObserver(start).observe({ type: 'paint', buffered: true })
}`

/** The script that starts the program, for the end of the page. The policy allows it by its hash (script-hashes.ts). */
export const PROGRAM_START = raw(`<script>${START}</script>`)

/** Returns the page that Vite built with its program waiting for PROGRAM_START. */
export function withLaterProgram(page: string): string {
  return page
    .replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      '<link rel="program" crossorigin href="$1">',
    )
    .replaceAll('rel="modulepreload"', 'rel="program"')
}
