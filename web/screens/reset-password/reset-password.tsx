import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import * as accounts from '../../../shared/api/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import { links, tokenIn } from '../../../shared/links.ts'
import { newPassword } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { useInstallation } from '../../api/installation.ts'
import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-request.ts'
import { ButtonLink } from '../../components/button.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Loading } from '../../components/loading.tsx'
import { NarrowPage, useRedirect } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import { AccountForm } from '../../features/account/account-form.tsx'
import type { AccountPageState } from '../../features/account/account-page-state.ts'
import { isLinkExpired } from '../../features/account/mail-link.tsx'
import { checkPair, PasswordPair } from '../../features/account/password-pair.tsx'
import { useForm } from '../../forms/use-form.ts'

const TITLE = 'Elige una nueva contraseña'

/** `/reset-password#token`: sets a new password. Opening the link does not use it up; the new password does (A3). */
export function ResetPassword() {
  const token = tokenIn(useLocation())
  // Opening another link in the same tab changes the fragment only, without loading the page again.
  if (token === '') return <LinkRefused lead="No se encontró una sesión válida" />
  return <RecoveryLink key={token} token={token} />
}

function RecoveryLink({ token }: { token: string }) {
  const link = useRequest(() => request(accounts.openRecoveryLink, { input: { token } }), token)
  const [outcome, setOutcome] = useState<'changed' | 'expired' | null>(null)

  if (outcome === 'changed')
    return <PasswordChanged email={link.name === 'ready' ? link.answer.email : ''} />
  if (outcome === 'expired') {
    return <LinkRefused lead="La sesión ha expirado. Solicita un nuevo enlace" />
  }
  switch (link.name) {
    case 'loading':
      return (
        <NarrowPage title={TITLE}>
          <Loading text="Verificando el enlace…" inCard />
        </NarrowPage>
      )
    case 'failed':
      if (isLinkExpired(link.error)) {
        return (
          <LinkRefused lead="Enlace inválido o expirado. Solicita un nuevo enlace de recuperación." />
        )
      }
      return (
        <NarrowPage title={TITLE}>
          <Failed
            level={2}
            title={
              link.error.code === 'internal'
                ? 'Error inesperado al verificar la sesión'
                : 'Error al verificar la sesión'
            }
            {...link}
          />
        </NarrowPage>
      )
    case 'ready':
      return (
        <NarrowPage title={TITLE} lead={<>Para la cuenta de {link.answer.email}.</>}>
          <NewPasswordForm token={token} email={link.answer.email} onOutcome={setOutcome} />
        </NarrowPage>
      )
  }
}

interface NewPasswordFormProps {
  token: string
  /** For password managers. */
  email: string
  onOutcome: (outcome: 'changed' | 'expired') => void
}

function NewPasswordForm({ token, email, onOutcome }: NewPasswordFormProps) {
  const form = useForm({
    initial: { password: '', repeatedPassword: '' },
    check: (values) => checkPair(values, check(newPassword, { ...values, token })),
    async send(chosen) {
      try {
        await request(accounts.resetPassword, { input: chosen })
        onOutcome('changed')
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'link-expired') onOutcome('expired')
        else if (error.code === 'invalid-input') throw error
        else throw new AppError(error.code, `Error al cambiar la contraseña: ${error.message}`)
      }
    },
  })

  return (
    <AccountForm form={form} submitLabel="Cambiar contraseña" busyText="Guardando…">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordPair form={form} label="Nueva contraseña" />
    </AccountForm>
  )
}

function PasswordChanged({ email }: { email: string }) {
  useRedirect(links.login(), { replace: true, state: { email } satisfies AccountPageState })
  return (
    <NarrowPage title="¡Listo!">
      <Note tone="ok" role="status">
        Contraseña actualizada correctamente. Redirigiendo al login...
      </Note>
      <ButtonLink
        to={links.login()}
        state={{ email } satisfies AccountPageState}
        replace
        main
        variant="secondary"
      >
        Iniciar sesión ahora
      </ButtonLink>
    </NarrowPage>
  )
}

function LinkRefused({ lead }: { lead: string }) {
  const supportEmail = useInstallation()?.supportEmail
  return (
    <NarrowPage
      title="El enlace no sirve"
      lead={lead}
      foot={
        supportEmail && (
          <>
            ¿Necesitas ayuda? Escribe a <a href={`mailto:${supportEmail}`}>{supportEmail}</a>
          </>
        )
      }
    >
      <ButtonLink to={links.forgotPassword()} replace main>
        Solicitar un nuevo enlace
      </ButtonLink>
      <ButtonLink to={links.login()} replace main variant="secondary">
        Volver al login
      </ButtonLink>
    </NarrowPage>
  )
}
