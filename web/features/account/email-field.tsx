import type { Problems } from '../../../shared/validation.ts'
import { Field } from '../../components/field.tsx'
import { EmailInput } from '../../components/input.tsx'

interface EmailFieldProps {
  form: { control(name: 'email'): Control; problems: Problems }
  label?: string
  autoComplete: 'email' | 'username'
}

export function EmailField({ form, label = 'Email', autoComplete }: EmailFieldProps) {
  return (
    <Field label={label} id="email" error={form.problems.email}>
      <EmailInput {...form.control('email')} autoComplete={autoComplete} />
    </Field>
  )
}

export interface Control {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}
