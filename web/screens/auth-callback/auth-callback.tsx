import { useEffect, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import { links, safeReturnTo } from '../../../shared/links.ts'
import { signInWithGoogle } from '../../api/account.ts'
import { ButtonLink } from '../../components/button.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Spinner } from '../../components/icon.tsx'
import { NarrowPage, useRedirect } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import { readReturnTo } from '../../features/account/google-sign-in.tsx'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import styles from './auth-callback.module.css'

/** `/auth/callback`: finishes a Google sign-in with the code in the URL (A4). */
export function AuthCallback() {
  const back = useGoogleReturn()
  switch (back.name) {
    case 'busy':
      return (
        <NarrowPage title={TITLE}>
          <p className={styles.busy} role="status">
            <Spinner size={24} />
            Procesando autenticación con Google...
          </p>
        </NarrowPage>
      )
    case 'signed-in':
      return <SignedIn to={back.returnTo ?? links.dashboard()} />
    case 'nothing':
      return <NoCode />
    case 'cancelled':
      return (
        <NarrowPage title={TITLE}>
          <Note role="status">
            Cancelaste el ingreso con Google. Puedes intentarlo otra vez o entrar con tu contraseña.
          </Note>
          <BackToLogin />
        </NarrowPage>
      )
    case 'failed':
      return (
        <NarrowPage title={TITLE}>
          <ErrorSummary title={back.message} />
          <BackToLogin />
        </NarrowPage>
      )
  }
}

const TITLE = 'Ingreso con Google'

function SignedIn({ to }: { to: string }) {
  useRedirect(to)
  return (
    <NarrowPage title="¡Listo!">
      <Note tone="ok" role="status">
        {to === links.dashboard()
          ? '¡Autenticación exitosa! Redirigiendo al dashboard...'
          : '¡Autenticación exitosa! Redirigiendo...'}
      </Note>
      <ButtonLink to={to} replace main variant="secondary">
        Continuar ahora
      </ButtonLink>
    </NarrowPage>
  )
}

function NoCode() {
  useRedirect(links.login())
  return (
    <NarrowPage title={TITLE}>
      <Note tone="warn" role="status">
        No se detectó una autenticación válida. Redirigiendo al login...
      </Note>
      <ButtonLink to={links.login()} replace main variant="secondary">
        Volver al login
      </ButtonLink>
    </NarrowPage>
  )
}

function BackToLogin() {
  const [returnTo] = useState(readReturnTo)
  return (
    <ButtonLink to={links.login(returnTo)} replace main>
      Volver al login
    </ButtonLink>
  )
}

type GoogleReturn =
  | { name: 'busy' }
  | { name: 'signed-in'; returnTo: string | null }
  | { name: 'nothing' }
  | { name: 'cancelled' }
  | { name: 'failed'; message: string }

function useGoogleReturn(): GoogleReturn {
  const [query] = useState(() => new URLSearchParams(window.location.search))
  const [outcome, setOutcome] = useState<GoogleReturn>(() => initialState(query))

  useEffect(() => {
    // The code must not stay in the URL: a reload, or going back, would try it again.
    window.history.replaceState(window.history.state, '', links.authCallback())
    const code = query.get('code')
    if (code) void finishOnce(code, query.get('state') ?? '').then(setOutcome)
  }, [query])

  return outcome
}

function initialState(query: URLSearchParams): GoogleReturn {
  if (query.get('code')) return { name: 'busy' }
  const error = query.get('error')
  if (error === null) return { name: 'nothing' }
  if (error === 'access_denied') return { name: 'cancelled' }
  return { name: 'failed', message: 'Error al procesar la autenticación. Intenta nuevamente.' }
}

let finished: { code: string; outcome: Promise<GoogleReturn> } | null = null

/** A code is valid once, so a screen that is mounted twice (StrictMode) sends one request. */
function finishOnce(code: string, state: string): Promise<GoogleReturn> {
  if (finished?.code !== code) finished = { code, outcome: finish(code, state) }
  return finished.outcome
}

async function finish(code: string, state: string): Promise<GoogleReturn> {
  try {
    const returnTo = await replaceUnexpectedMessage(UNEXPECTED, () =>
      signInWithGoogle({ code, state }),
    )
    return { name: 'signed-in', returnTo: safeReturnTo(returnTo) }
  } catch (error) {
    return { name: 'failed', message: error instanceof AppError ? error.message : UNEXPECTED }
  }
}

const UNEXPECTED = 'Error inesperado. Intenta nuevamente.'
