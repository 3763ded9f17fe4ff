import { useInstallation } from '../api/installation.ts'
import { useSession } from '../api/session.ts'
import { Footer } from '../components/footer.tsx'
import { useIdle } from './loading-signals.ts'

export function PageFooter() {
  const session = useSession()
  return <Footer signedIn={session.name === 'signed-in'} hasAnalytics={useAnalytics()} />
}

export function GuestPageFooter() {
  return <Footer bare hasAnalytics={useAnalytics()} />
}

/** Requests the configuration when the page is idle, because the footer is the last to need it. */
function useAnalytics(): boolean {
  return useInstallation(useIdle())?.analytics ?? false
}
