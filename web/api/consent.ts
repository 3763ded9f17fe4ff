/* Stored with its date; asked again when the purpose changes. Without consent nothing else is stored. */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { forgetCheckouts } from './measured-checkouts.ts'

export interface Consent {
  choice: 'accepted' | 'rejected'
  at: string
}

/** Increase it when the purpose changes. */
const VERSION = 1
const KEY = 'analytics-consent'
const CLIENT_KEY = 'analytics-client'

const consent = atom<Consent | null>(readKept())
const store = getDefaultStore()

export function useConsent(): Consent | null {
  return useAtomValue(consent)
}

/** Also false when the browser objects. */
export function agreesToMeasuring(): boolean {
  return store.get(consent)?.choice === 'accepted' && !asksForPrivacy()
}

/** Without storage the choice lasts until the page closes. */
export function decide(choice: Consent['choice']): void {
  const decided = { choice, at: new Date().toISOString() }
  if (choice === 'rejected') forgetMeasured()
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, ...decided }))
  } catch {
    // Without storage the question comes again.
  }
  store.set(consent, decided)
}

/** Global Privacy Control 3.3. */
export function asksForPrivacy(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** A random id of this browser. Call it with consent only. */
export function clientId(): string {
  try {
    const kept = localStorage.getItem(CLIENT_KEY)
    if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
    const made = randomHex()
    localStorage.setItem(CLIENT_KEY, made)
    return made
  } catch {
    return randomHex()
  }
}

export function forgetMeasured(): void {
  forgetCheckouts()
  try {
    localStorage.removeItem(CLIENT_KEY)
  } catch {
    // Without storage there is nothing to delete.
  }
}

window.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) store.set(consent, readKept())
})

function readKept(): Consent | null {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null')
    const isChoice = ['accepted', 'rejected'].includes(kept?.choice)
    const isOurs = kept?.version === VERSION && isChoice && !Number.isNaN(Date.parse(kept.at))
    return isOurs ? { choice: kept.choice, at: kept.at } : null
  } catch {
    return null
  }
}

function randomHex(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
