import { type ReactNode, StrictMode } from 'react'
import { matchPath, Route, Routes } from 'react-router-dom'
import { links } from '../shared/links.ts'
import type { PageData } from '../shared/page-data.ts'
import { PageDataContext } from './api/page-data.ts'
import { Frame, pageFooter } from './shell/frame.tsx'
import { KnownSession, SignedInOnly } from './shell/guards.tsx'
import { lazyScreen, routesOf, Screen, type ScreenRoute } from './shell/lazy-screen.tsx'
import { useLostFocus } from './shell/use-lost-focus.ts'
import { useNavigationFocus } from './shell/use-navigation-focus.ts'

/** The routes of the contribution page; those of every other page are in routes.tsx, which it does not load. */
export function App() {
  useNavigationFocus()
  useLostFocus()
  return (
    <Routes>
      <Route element={<Frame guest prepare={prepareWayOut} />}>
        {routesOf(CONTRIBUTION)}
        <Route element={<KnownSession />}>
          <Route element={<SignedInOnly />}>{routesOf(OWN_CONTRIBUTION)}</Route>
        </Route>
      </Route>
      <Route element={<Frame />}>
        <Route path="*" element={<Screen of={otherRoutes} />} />
      </Route>
    </Routes>
  )
}

/** Loads the code of the screen at `pathname`, so that the first paint is that screen. */
export async function preloadScreen(pathname: string): Promise<void> {
  const guest = [...CONTRIBUTION, ...OWN_CONTRIBUTION].find(([path]) => matchPath(path, pathname))
  if (guest) {
    await guest[1].preload()
    return
  }
  const { preloadOther } = await loadOtherRoutes()
  await Promise.all([otherRoutes.preload(), preloadOther(pathname), pageFooter.preload()])
}

/** A contribution ends at the home page, whose code must be loaded in case the network is lost before. */
const prepareWayOut = () => preloadScreen(links.home())

const loadOtherRoutes = () => import('./routes.tsx')
const otherRoutes = lazyScreen(loadOtherRoutes, 'OtherRoutes')

const contribute = lazyScreen(() => import('./screens/contribute/contribute.tsx'), 'Contribute')

const CONTRIBUTION: ScreenRoute[] = [
  [links.contribute(':id'), contribute],
  [
    links.ownReport(':id'),
    lazyScreen(() => import('./screens/own-report/own-report-detail.tsx'), 'OwnReportDetail'),
  ],
]

const OWN_CONTRIBUTION: ScreenRoute[] = [[links.ownContribution(':id'), contribute]]

/** The providers around the program, on the server and in the browser. */
export function Root({ data, children }: { data: PageData | null; children: ReactNode }) {
  return (
    <StrictMode>
      <PageDataContext value={data}>{children}</PageDataContext>
    </StrictMode>
  )
}
