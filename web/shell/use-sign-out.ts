import { useEffect, useState } from 'react'
import { useLocation, useNavigate } from 'react-router-dom'
import { hasCode } from '../../shared/errors.ts'
import { links } from '../../shared/links.ts'
import { signOut as endSession, useSession } from '../api/session.ts'
import { dropAllDrafts } from '../forms/draft.ts'

/**
 * Deletes the person's data (S10); with unsent changes it first sets `unsent` for a question. `leaving`, until home is
 * rendered: a screen for members would redirect to sign-in. Imports on demand: the contribution page needs none of it.
 */
export function useSignOut() {
  const navigate = useNavigate()
  const { key } = useLocation()
  const session = useSession()
  const [leavingFrom, setLeavingFrom] = useState<string | null>(null)
  const leaving = leavingFrom === key
  // "Back" returns to the same key, perhaps before home was rendered: then nobody is leaving.
  useEffect(() => {
    const stay = () => setLeavingFrom(null)
    window.addEventListener('popstate', stay)
    return () => window.removeEventListener('popstate', stay)
  }, [])
  const [unsent, setUnsent] = useState(0)

  async function signOut() {
    if (leaving || session.name !== 'signed-in') return
    setLeavingFrom(key)
    try {
      const { countUnsent } = await import('./count-unsent.ts')
      const waiting = await countUnsent(session.user.id)
      if (waiting === 0) return await leave()
      await import('./unsent-question.tsx')
      setUnsent(waiting)
      setLeavingFrom(null)
    } catch (error) {
      await showFailure(error)
    }
  }

  async function leave() {
    setUnsent(0)
    setLeavingFrom(key)
    try {
      const { postToServiceWorker } = await import('../api/service-worker-messages.ts')
      const { forgetSort } = await import('../features/lists/remembered-sort.ts')
      await endSession()
      dropAllDrafts()
      forgetSort()
      void postToServiceWorker('forget-organiser')
      navigate(links.home())
    } catch (error) {
      await showFailure(error)
    }
  }

  async function showFailure(error: unknown): Promise<void> {
    setLeavingFrom(null)
    const { showToast } = await import('../components/toast.tsx')
    const isCutOff = hasCode(error, 'unavailable')
    showToast({ text: isCutOff ? CUT_OFF : 'No se pudo cerrar la sesión. Intenta nuevamente.' })
  }

  return {
    leaving,
    signOut: () => void signOut(),
    unsent,
    leaveAnyway: () => void leave(),
    stay: () => setUnsent(0),
  }
}

/** The server must end the session: one ended only here would be open again with the next network. */
const CUT_OFF = 'Para cerrar la sesión hace falta conexión. Sigues con tu cuenta abierta.'
