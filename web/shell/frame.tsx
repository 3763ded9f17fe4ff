import { Suspense, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { useInstallation } from '../api/installation.ts'
import { type Session, useSession } from '../api/session.ts'
import { Header } from '../components/header.tsx'
import { lazyExtra } from '../components/lazy-extra.ts'
import { Loading } from '../components/loading.tsx'
import { TileBorder } from '../components/tile-pattern.tsx'
import { FailureBoundary } from './failure-boundary.tsx'
import styles from './frame.module.css'
import { guestPageFooter, pageFooter } from './lazy-page-footer.ts'
import { Screen } from './screen.tsx'
import { UnsentQuestion } from './unsent-question.tsx'
import { useKeptReports } from './use-kept-reports.ts'
import { useQuiet } from './use-quiet.ts'
import { useSignOut } from './use-sign-out.ts'
import { useTouched } from './use-touched.ts'

// The copy comes after the first paint: the server answers until it is there.
const Sync = lazyExtra(() => import('./sync.tsx'), 'Sync')
const Outgoing = lazyExtra(
  () => import('../features/reports/outgoing-reports.tsx'),
  'OutgoingReports',
)
const Measurement = lazyExtra(() => import('./measurement.tsx'), 'Measurement')
const NewVersion = lazyExtra(() => import('./new-version.tsx'), 'NewVersion')

interface FrameProps {
  /** The contribution page's: the guarda, and few ways out. */
  guest?: boolean
  /** Fetches what comes after this screen, once somebody is there and the page is quiet. */
  prepare?: () => Promise<void>
}

/** The header and footer around a screen. */
export function Frame({ guest = false, prepare }: FrameProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const { leaving, signOut, unsent, leaveAnyway, stay } = useSignOut()
  const isQuiet = useQuiet()
  const isTouched = useTouched()
  const isMeasured = useInstallation(isQuiet)?.analytics
  const hasReports = useKeptReports(isQuiet)

  useEffect(() => {
    if (isQuiet && isTouched) prepare?.().catch(() => {})
  }, [isQuiet, isTouched, prepare])

  return (
    <div className={styles.frame}>
      <Header
        person={personOf(session)}
        bare={guest}
        loginTo={guest ? links.login(pathname + search) : undefined}
        onSignOut={signOut}
      >
        {!guest && session.name === 'signed-in' && (
          <Suspense>
            <Sync key={session.user.id} personId={session.user.id} />
          </Suspense>
        )}
      </Header>
      {isMeasured && (
        <Suspense>
          <Measurement />
        </Suspense>
      )}
      {guest && <TileBorder />}
      <div className={styles.reports}>
        {isQuiet && (hasReports || isTouched) && (
          <Suspense>
            <Outgoing />
          </Suspense>
        )}
      </div>
      <div className={styles.screen}>
        <FailureBoundary place={pathname}>
          <Suspense fallback={<Loading />}>
            {leaving ? <Loading text="Cerrando sesión…" /> : <Outlet />}
          </Suspense>
        </FailureBoundary>
      </div>
      {unsent > 0 && <UnsentQuestion count={unsent} onLeave={leaveAnyway} onStay={stay} />}
      {!guest && session.name === 'signed-in' && (
        <Suspense>
          <NewVersion />
        </Suspense>
      )}
      {(!guest || isTouched) && (
        <Suspense>
          <Screen key={`${guest}`} of={guest ? guestPageFooter : pageFooter} />
        </Suspense>
      )}
    </div>
  )
}

function personOf(session: Session) {
  switch (session.name) {
    case 'loading':
      return undefined
    case 'signed-in':
      return session.user
    case 'signed-out':
    case 'failed':
      return null
  }
}
