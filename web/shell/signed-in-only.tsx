import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { useSession } from '../api/session.ts'

/** Screens for whoever is signed in; everyone else signs in first and comes back. */
export function SignedInOnly() {
  const session = useSession()
  const { pathname, search } = useLocation()

  if (session.name === 'signed-in') return <Outlet />
  return <Navigate to={links.login(pathname + search)} replace />
}
