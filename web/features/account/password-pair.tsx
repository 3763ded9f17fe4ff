import { MIN_PASSWORD_LENGTH } from '../../../shared/user.ts'
import type { Checked } from '../../../shared/validation.ts'
import { Field } from '../../components/field.tsx'
import { PasswordInput } from '../../components/password-input.tsx'
import type { FormControls } from '../../forms/use-form.ts'

interface PasswordPairProps {
  form: FormControls<'password' | 'repeatedPassword'>
  label: string
}

export function PasswordPair({ form, label }: PasswordPairProps) {
  return (
    <>
      <Field
        label={label}
        hint={`Al menos ${MIN_PASSWORD_LENGTH} caracteres. Una frase larga también sirve.`}
        {...form.field('password')}
      >
        <PasswordInput {...form.control('password')} autoComplete="new-password" />
      </Field>
      <Field label="Confirmar contraseña" {...form.field('repeatedPassword')}>
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
