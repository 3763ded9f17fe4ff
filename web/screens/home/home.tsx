import { useSession } from '../../api/session.ts'
import { MemberHome } from './member-home.tsx'
import { VisitorHome } from './visitor-home.tsx'

/** The door: what the product is, or the way back to one's own colectas. */
export function Home() {
  const session = useSession()
  return session.name === 'signed-in' ? <MemberHome person={session.user} /> : <VisitorHome />
}
