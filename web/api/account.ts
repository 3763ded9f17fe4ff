/* Calls that sign in or change the account. Separate from session.ts, which every page loads, because they need zod. */
import * as accounts from '../../shared/api/accounts.ts'
import * as ownAccount from '../../shared/api/own-account.ts'
import * as session from '../../shared/api/session.ts'
import { AppError } from '../../shared/errors.ts'
import type { Credentials, PasswordChange, User } from '../../shared/user.ts'
import { keepKnownUser } from './known-user.ts'
import { localReplica } from './local-replica.ts'
import { request } from './request.ts'
import { endSession, readSession, setSession, whileLeaving } from './session.ts'

export async function signIn(credentials: Credentials): Promise<void> {
  requireCookies()
  const { user } = await request(session.signIn, { input: credentials })
  setSession(user)
}

/** Returns null if somebody else is signed in here. `prepare` runs before other tabs know of the session. */
export async function confirmEmail(
  token: string,
  prepare: (user: User) => void,
): Promise<User | null> {
  requireCookies()
  const { user } = await request(accounts.confirmEmail, { input: { token } })
  if (!user) return null
  prepare(user)
  setSession(user)
  return user
}

/** Returns the path to return to, or null. */
export async function signInWithGoogle(back: {
  code: string
  state: string
}): Promise<string | null> {
  requireCookies()
  const { user, returnTo } = await request(session.signInWithGoogle, { input: back })
  if (!user) {
    throw new AppError('not-signed-in', 'No se pudo obtener la sesión. Intenta nuevamente.')
  }
  setSession(user)
  return returnTo
}

/** Shows a new name at once: the server may get the change only later. Does nothing once another person is signed in. */
export function showName(personId: string, name: Pick<User, 'firstName' | 'lastName'>): void {
  const current = readSession()
  if (current.name !== 'signed-in' || current.user.id !== personId) return
  setSession({ ...current.user, ...name })
}

/** Ends all sessions; this browser gets a new one, so the end of the old one is ignored. */
export async function changePassword(change: PasswordChange): Promise<void> {
  await whileLeaving(() => request(ownAccount.changePassword, { input: change }))
  localReplica()?.resume()
}

/** Deletes this device's data, too; load a new page afterwards. `proof`: the password, or the e-mail without one. */
export async function deleteAccount(proof: string): Promise<void> {
  await endSession(
    () => request(ownAccount.deleteAccount, { input: { proof } }),
    () => keepKnownUser(null),
  )
}

/** Throws when the browser blocks cookies: the session would be lost at the next request, and its link used up. */
function requireCookies(): void {
  if (navigator.cookieEnabled) return
  throw new AppError(
    'not-signed-in',
    'Este navegador bloquea las cookies, y sin ellas no se puede iniciar sesión. Hay que permitir las de este sitio.',
  )
}
