import { useState } from 'react'
import { TOO_MANY_REQUESTS } from '../../../shared/errors.ts'
import { links, safeReturnTo } from '../../../shared/links.ts'
import { useInstallationState } from '../../api/installation.ts'
import { usePageData } from '../../api/page-data.ts'
import { buttonLook } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { GoogleMark } from '../../components/google-mark.tsx'
import styles from './account.module.css'

interface GoogleButtonProps {
  returnTo?: string | undefined
  from?: 'register'
}

/** A plain link, because the server redirects the browser (A4). Not rendered where Google sign-in is not configured. */
export function GoogleButton({ returnTo, from }: GoogleButtonProps) {
  const isOffered = useIsOffered()
  const [isCutOff, setCutOff] = useState(false)

  if (isOffered === false) return null
  return (
    <div className={classNames('stack gap-4', isOffered === null && styles.unknown)}>
      <p className={styles.or}>o</p>
      <a
        href={links.googleSignIn(returnTo, from)}
        className={buttonLook({ size: 'lg', block: true })}
        onClick={(event) => {
          setCutOff(!navigator.onLine)
          if (navigator.onLine) keepReturnTo(returnTo)
          else event.preventDefault()
        }}
      >
        <GoogleMark />
        Continuar con Google
      </a>
      <p className={styles.cutOff} role="status">
        {isCutOff && 'No hay conexión. Revisa tu conexión e intenta nuevamente.'}
      </p>
    </div>
  )
}

/** null until it is known. true when the server cannot be asked, so that a press explains why. */
function useIsOffered(): boolean | null {
  const installation = useInstallationState()
  const written = usePageData()?.google
  if (installation.name === 'ready') return installation.answer.google
  if (installation.name === 'failed') return true
  return written ?? null
}

export function GoogleProblem({ by, title }: { by: string | null; title: string }) {
  switch (by) {
    case 'google':
      return <ErrorSummary title={title} />
    case 'too-many-requests':
      return <ErrorSummary title={TOO_MANY_REQUESTS} />
    default:
      return null
  }
}

// The server remembers the path only for people who finished signing in.
const KEY = 'return-to'

function keepReturnTo(path: string | undefined): void {
  try {
    if (path === undefined) sessionStorage.removeItem(KEY)
    else sessionStorage.setItem(KEY, path)
  } catch {
    // Without storage they return to the dashboard.
  }
}

export function readReturnTo(): string | undefined {
  try {
    return safeReturnTo(sessionStorage.getItem(KEY)) ?? undefined
  } catch {
    return undefined
  }
}
