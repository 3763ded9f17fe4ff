import { useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import * as accounts from '../../../shared/api/accounts.ts'
import { links } from '../../../shared/links.ts'
import { passwordRecovery } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { NarrowPage } from '../../components/narrow-page.tsx'
import { Note } from '../../components/note.tsx'
import { AccountForm } from '../../features/account/account-form.tsx'
import { accountPageStateOf } from '../../features/account/account-page-state.ts'
import { EmailField } from '../../features/account/email-field.tsx'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import { useForm } from '../../forms/use-form.ts'

const FAILED = 'Error al enviar el email. Intenta nuevamente.'

/** `/forgot-password`: requests an e-mail with a recovery link (A3). */
export function ForgotPassword() {
  const { email = '' } = accountPageStateOf(useLocation().state)
  const [sentTo, setSentTo] = useState<string | null>(null)
  const form = useForm({
    initial: { email },
    check: (values) => check(passwordRecovery, values),
    async send(recovery) {
      await replaceUnexpectedMessage(FAILED, () =>
        request(accounts.recoverPassword, { input: recovery }),
      )
      setSentTo(recovery.email)
    },
  })

  return (
    <NarrowPage
      title="Recuperar contraseña"
      lead="Te enviamos un enlace para elegir una nueva."
      foot={<Link to={links.login()}>Volver al login</Link>}
    >
      <AccountForm
        form={form}
        variant={sentTo === null ? 'primary' : 'secondary'}
        submitLabel={sentTo === null ? 'Enviar enlace' : 'Enviar otra vez'}
        busyText="Enviando…"
      >
        {sentTo !== null && form.refusal === null && (
          <Note tone="ok" role="status">
            ¡Email enviado! Revisa tu bandeja de entrada para restablecer tu contraseña.
            <br />
            Si {sentTo} tiene una cuenta, llega en unos minutos. Mira también en el correo no
            deseado.
          </Note>
        )}
        <EmailField form={form} autoComplete="username" />
      </AccountForm>
    </NarrowPage>
  )
}
