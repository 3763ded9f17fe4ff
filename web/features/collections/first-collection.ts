/*
 * A colecta that a visitor filled in before having an account. It stays on this device, a day at most, and is created
 * when its account signs in here. The device may be shared, so it goes by itself only to the account that was
 * registered for it, or to the one that signs in in the same tab; anybody else is asked.
 */
import { links } from '../../../shared/links.ts'
import type { User } from '../../../shared/user.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'

/** The draft of the visitor's form. */
export const FIRST_COLLECTION = 'register-collection'

interface FirstCollection {
  title: string
  /** Of the account that was registered for it. */
  email: string | null
  /** The visitor pressed "Crear colecta", and changed nothing since. */
  isReady: boolean
}

export function firstCollection(): FirstCollection | null {
  const { id, title = '', email = null, ready } = readDraft(FIRST_COLLECTION)
  return id === undefined ? null : { title, email, isReady: ready !== undefined }
}

/** Stores a visitor's new collection once the form is complete, on the way to the account. */
export function keepUntilSignedIn(values: Draft): void {
  keepDraft(FIRST_COLLECTION, { ...values, ready: 'yes' })
  inTab((tab) => tab.setItem(KEY, values.id ?? ''))
}

/** Gives the stored collection to the account that was just registered. */
export function reserveFor(email: string): void {
  const draft = readDraft(FIRST_COLLECTION)
  if (draft.ready) keepDraft(FIRST_COLLECTION, { ...draft, email })
}

/** The page after signing in. */
export function pageAfterSignIn(user: User): string {
  return isFor(user) ? links.newCollection() : links.dashboard()
}

/** Returns whether it is this person's now. */
export function claim(user: User): boolean {
  const draft = readDraft(FIRST_COLLECTION)
  if (draft.claimedBy === user.id) return true
  if (!isFor(user)) return false
  take(draft, user)
  return true
}

/** The person says that it is theirs, and creates it with a press of their own. */
export function adopt(user: User): void {
  const { ready: _, ...draft } = readDraft(FIRST_COLLECTION)
  take(draft, user)
}

export function dropFirstCollection(): void {
  dropDraft(FIRST_COLLECTION)
}

/** Without another name the account is held by its organiser. */
function take(draft: Draft, { id, firstName, lastName }: User): void {
  const holder = draft.accountIdentifier?.trim() || `${firstName} ${lastName}`.trim()
  keepDraft(FIRST_COLLECTION, { ...draft, accountIdentifier: holder, claimedBy: id })
}

function isFor(user: User): boolean {
  const { id, ready, email, claimedBy } = readDraft(FIRST_COLLECTION)
  if (!ready || claimedBy !== undefined) return false
  return email === undefined ? inTab((tab) => tab.getItem(KEY)) === id : email === user.email
}

const KEY = 'first-collection'

function inTab<T>(work: (tab: Storage) => T): T | null {
  try {
    return work(sessionStorage)
  } catch {
    return null
  }
}
