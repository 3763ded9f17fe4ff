import * as z from 'zod/mini'
import { readBankAccount } from './bank-account.ts'
import { line } from './validation.ts'

export interface User {
  id: string
  email: string
  firstName: string
  lastName: string
  isAdmin: boolean
}

/** The minimum length of a password (ASVS 6.2.1). Long pass phrases are allowed (A2). */
export const MIN_PASSWORD_LENGTH = 8
const MAX_PASSWORD_LENGTH = 1_000
export const MAX_NAME_LENGTH = 80
const MAX_EMAIL_LENGTH = 254

const firstName = line(MAX_NAME_LENGTH, 'Ingresa tu nombre.')
const lastName = line(MAX_NAME_LENGTH, 'Ingresa tu apellido.')

/** Parses an address to lower case, so that one person has one account. */
export function emailAddress(missing: string) {
  return z
    .pipe(
      line(MAX_EMAIL_LENGTH, missing),
      z.transform((text) => text.toLowerCase()),
    )
    .check(z.regex(EMAIL, 'El formato del email no es válido.'))
}

// ASCII on purpose: mail servers in use here would reject any other address.
const EMAIL =
  /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*@([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/

const password = z.string('Ingresa una contraseña.').check(
  // Below 6 characters the message is the product's own, letter for letter.
  z.minLength(6, 'La contraseña debe tener al menos 6 caracteres.'),
  z.minLength(
    MIN_PASSWORD_LENGTH,
    `Usa ${MIN_PASSWORD_LENGTH} caracteres o más: con menos se adivina.`,
  ),
  z.maxLength(
    MAX_PASSWORD_LENGTH,
    `La contraseña puede tener hasta ${MAX_PASSWORD_LENGTH} caracteres.`,
  ),
)

export const registration = z.object({
  firstName,
  lastName,
  email: emailAddress('Ingresa tu email.'),
  password,
})
export type Registration = z.infer<typeof registration>

export const WRONG_CURRENT_PASSWORD = 'La contraseña actual no es correcta.'

export const passwordRecovery = z.object({ email: emailAddress('Ingresa tu email.') })

export const emailLink = z.object({
  token: z.string('Falta el código del enlace.').check(z.maxLength(200, 'El código no es válido.')),
})

export const newPassword = z.extend(emailLink, { password })
export type NewPassword = z.infer<typeof newPassword>

const knownPassword = (missing: string, wrong: string) =>
  z.string(missing).check(z.minLength(1), z.maxLength(MAX_PASSWORD_LENGTH, wrong))

/** Requires the current password, so that an unlocked phone is not enough to take over the account. */
export const passwordChange = z.object({
  current: knownPassword('Ingresa tu contraseña actual.', WRONG_CURRENT_PASSWORD),
  password,
})
export type PasswordChange = z.infer<typeof passwordChange>

export const emailChange = z.object({
  email: emailAddress('Ingresa tu nuevo email.'),
  password: knownPassword('Ingresa tu contraseña.', 'La contraseña no es correcta.'),
})
export type EmailChange = z.infer<typeof emailChange>

export const accountDeletion = z.object({
  /** The password, or the e-mail address if the account has no password. */
  proof: z.string().check(z.maxLength(MAX_PASSWORD_LENGTH)),
})

/** A session, as its person sees it (A1). */
const openSession = z.object({
  id: z.string(),
  device: z.string(),
  beganAt: z.string(),
  seenAt: z.string(), // to the hour
  current: z.boolean(), // the session of this request
})
export type OpenSession = z.infer<typeof openSession>

const deletionPreview = z.object({
  /** Without a password the e-mail is typed to confirm. */
  hasPassword: z.boolean(),
  collections: z.number(),
  openCollections: z.number(),
  contributions: z.number(), // in all of those, of everybody
  ownContributions: z.number(), // of this person, in others' collections: they stay there
})
export type DeletionPreview = z.infer<typeof deletionPreview>

export const ownAccount = z.object({
  sessions: z.array(openSession),
  deletion: deletionPreview,
  notifications: z.boolean(), // whether they asked to be notified of anything
  /** The address that waits to be confirmed, or null. */
  pendingEmail: z.nullable(z.string()),
})
export type OwnAccount = z.infer<typeof ownAccount>

export const credentials = z.object({
  email: emailAddress('Ingresa tu email.'),
  password: knownPassword(
    'Ingresa tu contraseña.',
    'Email o contraseña incorrectos. Verifica tus datos e intenta nuevamente.',
  ),
})
export type Credentials = z.infer<typeof credentials>

/** Alias, CBU or CVU as stored: digits alone, or the alias in lower case. */
export const bankAccount = z.pipe(
  z.string('Ingresa el alias, CBU o CVU de la cuenta.'),
  z.transform((text, context) => {
    const result = readBankAccount(text)
    if (result.ok) return result.account.value
    // Stryker disable next-line StringLiteral: nothing reads the code of this problem
    context.issues.push({ code: 'custom', message: result.message, input: text })
    return z.NEVER
  }),
)

export const profileInput = z.object({
  firstName,
  lastName,
  defaultBankAccount: z.nullable(bankAccount),
})
