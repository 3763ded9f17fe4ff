import { Field } from '../../components/field.tsx'
import { EmailInput } from '../../components/input.tsx'
import type { FormControls } from '../../forms/use-form.ts'

interface EmailFieldProps {
  form: FormControls<'email'>
  label?: string
  autoComplete: 'email' | 'username'
}

export function EmailField({ form, label = 'Email', autoComplete }: EmailFieldProps) {
  return (
    <Field label={label} {...form.field('email')}>
      <EmailInput {...form.control('email')} autoComplete={autoComplete} />
    </Field>
  )
}
