import * as accounts from '../../../shared/api/accounts.ts'
import { AppError } from '../../../shared/errors.ts'
import { type NewPassword, newPassword } from '../../../shared/user.ts'
import { check } from '../../../shared/validation.ts'
import { request } from '../../api/request.ts'
import { AccountForm } from '../../features/account/account-form.tsx'
import { checkPair, PasswordPair } from '../../features/account/password-pair.tsx'
import { useForm } from '../../forms/use-form.ts'

interface NewPasswordFormProps {
  token: string
  /** For password managers. */
  email: string
  onOutcome: (outcome: 'changed' | 'expired') => void
}

export function NewPasswordForm({ token, email, onOutcome }: NewPasswordFormProps) {
  const form = useForm({
    initial: { password: '', repeatedPassword: '' },
    check: (values) => checkPair(values, check(newPassword, { ...values, token })),
    async send(chosen: NewPassword) {
      try {
        await request(accounts.resetPassword, { input: chosen })
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
    <AccountForm form={form} submitLabel="Cambiar contraseña" busyText="Guardando…">
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordPair form={form} label="Nueva contraseña" />
    </AccountForm>
  )
}
