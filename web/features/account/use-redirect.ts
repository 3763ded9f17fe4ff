import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'

/** The pause before the redirect, in ms: long enough to read the message. */
const REDIRECT_MS = 2_000

/** Goes on in a moment, once the person has read why. Give them a link for at once. */
export function useRedirect(to: string, state?: unknown): void {
  const navigate = useNavigate()

  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => {
    const timer = setTimeout(() => navigate(to, { replace: true, state }), REDIRECT_MS)
    return () => clearTimeout(timer)
  }, [])
}
