/*
 * A colecta that a visitor filled in before having an account. The device stores it until its account signs in, a day
 * at most. The device may be shared: only the account that was registered for it, or that signs in in the same tab,
 * gets it without a question. Other people are asked whether it is theirs.
 */
import { links } from '../../../shared/links.ts'
import { fullName } from '../../../shared/text.ts'
import type { User } from '../../../shared/user.ts'
import { inTab } from '../../api/device-storage.ts'
import { type Draft, dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'

export const FIRST_COLLECTION = 'register-collection'

interface FirstCollection {
  title: string
  /** Address of the account that was registered for it. */
  email: string | null
  /** The visitor pressed "Crear colecta" and has changed nothing since. */
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

/** Returns the page after signing in: the form of the stored collection if it is theirs, else the dashboard. */
export function pageAfterSignIn(user: User): string {
  return isFor(user) ? links.newCollection() : links.dashboard()
}

/** Gives the stored collection to `user` if it was meant for them. Returns whether it is theirs now. */
export function claim(user: User): boolean {
  const draft = readDraft(FIRST_COLLECTION)
  if (draft.claimedBy === user.id) return true
  if (!isFor(user)) return false
  take(draft, user)
  return true
}

/** Gives the stored collection to a person who said that it is theirs, and who still has to press "Crear colecta". */
export function adopt(user: User): void {
  const { ready: _, ...draft } = readDraft(FIRST_COLLECTION)
  take(draft, user)
}

export function dropFirstCollection(): void {
  dropDraft(FIRST_COLLECTION)
}

/** Without another name, the person is the holder of the bank account. */
function take(draft: Draft, user: User): void {
  const holder = draft.accountIdentifier?.trim() || fullName(user)
  keepDraft(FIRST_COLLECTION, { ...draft, accountIdentifier: holder, claimedBy: user.id })
}

function isFor(user: User): boolean {
  const { id, ready, email, claimedBy } = readDraft(FIRST_COLLECTION)
  if (!ready || claimedBy !== undefined) return false
  return email === undefined ? inTab((tab) => tab.getItem(KEY)) === id : email === user.email
}

const KEY = 'first-collection'
