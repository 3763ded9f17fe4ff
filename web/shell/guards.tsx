import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { loadSession, useSession } from '../api/session.ts'
import { Failed } from '../components/empty-state.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'

export function KnownSession() {
  const session = useSession()
  switch (session.name) {
    case 'loading':
      return <Loading />
    case 'failed':
      return (
        <Page title="Sin conexión">
          <Failed
            level={1}
            title="No pudimos conectarnos"
            error={session.error}
            retry={() => void loadSession()}
          />
        </Page>
      )
    case 'signed-in':
    case 'signed-out':
      return <Outlet />
  }
}

export function SignedInOnly() {
  const session = useSession()
  const { pathname } = useLocation()

  if (session.name === 'signed-in') return <Outlet />
  // Not the router's URL: lists change it without the router.
  return <Navigate to={links.login(pathname + window.location.search)} replace />
}

/** Renders its routes for administrators (A8). */
export function AdministratorsOnly() {
  const session = useSession()
  if (session.name === 'signed-in' && session.user.isAdmin) return <Outlet />
  return <Navigate to={links.dashboard()} replace />
}
