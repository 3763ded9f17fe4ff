import { useState } from 'react'
import { TOO_MANY_REQUESTS } from '../../../shared/errors.ts'
import { links, safeReturnTo } from '../../../shared/links.ts'
import { inTab } from '../../api/device-storage.ts'
import { useInstallationState } from '../../api/installation.ts'
import { usePageData } from '../../api/page-data.ts'
import { buttonLook } from '../../components/button.tsx'
import { classNames } from '../../components/class-names.ts'
import { ErrorSummary } from '../../components/error-summary.tsx'
import styles from './google-sign-in.module.css'

interface GoogleButtonProps {
  returnTo?: string | undefined
  from?: 'register'
}

/** Renders nothing when Google sign-in is not configured (A4). A link, because the server redirects. */
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

/** Returns null until known; true when offline, so that a press explains why. */
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
  inTab((tab) => (path === undefined ? tab.removeItem(KEY) : tab.setItem(KEY, path)))
}

/** Returns undefined without storage: then they return to the dashboard. */
export function readReturnTo(): string | undefined {
  return safeReturnTo(inTab((tab) => tab.getItem(KEY))) ?? undefined
}

/** Uses Google's own colours in every theme. Decoration: it needs a text beside it. */
export function GoogleMark() {
  return (
    <svg viewBox="0 0 48 48" width="20" height="20" aria-hidden="true">
      <path
        fill="#EA4335"
        d="M24 9.5c3.54 0 6.71 1.22 9.21 3.6l6.85-6.85C35.9 2.38 30.47 0 24 0 14.62 0 6.51 5.38 2.56 13.22l7.98 6.19C12.43 13.72 17.74 9.5 24 9.5z"
      />
      <path
        fill="#4285F4"
        d="M46.98 24.55c0-1.57-.15-3.09-.38-4.55H24v9.02h12.94c-.58 2.96-2.26 5.48-4.78 7.18l7.73 6c4.51-4.18 7.09-10.36 7.09-17.65z"
      />
      <path
        fill="#FBBC05"
        d="M10.53 28.59c-.48-1.45-.76-2.99-.76-4.59s.27-3.14.76-4.59l-7.98-6.19C.92 16.46 0 20.12 0 24c0 3.88.92 7.54 2.56 10.78l7.97-6.19z"
      />
      <path
        fill="#34A853"
        d="M24 48c6.48 0 11.93-2.13 15.89-5.81l-7.73-6c-2.15 1.45-4.92 2.3-8.16 2.3-6.26 0-11.57-4.22-13.47-9.91l-7.98 6.19C6.51 42.62 14.62 48 24 48z"
      />
    </svg>
  )
}
