import { AppError } from '../../../shared/errors.ts'
import { MIN_PASSWORD_LENGTH, type NewPassword, newPassword } from '../../../shared/user.ts'
import { type Checked, check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import styles from '../../features/account/form.module.css'
import { FormProblems } from '../../features/account/form-problems.tsx'
import { useForm } from '../../forms/use-form.ts'

interface NewPasswordFormProps {
  token: string
  /** Whose password it is: for the device's own keeper of passwords. */
  email: string
  onOutcome: (outcome: 'changed' | 'expired') => void
}

/** The new password, twice. */
export function NewPasswordForm({ token, email, onOutcome }: NewPasswordFormProps) {
  const form = useForm({
    initial: { password: '', repeatedPassword: '' },
    check: (values) => checkNew({ ...values, token }),
    async send(chosen: NewPassword) {
      try {
        await request('POST', '/api/password/reset', chosen)
        onOutcome('changed')
      } catch (error) {
        if (!(error instanceof AppError)) throw error
        if (error.code === 'link-expired') onOutcome('expired')
        else if (error.code !== 'internal') throw error
        else throw new AppError('internal', `Error al cambiar la contraseña: ${error.message}`)
      }
    },
  })

  return (
    <form className={styles.form} onSubmit={form.submit} noValidate>
      <FormProblems form={form} />
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Nueva contraseña"
        id="password"
        hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres. Una frase larga también sirve.`}
        error={form.problems.password}
      >
        <PasswordInput {...form.control('password')} autoComplete="new-password" />
      </Field>
      <Field
        label="Confirmar contraseña"
        id="repeatedPassword"
        error={form.problems.repeatedPassword}
      >
        <PasswordInput {...form.control('repeatedPassword')} autoComplete="new-password" />
      </Field>
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
  )
}

function checkNew(values: NewPassword & { repeatedPassword: string }): Checked<NewPassword> {
  const checked = check(newPassword, values)
  if (values.password === values.repeatedPassword) return checked
  const others = checked.ok ? {} : checked.problems
  return { ok: false, problems: { ...others, repeatedPassword: 'Las contraseñas no coinciden' } }
}
