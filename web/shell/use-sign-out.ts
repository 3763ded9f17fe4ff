import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { local } from '../api/local.ts'
import { signOut as endSession } from '../api/session.ts'
import { useToast } from '../components/toasts.ts'
import { dropAllDrafts } from '../forms/draft.ts'

/**
 * Ends the session, leaves nothing of this person behind (S10) and goes home. `leaving` holds until
 * home is there: a screen for members alone would otherwise send the person to sign in again.
 */
export function useSignOut() {
  const navigate = useNavigate()
  const toast = useToast()
  const { key } = useLocation()
  const [leavingFrom, setLeavingFrom] = useState<string | null>(null)
  const leaving = leavingFrom === key
  /** Changes that the server does not have yet, while we ask what to do with them (S10). */
  const [unsent, setUnsent] = useState(0)

  function signOut() {
    const waiting = local()?.unsent() ?? 0
    if (waiting > 0) setUnsent(waiting)
    else void leave()
  }

  async function leave() {
    setUnsent(0)
    if (leaving) return
    setLeavingFrom(key)
    try {
      await endSession()
      dropAllDrafts()
      navigate(links.home())
    } catch {
      setLeavingFrom(null)
      toast({ text: 'No se pudo cerrar la sesión. Intenta nuevamente.' })
    }
  }

  return { leaving, signOut, unsent, leaveAnyway: () => void leave(), stay: () => setUnsent(0) }
}
