import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { signOut as endSession, useSession } from '../api/session.ts'
import { useToast } from '../components/toasts.ts'
import { dropAllDrafts } from '../forms/draft.ts'
import { openLocal } from './open-local.ts'
import { tellServiceWorker } from './tell-service-worker.ts'

/**
 * Ends the session, leaves nothing of this person behind (S10) and goes home. `leaving` holds until
 * home is there: a screen for members alone would otherwise send the person to sign in again.
 */
export function useSignOut() {
  const navigate = useNavigate()
  const toast = useToast()
  const { key } = useLocation()
  const session = useSession()
  const [leavingFrom, setLeavingFrom] = useState<string | null>(null)
  const leaving = leavingFrom === key
  /** Changes that the server does not have yet, while we ask what to do with them (S10). */
  const [unsent, setUnsent] = useState(0)

  async function signOut() {
    if (leaving || session.name !== 'signed-in') return
    setLeavingFrom(key)
    const waiting = (await openLocal(session.user.id)).unsent()
    if (waiting === 0) return leave()
    setLeavingFrom(null)
    setUnsent(waiting)
  }

  async function leave() {
    setUnsent(0)
    setLeavingFrom(key)
    try {
      await endSession()
      dropAllDrafts()
      void tellServiceWorker('forget-organiser')
      navigate(links.home())
    } catch {
      setLeavingFrom(null)
      toast({ text: 'No se pudo cerrar la sesión. Intenta nuevamente.' })
    }
  }

  return {
    leaving,
    signOut: () => void signOut(),
    unsent,
    leaveAnyway: () => void leave(),
    stay: () => setUnsent(0),
  }
}
