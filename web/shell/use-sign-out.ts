import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { links } from '../../shared/links.ts'
import { signOut as endSession } from '../api/session.ts'
import { useToast } from '../components/toasts.ts'
import { dropAllDrafts } from '../forms/draft.ts'

/**
 * Ends the session, leaves nothing of this person behind (S10) and goes home. `leaving` holds until
 * home is there: a screen for members alone would otherwise send the person to sign in again.
 */
export function useSignOut(): { leaving: boolean; signOut: () => Promise<void> } {
  const navigate = useNavigate()
  const toast = useToast()
  const { key } = useLocation()
  const [leavingFrom, setLeavingFrom] = useState<string | null>(null)
  const leaving = leavingFrom === key

  async function signOut() {
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

  return { leaving, signOut }
}
