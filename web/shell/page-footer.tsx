import { useInstallation } from '../api/installation.ts'
import { useSession } from '../api/session.ts'
import { Footer } from '../components/footer.tsx'
import { useIdle } from './loading-signals.ts'

export function PageFooter() {
  const session = useSession()
  return <Footer signedIn={session.name === 'signed-in'} measured={useMeasured()} />
}

export function GuestPageFooter() {
  return <Footer bare measured={useMeasured()} />
}

function useMeasured(): boolean {
  return useInstallation(useIdle())?.analytics ?? false
}
