/*
 * Whether this person lets their visits be measured: kept on the device with its date, and asked again
 * when what we ask for becomes another thing. Before a yes, and after a no, nothing else is kept.
 */
import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { forgetCheckouts } from './measured-checkouts.ts'

export interface Consent {
  choice: 'accepted' | 'rejected'
  /** When, ISO 8601. */
  at: string
}

/** Moves when the question does. */
const VERSION = 1
const KEY = 'analytics-consent'
const CLIENT_KEY = 'analytics-client'

const consent = atom<Consent | null>(readKept())
const store = getDefaultStore()

/** Null until they chose. */
export function useConsent(): Consent | null {
  return useAtomValue(consent)
}

/** Whether they agreed, and their browser does not ask for something else. */
export function agreesToMeasuring(): boolean {
  return store.get(consent)?.choice === 'accepted' && !asksForPrivacy()
}

/** A browser that refuses storage forgets it with the page. */
export function decide(choice: Consent['choice']): void {
  const decided = { choice, at: new Date().toISOString() }
  if (choice === 'rejected') forgetMeasured()
  try {
    localStorage.setItem(KEY, JSON.stringify({ version: VERSION, ...decided }))
  } catch {
    // Then they are asked again.
  }
  store.set(consent, decided)
}

/** Their browser asks not to be tracked: that is a no to all there is (Global Privacy Control 3.3). */
export function asksForPrivacy(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** By which a collector tells one browser from another: random, and only of who said yes. */
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

/** What was kept for measuring alone. */
export function forgetMeasured(): void {
  forgetCheckouts()
  try {
    localStorage.removeItem(CLIENT_KEY)
  } catch {
    // There is none.
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
