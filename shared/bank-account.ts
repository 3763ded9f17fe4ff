/*
 * Reads and formats the accounts of Argentina: a CBU (bank), a CVU (wallet), or an alias, which its owner may point to
 * another account. An account of an unknown bank is valid.
 */
import { groupDigits } from './bank-account-text.ts'
import { entityName, walletName } from './banks.ts'
import { clean, countOf } from './text.ts'

/** `value` is normalised: 22 digits, or the alias in lower case. `hint` names bank or wallet. */
export type BankAccount = { kind: 'CBU' | 'CVU' | 'alias'; value: string; hint: string | null }

export type BankAccountReading = { ok: true; account: BankAccount } | { ok: false; message: string }

/** Reads a typed or pasted account, also `CBU: 0070 9990 …`. The message tells the person what to correct. */
export function readBankAccount(text: string): BankAccountReading {
  const typed = withPlainDigits(clean(text)).replace(/^(?:cbu|cvu|alias)(?: ?: ?| )/i, '')
  if (typed === '') return refuse('Ingresa el alias, CBU o CVU de la cuenta.')
  if (ALIAS.test(typed)) return accept({ kind: 'alias', value: typed.toLowerCase(), hint: null })

  const digits = typed.replace(/[\s.\p{Pd}]/gu, '')
  if (!/^\d+$/.test(digits)) return refuse(aliasProblem(typed))
  return isTaxId(digits) || isNationalId(typed) ? refuse(idProblem(digits)) : readNumber(digits)
}

/** Returns the account of a stored value. Never throws: an invalid number is shown as it is. */
export function bankAccountOf(value: string): BankAccount {
  const reading = readBankAccount(value)
  return reading.ok ? reading.account : { kind: 'alias', value, hint: null }
}

export function formatBankAccount(account: BankAccount): string {
  if (account.kind === 'alias') return account.value
  return groupDigits(account.value)
}

export function kindName({ kind }: BankAccount): 'Alias' | 'CBU' | 'CVU' {
  return kind === 'alias' ? 'Alias' : kind
}

/** Returns the kind and the bank of an account: 'Alias', 'CBU · Banco Galicia'. */
export function bankAccountLabel(account: BankAccount): string {
  const name = kindName(account)
  return account.hint ? `${name} · ${account.hint}` : name
}

const ALIAS = /^(?=.*[a-z])[a-z0-9.-]{6,20}$/i

/** Some keyboards write full-width digits. */
function withPlainDigits(text: string): string {
  return text.replace(/[０-９]/g, (digit) => String.fromCharCode(digit.charCodeAt(0) - 0xfee0))
}

/** True for a CUIT or CUIL: kind of person, DNI, and a check digit by the weights 2 to 7 from the right, modulo 11. */
export function isTaxId(digits: string): boolean {
  if (!/^(?:2[03-7]|3[034])\d{9}$/.test(digits)) return false
  const sum = Array.from(digits, Number).reduce(
    (sum, digit, i) => sum + digit * Number('54327654321'[i]),
    0,
  )
  return sum % 11 === 0
}

function isNationalId(typed: string): boolean {
  return /^\d{1,2}\.\d{3}\.\d{3}$/.test(typed)
}

function idProblem({ length }: string): string {
  const what = length === 11 ? 'un CUIT o CUIL' : 'un DNI'
  return `Ese número parece ${what}, y a él no se puede transferir. Ingresa el alias, CBU o CVU de la cuenta.`
}

/** 3 entity, 4 branch, check, 13 account, check; a CVU is the same with 000 and its provider. */
function readNumber(digits: string): BankAccountReading {
  const kind = digits.startsWith('000') ? 'CVU' : 'CBU'
  if (digits.length !== 22) return refuse(lengthProblem(kind, digits.length))
  if (/^0+$/.test(digits)) {
    return refuse('El número no es válido: son todos ceros. Ingresa el CBU o CVU de la cuenta.')
  }
  const wrong = wrongBlock(digits)
  if (wrong) {
    return refuse(`El ${kind} no es válido: el dígito verificador no coincide. Revisa ${wrong}.`)
  }
  const hint = kind === 'CVU' ? walletName(digits.slice(0, 7)) : entityName(digits.slice(0, 3))
  return accept({ kind, value: digits, hint })
}

function wrongBlock(digits: string): string | null {
  const isFirstRight = endsInCheckDigit(digits.slice(0, 8))
  const isSecondRight = endsInCheckDigit(digits.slice(8))
  if (isFirstRight) return isSecondRight ? null : 'los últimos 14 números'
  return isSecondRight ? 'los primeros 8 números' : 'todos los números'
}

/** Counted from the right, the weights of both blocks are 3, 1, 7, 9, 3, 1, … */
function endsInCheckDigit(block: string): boolean {
  const [check = 0, ...body] = Array.from(block, Number).reverse()
  const sum = body.reduce((sum, digit, i) => sum + digit * Number('3179'[i % 4]), 0)
  return (sum + check) % 10 === 0
}

function lengthProblem(kind: 'CBU' | 'CVU', length: number): string {
  const count = countOf(length, 'dígito')
  if (length <= 20) {
    return `El número tiene ${count}: un CBU o CVU tiene 22, y un alias no puede ser solo números. Revisa si falta algo.`
  }
  const cure = length === 21 ? 'falta' : 'sobra'
  return `El ${kind} tiene ${count} y debe tener 22. Revisa si ${cure} alguno.`
}

function aliasProblem(typed: string): string {
  const stranger = /[^a-zA-Z0-9.-]/u.exec(typed)?.[0]
  if (stranger === undefined && typed.length >= 6 && typed.length <= 20) {
    return 'El alias debe llevar al menos una letra. Revísalo en tu banco o billetera.'
  }
  if (stranger === undefined) {
    const count = countOf(typed.length, 'carácter', 'caracteres')
    return `El alias tiene ${count} y debe tener entre 6 y 20. Revísalo en tu banco o billetera.`
  }
  const what = stranger === ' ' ? 'espacios' : `«${stranger}»`
  return `El alias no puede llevar ${what}: solo letras sin acento ni ñ, números, puntos y guiones.`
}

function accept(account: BankAccount): BankAccountReading {
  return { ok: true, account }
}

function refuse(message: string): BankAccountReading {
  return { ok: false, message }
}
