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
import { lazyScreen, Screen } from './lazy-screen.tsx'
import { useIdle, useKeptReports, useTouched } from './loading-signals.ts'
import { useSignOut } from './use-sign-out.ts'

// The replica loads after the first paint; until then the server answers queries.
const MemberTools = lazyExtra(() =>
  import('./member-tools.tsx').then((module) => module.MemberTools),
)
const Outgoing = lazyExtra(() =>
  import('../features/reports/outgoing-reports.tsx').then((module) => module.OutgoingReports),
)
const Measurement = lazyExtra(() =>
  import('./measurement.tsx').then((module) => module.Measurement),
)
const Toaster = lazyExtra(() => import('../components/toast.tsx').then((module) => module.Toaster))
const UnsentQuestion = lazyExtra(() =>
  import('./unsent-question.tsx').then((module) => module.UnsentQuestion),
)
const NewVersion = lazyExtra(() => import('./new-version.tsx').then((module) => module.NewVersion))

/* The contribution page loads the footer at the first scroll or touch. A screen works without it. */
const nothing = () => null
const loadFooter = () =>
  import('./page-footer.tsx').catch(() => ({ PageFooter: nothing, GuestPageFooter: nothing }))
const guestPageFooter = lazyScreen(loadFooter, 'GuestPageFooter')
export const pageFooter = lazyScreen(loadFooter, 'PageFooter')

interface FrameProps {
  guest?: boolean
  /** Loads the next screens once the person has interacted and the page is idle. */
  prepare?: () => Promise<void>
}

export function Frame({ guest = false, prepare }: FrameProps) {
  const session = useSession()
  const { pathname, search } = useLocation()
  const { leaving, signOut, unsent, leaveAnyway, stay } = useSignOut()
  const isIdle = useIdle()
  const isTouched = useTouched()
  const isMeasured = useInstallation(isIdle)?.analytics
  const hasReports = useKeptReports(isIdle)

  useEffect(() => {
    if (isIdle && isTouched) prepare?.().catch(() => {})
  }, [isIdle, isTouched, prepare])

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
            <MemberTools key={session.user.id} user={session.user} />
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
        {isIdle && (hasReports || isTouched) && (
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
      {unsent > 0 && (
        <Suspense>
          <UnsentQuestion count={unsent} onLeave={leaveAnyway} onStay={stay} />
        </Suspense>
      )}
      {session.name === 'signed-in' && (
        <Suspense>
          <Toaster />
          {!guest && <NewVersion />}
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
