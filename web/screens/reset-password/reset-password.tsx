import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import type { AppError } from '../../../shared/errors.ts'
import { tokenIn } from '../../../shared/links.ts'
import { Failed } from '../../components/blank.tsx'
import { Loading } from '../../components/loading.tsx'
import { AccountPage } from '../../features/account/account-page.tsx'
import { LinkRefused } from './link-refused.tsx'
import { NewPasswordForm } from './new-password-form.tsx'
import { PasswordChanged } from './password-changed.tsx'
import { useRecoveryLink } from './use-recovery-link.ts'

const TITLE = 'Elige una nueva contraseña'

/** Where the mail's link leads. Opening it uses nothing up: the new password does (A3). */
export function ResetPassword() {
  const token = tokenIn(useLocation())
  // Another link in the same tab changes the fragment alone, and the page stays.
  return <NewPassword key={token} token={token} />
}

function NewPassword({ token }: { token: string }) {
  const link = useRecoveryLink(token)
  const [outcome, setOutcome] = useState<'changed' | 'expired' | null>(null)

  if (outcome === 'changed')
    return <PasswordChanged email={link.name === 'good' ? link.email : ''} />
  if (outcome === 'expired') {
    return <LinkRefused lead="La sesión ha expirado. Solicita un nuevo enlace" />
  }
  switch (link.name) {
    case 'checking':
      return (
        <AccountPage title={TITLE}>
          <Loading text="Verificando el enlace…" inCard />
        </AccountPage>
      )
    case 'failed':
      return (
        <AccountPage title={TITLE}>
          <Failed level={2} title={whyUnknown(link.error)} onRetry={link.retry}>
            {link.error.message}
          </Failed>
        </AccountPage>
      )
    case 'missing':
      return <LinkRefused lead="No se encontró una sesión válida" />
    case 'refused':
      return (
        <LinkRefused lead="Enlace inválido o expirado. Solicita un nuevo enlace de recuperación." />
      )
    case 'good':
      return (
        <AccountPage title={TITLE} lead={<>Para la cuenta de {link.email}.</>}>
          <NewPasswordForm token={token} email={link.email} onOutcome={setOutcome} />
        </AccountPage>
      )
  }
}

/** The server broke, or did not answer. */
function whyUnknown({ code }: AppError): string {
  return code === 'internal'
    ? 'Error inesperado al verificar la sesión'
    : 'Error al verificar la sesión'
}
