/*
 * The pages that the server renders, so that a slow phone shows them before their script is loaded. Built separately
 * for Node (scripts/setup.mjs); server/http/page-writer.ts loads it.
 */
import { renderToString } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router-dom'
import { links } from '../shared/links.ts'
import type { PageData } from '../shared/page-data.ts'
import { App, preloadScreen, Root } from './app.tsx'

const OTHER = ['routes.tsx', 'shell/page-footer.tsx']

/** The screens that people open first, and the modules that each loads, as named in Vite's manifest. */
const FIRST: [path: string, modules: string[]][] = [
  [links.contribute(':id'), ['screens/contribute/contribute.tsx']],
  [links.home(), ['screens/home/home.tsx', ...OTHER]],
  [links.login(), ['screens/login/login.tsx', ...OTHER]],
  [links.dashboard(), ['screens/dashboard/dashboard.tsx', 'shell/live-screens.tsx', ...OTHER]],
]

/** Returns the modules that the browser can fetch together with the page at `path`. */
export function modulesAt(path: string): string[] {
  return FIRST.find(([pattern]) => matchPath(pattern, path))?.[1] ?? OTHER
}

/** True when the page of a visitor depends on the date alone. Login continues to the address in its query string. */
export function isOpen(path: string, search: string): boolean {
  return path === links.home() || (path === links.login() && search === '')
}

/** Returns the HTML of the page at `path`. */
export async function renderPage(path: string, data: PageData): Promise<string> {
  await preloadScreen(path)
  const html = renderToString(
    <Root data={data}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </Root>,
  )
  // React puts this first when there is no head; the server writes its own.
  return html.replace(/^<title>[^<]*<\/title>/, '')
}
