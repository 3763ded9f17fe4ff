import { useSession } from '../api/session.ts'
import { Footer } from '../components/footer.tsx'

export function Foot() {
  const session = useSession()
  return <Footer signedIn={session.name === 'signed-in'} />
}

/** Below the contribution page, which has one thing to do. */
export function GuestFoot() {
  return <Footer bare />
}
