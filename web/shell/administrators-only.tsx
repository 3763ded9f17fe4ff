import { Navigate, Outlet } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { useSession } from '../api/session.ts'

/** Screens for administrators; who is signed in without being one goes to the dashboard. */
export function AdministratorsOnly() {
  const session = useSession()
  if (session.name === 'signed-in' && session.user.isAdmin) return <Outlet />
  return <Navigate to={links.dashboard()} replace />
}
