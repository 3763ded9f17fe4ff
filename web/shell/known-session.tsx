import { Outlet } from 'react-router-dom'
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
