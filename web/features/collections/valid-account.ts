import { readAccount } from '../../../shared/account.ts'

/** 'CBU válido · Banco Galicia', 'Alias válido'; null when invalid. */
export function validAccount(text: string): string | null {
  const reading = readAccount(text)
  if (!reading.ok) return null
  const { kind, hint } = reading.account
  const words = `${kind === 'alias' ? 'Alias' : kind} válido`
  return hint ? `${words} · ${hint}` : words
}
