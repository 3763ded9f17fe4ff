import { atom, getDefaultStore } from 'jotai'
import { useSyncExternalStore } from 'react'
import { AppError } from '../../shared/errors.ts'
import type { PageData } from '../../shared/page-data.ts'
import type { Credentials, PasswordChange, User } from '../../shared/user.ts'
import { answers, startAnswers } from './answers.ts'
import { keepKnownUser, onKnownUser, readKnownUser } from './known-user.ts'
import { type LeftData, markLeftData } from './left-data.ts'
import { local } from './local.ts'
import { usePageData } from './page-data.ts'
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

const LOADING: Session = { name: 'loading' }
const SIGNED_OUT: Session = { name: 'signed-out' }
const session = atom<Session>(LOADING)
const store = getDefaultStore()

/**
 * Returns the session, which `startSession` loads, and which changes by signing in and out, also in another tab. A page
 * that the server rendered hydrates with the session that it was rendered for.
 */
export function useSession(): Session {
  const written = usePageData()?.user === null ? SIGNED_OUT : LOADING
  return useSyncExternalStore(
    onSession,
    () => store.get(session),
    () => written,
  )
}

const onSession = (listener: () => void) => store.sub(session, listener)

/** Increases with every sign-in and sign-out, so that older responses are ignored. */
let turn = 0
/** Whether this tab is signing out, which the replica notices as well. */
let leaving = false
let isAsking = false
let clear: (left: LeftData[]) => void = () => {}

/**
 * Loads the session and follows other tabs. Call it once at the start. A page rendered for guests starts without a
 * session, but the server is asked as well, because the page may be an old one. Calls `clearLeft` with the people whose
 * data must leave the device, once the server has responded.
 */
export function startSession(
  page: PageData | null,
  clearLeft: (left: LeftData[]) => void = () => {},
): void {
  clear = clearLeft
  onKnownUser((user) => {
    turn += 1
    enter(user)
  })
  if (page?.user === null) enter(null)
  void loadSession()
}

/**
 * Asks the server for the session. Until it responds, and offline, the last known person counts.
 */
export async function loadSession(): Promise<void> {
  const known = readKnownUser()
  if (known && store.get(session).name === 'loading') enter(known)
  const asked = turn
  try {
    const { user } = await request<SessionAnswer>('GET', '/api/session')
    if (asked === turn) settle(user)
  } catch (error) {
    if (asked !== turn) return
    const { name } = store.get(session)
    if (name === 'loading' || name === 'failed') {
      store.set(session, { name: 'failed', error: error as AppError })
    }
    window.addEventListener('online', () => void loadSession(), { once: true })
  }
}

/** Throws an AppError when the server refuses. */
export async function signIn(credentials: Credentials): Promise<void> {
  settle((await request<SessionAnswer>('POST', '/api/login', credentials)).user)
}

/** Finishes a sign-in with Google and returns the path to go to. Throws like `signIn`. */
export async function signInWithGoogle(back: {
  code: string
  state: string
}): Promise<string | null> {
  const answer = await request<SessionAnswer & { returnTo: string | null }>(
    'POST',
    '/api/login/oauth',
    back,
  )
  if (!answer?.user) {
    throw new AppError('not-signed-in', 'No se pudo obtener la sesión. Intenta nuevamente.')
  }
  settle(answer.user)
  return answer.returnTo
}

/**
 * Changes the password. All sessions end and this browser gets a new one, so that the end of the old one is ignored.
 * Throws an AppError when the server refuses.
 */
export async function changePassword(change: PasswordChange): Promise<void> {
  leaving = true
  try {
    await request('POST', '/api/account/password', change)
  } finally {
    leaving = false
  }
  local()?.resume()
}

/** Ends the session on the server and deletes the person's data from the device (S10). */
export async function signOut(): Promise<void> {
  await leave('/api/logout', {}, () => settle(null))
}

/**
 * Deletes the account and its data on this device. The caller must load a new page afterwards. `proof`: the password,
 * or the e-mail for accounts without one. Throws an AppError when the server refuses.
 */
export async function deleteAccount(proof: string): Promise<void> {
  await leave('/api/account/delete', { proof }, () => keepKnownUser(null))
}

async function leave(path: string, body: object, forget: () => void): Promise<void> {
  leaving = true
  try {
    await request('POST', path, body)
    try {
      await local()?.forget()
      const person = answers.owner()
      if (person !== null) forgetSeen(person, localStorage)
    } finally {
      forget()
    }
  } finally {
    leaving = false
  }
}

/** Call when the server rejected a request because of the session: loads it again. */
export function sessionEnded(): void {
  if (leaving || isAsking) return
  isAsking = true
  void loadSession().finally(() => {
    isAsking = false
  })
}

function settle(user: User | null): void {
  turn += 1
  keepKnownUser(user)
  enter(user)
  const left = markLeftData(user?.id ?? null, new Date())
  if (left.length > 0) clear(left)
}

function enter(user: User | null): void {
  const person = user?.id ?? null
  if (person !== answers.owner()) {
    if (answers.owner() !== null) local()?.leave()
    startAnswers(person, person === null ? [] : openSeen(person, programOfPage(), localStorage))
  }
  store.set(session, user ? { name: 'signed-in', user } : SIGNED_OUT)
}

/** The page's first script, which differs between releases. */
function programOfPage(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
}
