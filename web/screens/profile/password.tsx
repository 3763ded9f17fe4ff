import { useState } from 'react'
import { links } from '../../../shared/links.ts'
import { passwordChange } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { changePassword } from '../../api/account.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../../components/input.tsx'
import { useToast } from '../../components/toast.tsx'
import formStyles from '../../features/account/form.module.css'
import { FormProblems } from '../../features/account/form-problems.tsx'
import type { Introduction } from '../../features/account/introduction.ts'
import { checkPair, PasswordPair } from '../../features/account/password-pair.tsx'
import { toldAs } from '../../features/account/told-as.ts'
import { useForm } from '../../forms/use-form.ts'
import styles from './setting.module.css'

interface PasswordProps {
  email: string
  hasPassword: boolean
  onChanged: () => void
}

/** Changes the password; who signs in by Google alone gets one by mail. */
export function Password({ email, hasPassword, onChanged }: PasswordProps) {
  const [open, setOpen] = useState(false)
  const toast = useToast()

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
        <ButtonLink to={links.forgotPassword()} state={{ email } satisfies Introduction}>
          Crear contraseña
        </ButtonLink>
      )}
      {open && (
        <ChangePassword
          email={email}
          onClose={() => setOpen(false)}
          onChanged={() => {
            setOpen(false)
            toast({ text: 'Contraseña actualizada. Cerramos tus otras sesiones.' })
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
      await toldAs('Error al cambiar la contraseña', () => changePassword(change))
      onChanged()
    },
  })

  return (
    <Dialog open onClose={onClose} title="Cambiar contraseña">
      <form className={formStyles.form} onSubmit={form.submit} noValidate>
        <FormProblems form={form} />
        {/* For the browser's own keeper of passwords. */}
        <input type="hidden" name="username" autoComplete="username" value={email} />
        <Field label="Contraseña actual" id="current" error={form.problems.current}>
          <PasswordInput {...form.control('current')} autoComplete="current-password" />
        </Field>
        <PasswordPair form={form} label="Nueva contraseña" />
        <Button
          type="submit"
          variant="primary"
          size="lg"
          block
          busy={form.busy}
          busyText="Guardando…"
        >
          Cambiar contraseña
        </Button>
      </form>
    </Dialog>
  )
}
