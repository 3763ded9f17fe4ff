import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { useSession } from '../api/session.ts'

/** Screens for whoever is signed in; everyone else signs in first and comes back. */
export function SignedInOnly() {
  const session = useSession()
  const { pathname } = useLocation()

  if (session.name === 'signed-in') return <Outlet />
  // The address itself: lists write there behind the router's back.
  return <Navigate to={links.login(pathname + window.location.search)} replace />
}
