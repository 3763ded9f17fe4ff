import { kindName, readAccount } from '../../../shared/account.ts'

/** 'CBU válido · Banco Galicia', 'Alias válido'; null when invalid. */
export function validAccount(text: string): string | null {
  const reading = readAccount(text)
  if (!reading.ok) return null
  const { hint } = reading.account
  const words = `${kindName(reading.account)} válido`
  return hint ? `${words} · ${hint}` : words
}
