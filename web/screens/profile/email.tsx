import { useState } from 'react'
import { changeEmail } from '../../../shared/api/own-account.ts'
import { emailChange } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { Input, PasswordInput } from '../../components/input.tsx'
import formStyles from '../../features/account/form.module.css'
import { FormProblems } from '../../features/account/form-problems.tsx'
import { toldAs } from '../../features/account/told-as.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './setting.module.css'

interface EmailProps {
  email: string
  /** The address that waits to be confirmed. */
  pending: string | null
  hasPassword: boolean
  onAsked: () => void
}

/** The address of the account, and the way to another one. */
export function Email({ email, pending, hasPassword, onAsked }: EmailProps) {
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
      await toldAs('Error al cambiar el email. Intenta nuevamente.', () =>
        request(changeEmail, { input: change }),
      )
      onAsked()
    },
  })

  return (
    <Dialog
      open
      onClose={() => !form.busy && onClose()}
      title="Cambiar email"
      lead="Te enviamos un enlace a la nueva dirección. Hasta que lo abras, entras con la de siempre."
    >
      <form className={formStyles.form} onSubmit={form.submit} noValidate>
        <FormProblems form={form} />
        <Field label="Nuevo email" id="email" error={form.problems.email}>
          <Input
            {...form.control('email')}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
          />
        </Field>
        <Field label="Tu contraseña" id="password" error={form.problems.password}>
          <PasswordInput {...form.control('password')} autoComplete="current-password" />
        </Field>
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={form.busy}
          busyText="Enviando…"
        >
          Enviar enlace
        </Button>
      </form>
    </Dialog>
  )
}
