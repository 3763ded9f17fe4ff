import { useSyncExternalStore } from 'react'
import { getSession, signOut as signOutCall } from '../../shared/api/start.ts'
import { type AppError, asAppError } from '../../shared/errors.ts'
import type { PageData } from '../../shared/page-data.ts'
import type { User } from '../../shared/user.ts'
import { keepKnownUser, onKnownUser, readKnownUser } from './known-user.ts'
import { type LeftData, markLeftData } from './left-data.ts'
import { localReplica } from './local-replica.ts'
import { createObservable } from './observable.ts'
import { usePageData } from './page-data.ts'
import { deletePersisted, openPersisted } from './persisted-results.ts'
import { openQueryCache, queryCache } from './query-cache.ts'
import { request } from './request.ts'

export type Session =
  | { name: 'loading' }
  | { name: 'signed-out' }
  | { name: 'signed-in'; user: User }
  | { name: 'failed'; error: AppError }

const LOADING: Session = { name: 'loading' }
const SIGNED_OUT: Session = { name: 'signed-out' }
const session = createObservable<Session>(LOADING)

/** A server-rendered page hydrates with the session of its rendering. */
export function useSession(): Session {
  const written = usePageData()?.user === null ? SIGNED_OUT : LOADING
  return useSyncExternalStore(session.subscribe, session.get, () => written)
}

export function useUser(): User | null {
  const session = useSession()
  return session.name === 'signed-in' ? session.user : null
}

export const readSession = session.get

/** Increases with every sign-in and sign-out, so that older responses are ignored. */
let generation = 0
/** True while this tab ends the session, because the replica reports its end as well. */
let isLeaving = false
let isAsking = false
let clear: (left: LeftData[]) => void = () => {}

/** A page rendered for guests may be old: it asks the server, too. `clearLeft`: whose data must leave the device. */
export function startSession(
  page: PageData | null,
  clearLeft: (left: LeftData[]) => void = () => {},
): void {
  clear = clearLeft
  onKnownUser((user) => {
    generation += 1
    enter(user)
  })
  // The browser has cleared the storage, perhaps without the cookie: only the server knows whether the session is open.
  window.addEventListener('storage', ({ key }) => {
    if (key === null) void loadSession()
  })
  if (page?.user === null) enter(null)
  void loadSession()
}

/** Until the server responds, and offline, the last known person counts as signed in. */
export async function loadSession(): Promise<void> {
  const known = readKnownUser()
  if (known && session.get().name === 'loading') enter(known)
  const asked = generation
  try {
    const { user } = await request(getSession)
    if (asked === generation) setSession(user)
  } catch (error) {
    if (asked !== generation) return
    const { name } = session.get()
    if (name === 'loading' || name === 'failed') {
      session.set({ name: 'failed', error: asAppError(error) })
    }
    window.addEventListener('online', () => void loadSession(), { once: true })
  }
}

/** Deletes the person's data from the device, too (S10). */
export async function signOut(): Promise<void> {
  await endSession(
    () => request(signOutCall),
    () => setSession(null),
  )
}

/** Ends the session by `work`, deletes the person's data from the device (S10), then calls `forget`. */
export async function endSession(work: () => Promise<unknown>, forget: () => void): Promise<void> {
  await whileLeaving(async () => {
    await work()
    try {
      const isForgotten = await forgetReplica()
      const person = queryCache.owner()
      if (person !== null) {
        const areDeleted = await deleteStatementsOf(person)
        // Otherwise they stay until `markLeftData`, which then has all of it deleted once no tab runs the replica.
        if (isForgotten && areDeleted) deletePersisted(person, localStorage)
      }
    } finally {
      forget()
    }
  })
}

/** Returns false when its owner does not respond, perhaps in a suspended tab, or when its files cannot be deleted now. */
async function forgetReplica(): Promise<boolean> {
  try {
    await localReplica()?.forget()
    return true
  } catch {
    return false
  }
}

/** Returns false without storage, or when a suspended tab has them open. */
async function deleteStatementsOf(person: string): Promise<boolean> {
  try {
    // Few people have statements here, and the contribution page does without the code.
    const { deleteStatements } = await import('./statement-store.ts')
    await deleteStatements(person)
    return true
  } catch {
    return false
  }
}

/** Runs `work`, which ends the session: `sessionEnded` does nothing meanwhile. */
export async function whileLeaving(work: () => Promise<unknown>): Promise<void> {
  isLeaving = true
  try {
    await work()
  } finally {
    isLeaving = false
  }
}

/** Call when the server rejected a request because of the session: loads it again. */
export function sessionEnded(): void {
  if (isLeaving || isAsking) return
  isAsking = true
  void loadSession().finally(() => {
    isAsking = false
  })
}

export function setSession(user: User | null): void {
  generation += 1
  keepKnownUser(user)
  enter(user)
  const left = markLeftData(user?.id ?? null, new Date())
  if (left.length > 0) clear(left)
}

function enter(user: User | null): void {
  const person = user?.id ?? null
  if (person !== queryCache.owner()) {
    if (queryCache.owner() !== null) localReplica()?.leave()
    openQueryCache(
      person,
      person === null ? [] : openPersisted(person, scriptUrlOfPage(), localStorage),
    )
  }
  session.set(user ? { name: 'signed-in', user } : SIGNED_OUT)
}

/** Identifies the release of this page. */
export function scriptUrlOfPage(): string {
  return document.querySelector<HTMLScriptElement>('script[type=module]')?.src ?? ''
}
