import { Outlet } from 'react-router-dom'
import { LiveDatabase } from '../api/live-database.tsx'

/** The parent route of screens that call useQuery. Loaded with their code. */
export function LiveScreens() {
  return (
    <LiveDatabase>
      <Outlet />
    </LiveDatabase>
  )
}
