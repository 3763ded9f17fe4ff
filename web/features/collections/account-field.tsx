import { type ComponentProps, type ReactNode, useState } from 'react'
import { kindName, readBankAccount } from '../../../shared/bank-account.ts'
import { Field } from '../../components/field.tsx'
import { AS_TYPED, Input } from '../../components/input.tsx'

interface AccountFieldProps {
  label: string
  id: string
  optional?: boolean
  hint?: ReactNode
  error: string | undefined
  control: Pick<ComponentProps<'input'>, 'name' | 'onChange'> & { value: string | undefined }
}

/** Field for an alias, CBU or CVU. Checks a complete number when the field loses the focus. */
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

/** @example validAccount('juana.perez.mp') // 'Alias válido'; null when invalid */
function validAccount(text: string): string | null {
  const reading = readBankAccount(text)
  if (!reading.ok) return null
  const { hint } = reading.account
  const words = `${kindName(reading.account)} válido`
  return hint ? `${words} · ${hint}` : words
}

/** Returns the problem of a CBU or CVU that has all its 22 digits; null when valid or not yet complete. */
export function wrongNumber(text: string): string | null {
  if (text.replace(/\D/g, '').length !== 22) return null
  const reading = readBankAccount(text)
  return reading.ok ? null : reading.message
}
