import { useState } from 'react'
import { changeEmail } from '../../../shared/api/own-account.ts'
import { links } from '../../../shared/links.ts'
import { emailChange, passwordChange } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { changePassword } from '../../api/account.ts'
import { request } from '../../api/request.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import { showToast } from '../../components/toast.tsx'
import { AccountForm } from '../../features/account/account-form.tsx'
import type { AccountPageState } from '../../features/account/account-page-state.ts'
import { EmailField } from '../../features/account/email-field.tsx'
import { checkPair, PasswordPair } from '../../features/account/password-pair.tsx'
import { replaceUnexpectedMessage } from '../../forms/replace-unexpected-message.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './profile.module.css'

interface EmailProps {
  email: string
  pending: string | null
  hasPassword: boolean
  onAsked: () => void
}

/** The e-mail of the account, with the dialog that changes it (A3). */
export function EmailSetting({ email, pending, hasPassword, onAsked }: EmailProps) {
  const [open, setOpen] = useState(false)
  return (
    <div className={styles.setting}>
      <div>
        <h3>Email</h3>
        <p className={styles.words}>{email}</p>
        {pending && (
          <p className={styles.words} role="status">
            Falta confirmar <strong>{pending}</strong>: abre el enlace que te enviamos allí. Vale 24
            horas.
          </p>
        )}
        {!hasPassword && (
          <p className={styles.words}>Para cambiarlo, crea primero una contraseña.</p>
        )}
      </div>
      {hasPassword && <Button onClick={() => setOpen(true)}>Cambiar email</Button>}
      {open && (
        <ChangeEmail
          onClose={() => setOpen(false)}
          onAsked={() => {
            setOpen(false)
            onAsked()
          }}
        />
      )}
    </div>
  )
}

function ChangeEmail({ onClose, onAsked }: { onClose: () => void; onAsked: () => void }) {
  const form = useForm({
    initial: { email: '', password: '' },
    check: (values) => check(emailChange, values),
    async send(change) {
      await replaceUnexpectedMessage('Error al cambiar el email. Intenta nuevamente.', () =>
        request(changeEmail, { input: change }),
      )
      onAsked()
    },
  })

  return (
    <Dialog
      onClose={() => !form.busy && onClose()}
      title="Cambiar email"
      lead="Te enviamos un enlace a la nueva dirección. Hasta que lo abras, entras con la de siempre."
    >
      <AccountForm form={form} submitLabel="Enviar enlace" busyText="Enviando…">
        <EmailField form={form} label="Nuevo email" autoComplete="email" />
        <Field label="Tu contraseña" {...form.field('password')}>
          <PasswordInput {...form.control('password')} autoComplete="current-password" />
        </Field>
      </AccountForm>
    </Dialog>
  )
}

interface PasswordProps {
  email: string
  hasPassword: boolean
  onChanged: () => void
}

/** The password, with the dialog that changes it. People without one get a link by e-mail to create it. */
export function PasswordSetting({ email, hasPassword, onChanged }: PasswordProps) {
  const [open, setOpen] = useState(false)

  return (
    <div className={styles.setting}>
      <div>
        <h3>Contraseña</h3>
        <p className={styles.words}>
          {hasPassword
            ? 'Al cambiarla se cierran tus otras sesiones.'
            : 'Entras con Google. Si quieres entrar también con una contraseña, te la damos por email.'}
        </p>
      </div>
      {hasPassword ? (
        <Button onClick={() => setOpen(true)}>Cambiar contraseña</Button>
      ) : (
        <ButtonLink to={links.forgotPassword()} state={{ email } satisfies AccountPageState}>
          Crear contraseña
        </ButtonLink>
      )}
      {open && (
        <ChangePassword
          email={email}
          onClose={() => setOpen(false)}
          onChanged={() => {
            setOpen(false)
            showToast({ text: 'Contraseña actualizada. Cerramos tus otras sesiones.' })
            onChanged()
          }}
        />
      )}
    </div>
  )
}

type ChangePasswordProps = { email: string; onClose: () => void; onChanged: () => void }

function ChangePassword({ email, onClose, onChanged }: ChangePasswordProps) {
  const form = useForm({
    initial: { current: '', password: '', repeatedPassword: '' },
    check: (values) => checkPair(values, check(passwordChange, values)),
    async send(change) {
      await replaceUnexpectedMessage('Error al cambiar la contraseña', () => changePassword(change))
      onChanged()
    },
  })

  return (
    <Dialog onClose={() => !form.busy && onClose()} title="Cambiar contraseña">
      <AccountForm form={form} submitLabel="Cambiar contraseña" busyText="Guardando…">
        {/* For password managers. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field label="Contraseña actual" {...form.field('current')}>
          <PasswordInput {...form.control('current')} autoComplete="current-password" />
        </Field>
        <PasswordPair form={form} label="Nueva contraseña" />
      </AccountForm>
    </Dialog>
  )
}
