import type { Problems } from '../../../shared/validation.ts'
import { Field } from '../../components/field.tsx'
import { Input } from '../../components/input.tsx'
import type { Control } from './control.ts'

interface EmailFieldProps {
  /** A form of `useForm` with `email` among its fields. */
  form: { control(name: 'email'): Control; problems: Problems }
  /** What the device's own keeper of passwords takes it for. */
  autoComplete: 'email' | 'username'
}

/** The address of one's account. */
export function EmailField({ form, autoComplete }: EmailFieldProps) {
  return (
    <Field label="Email" id="email" error={form.problems.email}>
      <Input
        {...form.control('email')}
        type="email"
        autoComplete={autoComplete}
        autoCapitalize="none"
        spellCheck={false}
      />
    </Field>
  )
}
