import { Outlet } from 'react-router-dom'
import { LiveDatabase } from '../api/live-database.tsx'
import { useUser } from '../api/session.ts'

/** The parent route of screens that call useQuery. Loaded with their code. */
export function LiveScreens() {
  const user = useUser()
  return (
    // A tab that slept may get another person at once: no row and no typed text passes on to them.
    <LiveDatabase key={user?.id}>
      <Outlet />
    </LiveDatabase>
  )
}
