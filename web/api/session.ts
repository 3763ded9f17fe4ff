import { atom, getDefaultStore, useAtomValue } from 'jotai'
import type { AppError } from '../../shared/errors.ts'
import type { Credentials, User } from '../../shared/user.ts'
import { answers, startAnswers } from './answers.ts'
import { local } from './local.ts'
import { request } from './request.ts'
import { forgetSeen, openSeen } from './seen-answers.ts'

export type Session =
  | { name: 'loading' }
  | { name: 'signed-out' }
  | { name: 'signed-in'; user: User }
  | { name: 'failed'; error: AppError }

interface SessionAnswer {
  user: User | null
}

const session = atom<Session>({ name: 'loading' })
const store = getDefaultStore()

/** Who is here. Loaded once by `loadSession`, changed by signing in and out. */
export function useSession(): Session {
  return useAtomValue(session)
}

/** Asks the server who is here. */
export async function loadSession(): Promise<void> {
  try {
    settle(await request<SessionAnswer>('GET', '/api/session'))
  } catch (error) {
    store.set(session, { name: 'failed', error: error as AppError })
  }
}

/** Throws an AppError when the server refuses. */
export async function signIn(credentials: Credentials): Promise<void> {
  settle(await request<SessionAnswer>('POST', '/api/login', credentials))
}

/** Ends the session on the server and here; nothing of this person stays on the device (S10). */
export async function signOut(): Promise<void> {
  await request('POST', '/api/logout', {})
  await local()?.forget()
  const person = answers.owner()
  if (person !== null) forgetSeen(person, localStorage)
  settle({ user: null })
}

/** The server said that nobody is signed in any more: another tab signed out, or it expired. */
export function sessionEnded(): void {
  settle({ user: null })
}

function settle({ user }: SessionAnswer): void {
  const person = user?.id ?? null
  if (person !== answers.owner()) {
    startAnswers(person, person === null ? [] : openSeen(person, programOfPage(), localStorage))
  }
  store.set(session, user ? { name: 'signed-in', user } : { name: 'signed-out' })
}

/** Its first script: another release has another. */
function programOfPage(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
}
