import { type ComponentProps, type ReactNode, useState } from 'react'
import { Field } from '../../components/field.tsx'
import { AS_TYPED, Input } from '../../components/input.tsx'
import { validAccount } from './valid-account.ts'
import { wrongNumber } from './wrong-number.ts'

interface AccountFieldProps {
  label: string
  id: string
  optional?: boolean
  hint?: ReactNode
  error: string | undefined
  control: Pick<ComponentProps<'input'>, 'name' | 'onChange'> & { value: string | undefined }
}

/** For an alias, CBU or CVU. A complete number is checked when the field is left, before the form is sent. */
export function AccountField({ control, error, ...rest }: AccountFieldProps) {
  const [wasLeft, setLeft] = useState(false)
  const { value: text = '' } = control
  const early = wasLeft ? wrongNumber(text) : null

  return (
    <Field {...rest} error={error ?? early} isEarly={error === undefined} good={validAccount(text)}>
      <Input {...control} {...AS_TYPED} autoComplete="off" onBlur={() => setLeft(true)} />
    </Field>
  )
}
