import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { loadSession, useSession } from '../api/session.ts'
import { Failed } from '../components/blank.tsx'
import { Loading } from '../components/loading.tsx'
import { Page } from '../components/page.tsx'

/** Shows a screen once it is known who is here. */
export function KnownSession() {
  const session = useSession()
  switch (session.name) {
    case 'loading':
      return <Loading />
    case 'failed':
      return (
        <Page>
          <title>Sin conexión · Entre Todos</title>
          <Failed level={1} title="No pudimos conectarnos" onRetry={() => void loadSession()}>
            {session.error.message}
          </Failed>
        </Page>
      )
    case 'signed-in':
    case 'signed-out':
      return <Outlet />
  }
}

/** Screens for people who are signed in; everyone else signs in first and comes back. */
export function SignedInOnly() {
  const session = useSession()
  const { pathname } = useLocation()

  if (session.name === 'signed-in') return <Outlet />
  // The address itself: lists write there behind the router's back.
  return <Navigate to={links.login(pathname + window.location.search)} replace />
}

/** Screens for administrators; everybody else who is signed in goes to the dashboard. */
export function AdministratorsOnly() {
  const session = useSession()
  if (session.name === 'signed-in' && session.user.isAdmin) return <Outlet />
  return <Navigate to={links.dashboard()} replace />
}
