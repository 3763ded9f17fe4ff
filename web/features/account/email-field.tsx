import type { Problems } from '../../../shared/validation.ts'
import { Field } from '../../components/field.tsx'
import { AS_TYPED, Input } from '../../components/input.tsx'

interface EmailFieldProps {
  form: { control(name: 'email'): Control; problems: Problems }
  label?: string
  autoComplete: 'email' | 'username'
}

export function EmailField({ form, label = 'Email', autoComplete }: EmailFieldProps) {
  return (
    <Field label={label} id="email" error={form.problems.email}>
      <Input {...form.control('email')} type="email" autoComplete={autoComplete} {...AS_TYPED} />
    </Field>
  )
}

export interface Control {
  name: string
  value: string
  onChange: (event: { target: { value: string } }) => void
}
