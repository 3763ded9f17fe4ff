/* The consent to analytics, with its date. Without it nothing else is stored. */
import { useSyncExternalStore } from 'react'
import { hexOf } from '../../shared/id.ts'
import { readStored, readStoredJson, store } from './device-storage.ts'
import { forgetCheckouts } from './measured-checkouts.ts'
import { createObservable } from './observable.ts'

export interface Consent {
  choice: 'accepted' | 'rejected'
  at: string
}

/** Increase it when the purpose changes: the person is asked again. */
const VERSION = 1
const KEY = 'analytics-consent'
const CLIENT_KEY = 'analytics-client'

const consent = createObservable<Consent | null>(readKept())

export function useConsent(): Consent | null {
  return useSyncExternalStore(consent.subscribe, consent.get)
}

export function agreesToMeasuring(): boolean {
  return consent.get()?.choice === 'accepted' && !asksForPrivacy()
}

/** Without storage the choice lasts until the page closes. */
export function decide(choice: Consent['choice']): void {
  const decided = { choice, at: new Date().toISOString() }
  if (choice === 'rejected') forgetMeasured()
  store(KEY, JSON.stringify({ version: VERSION, ...decided }))
  consent.set(decided)
}

/** Returns true when the browser objects (Global Privacy Control 3.3). */
export function asksForPrivacy(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as Navigator & {
    globalPrivacyControl?: boolean
  }
  return globalPrivacyControl === true || doNotTrack === '1'
}

/** Returns a random id of this browser. Call it with consent only. */
export function clientId(): string {
  const kept = readStored(CLIENT_KEY)
  if (kept && /^[0-9a-f]{32}$/.test(kept)) return kept
  const made = hexOf(crypto.getRandomValues(new Uint8Array(16)))
  store(CLIENT_KEY, made)
  return made
}

export function forgetMeasured(): void {
  forgetCheckouts()
  store(CLIENT_KEY, null)
}

// The server renders screens that measure.
globalThis.window?.addEventListener('storage', ({ key }) => {
  if (key === KEY || key === null) consent.set(readKept())
})

function readKept(): Consent | null {
  const kept = readStoredJson(KEY) as (Consent & { version: number }) | null
  if (kept?.version !== VERSION || Number.isNaN(Date.parse(kept.at))) return null
  const { choice, at } = kept
  return choice === 'accepted' || choice === 'rejected' ? { choice, at } : null
}
