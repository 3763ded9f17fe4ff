import { MIN_PASSWORD_LENGTH } from '../../../shared/user.ts'
import type { Checked, Problems } from '../../../shared/validation.ts'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import type { Control } from './email-field.tsx'

interface PasswordPairProps {
  form: { control(name: 'password' | 'repeatedPassword'): Control; problems: Problems }
  label: string
}

export function PasswordPair({ form, label }: PasswordPairProps) {
  return (
    <>
      <Field
        label={label}
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
    </>
  )
}

export function checkPair<Value>(
  values: { password: string; repeatedPassword: string },
  checked: Checked<Value>,
): Checked<Value> {
  if (values.password === values.repeatedPassword) return checked
  const others = checked.ok ? {} : checked.problems
  return { ok: false, problems: { ...others, repeatedPassword: 'Las contraseñas no coinciden' } }
}
