/*
 * The pages that the server writes whole, so that a slow phone reads them before its script comes. Built
 * apart, for Node (scripts/setup.mjs); server/http/page-writer.ts loads it.
 */
import { renderToString } from 'react-dom/server'
import { matchPath, StaticRouter } from 'react-router-dom'
import { links } from '../shared/links.ts'
import type { PageData } from '../shared/page-data.ts'
import { App, preloadScreen } from './app.tsx'
import { Root } from './root.tsx'

/** The screens that people come to first, and the modules that each asks for, as Vite's manifest names them. */
const FIRST: [path: string, modules: string[]][] = [
  [links.contribute(':id'), ['screens/contribute/contribute.tsx']],
  [links.home(), ['screens/home/home.tsx', 'shell/foot.tsx']],
  [links.login(), ['screens/login/login.tsx', 'shell/foot.tsx']],
  [
    links.dashboard(),
    ['screens/dashboard/dashboard.tsx', 'shell/live-screens.tsx', 'shell/foot.tsx'],
  ],
]

/** What the browser may fetch with the page at `path`, and not only once its script asks. */
export function modulesAt(path: string): string[] {
  return FIRST.find(([pattern]) => matchPath(pattern, path))?.[1] ?? []
}

/**
 * Whether the page there can be written for who is not signed in, from the day alone. Home says the same
 * wherever a link to it was shared, login leads on to what its address names.
 */
export function isOpen(path: string, search: string): boolean {
  return path === links.home() || (path === links.login() && search === '')
}

/** The content of the page at `path`, of which `data` is all that is known. */
export async function renderPage(path: string, data: PageData): Promise<string> {
  await preloadScreen(path)
  const html = renderToString(
    <Root data={data}>
      <StaticRouter location={path}>
        <App />
      </StaticRouter>
    </Root>,
  )
  // React puts it first where there is no head; the server writes its own.
  return html.replace(/^<title>[^<]*<\/title>/, '')
}
