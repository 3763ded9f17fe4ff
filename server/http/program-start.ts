import { raw } from 'hono/html'

/*
 * A page that is there before its script is painted before its script, too: on a slow phone the program would
 * share the line with the styles, and then take the processor. Its files wait in the head under a name of ours;
 * they are fetched and run after the first paint, or after a second: a tab that nobody sees is not painted.
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

/** The element that starts the program, for the end of a page; allowed by its hash (script-hashes.ts). */
export const PROGRAM_START = raw(`<script>${START}</script>`)

/** `page`, as Vite built it, with its program waiting for PROGRAM_START. */
export function withLaterProgram(page: string): string {
  return page
    .replace(
      /<script type="module" crossorigin src="([^"]+)"><\/script>/,
      '<link rel="program" crossorigin href="$1">',
    )
    .replaceAll('rel="modulepreload"', 'rel="program"')
}
