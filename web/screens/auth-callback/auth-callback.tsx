import { useState } from 'react'
import { links } from '../../../shared/links.ts'
import { ButtonLink } from '../../components/button.tsx'
import { ErrorSummary } from '../../components/error-summary.tsx'
import { Spinner } from '../../components/icon.tsx'
import { Note } from '../../components/note.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import { readReturnTo } from '../../features/account/return-to.ts'
import { useRedirect } from '../../features/account/use-redirect.ts'
import styles from './auth-callback.module.css'
import { useGoogleReturn } from './use-google-return.ts'

/** Where Google sends people back to. */
export function AuthCallback() {
  const back = useGoogleReturn()
  switch (back.name) {
    case 'busy':
      return (
        <AccountPage title={TITLE}>
          <p className={styles.busy} role="status">
            <Spinner size={24} />
            Procesando autenticación con Google...
          </p>
        </AccountPage>
      )
    case 'signed-in':
      return <SignedIn to={back.returnTo ?? links.dashboard()} />
    case 'nothing':
      return <NothingCame />
    case 'cancelled':
      return (
        <AccountPage title={TITLE}>
          <Note role="status">
            Cancelaste el ingreso con Google. Puedes intentarlo otra vez o entrar con tu contraseña.
          </Note>
          <BackToLogin />
        </AccountPage>
      )
    case 'failed':
      return (
        <AccountPage title={TITLE}>
          <ErrorSummary title={back.message} />
          <BackToLogin />
        </AccountPage>
      )
  }
}

const TITLE = 'Ingreso con Google'

function SignedIn({ to }: { to: string }) {
  useRedirect(to)
  return (
    <AccountPage title="¡Listo!">
      <Note tone="ok" role="status">
        {to === links.dashboard()
          ? '¡Autenticación exitosa! Redirigiendo al dashboard...'
          : '¡Autenticación exitosa! Redirigiendo...'}
      </Note>
      <ButtonLink to={to} replace size="lg" block>
        Continuar ahora
      </ButtonLink>
    </AccountPage>
  )
}

function NothingCame() {
  useRedirect(links.login())
  return (
    <AccountPage title={TITLE}>
      <Note tone="warn" role="status">
        No se detectó una autenticación válida. Redirigiendo al login...
      </Note>
      <ButtonLink to={links.login()} replace size="lg" block>
        Volver al login
      </ButtonLink>
    </AccountPage>
  )
}

function BackToLogin() {
  const [returnTo] = useState(readReturnTo)
  return (
    <ButtonLink to={links.login(returnTo)} replace variant="primary" size="lg" block>
      Volver al login
    </ButtonLink>
  )
}
