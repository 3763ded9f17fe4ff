import type { PGliteWithLive } from '@electric-sql/pglite/live'
import { PGliteProvider } from '@electric-sql/pglite-react'
import { Outlet } from 'react-router-dom'
import { live } from '../api/live.ts'

/** Stands around the screens that ask by useQuery. Its code comes with theirs. */
export function LiveScreens() {
  return (
    <PGliteProvider db={database}>
      <Outlet />
    </PGliteProvider>
  )
}

// The engine is in a worker or at the server: of it a screen uses live.query, and that is ours.
const database = { live } as unknown as PGliteWithLive
