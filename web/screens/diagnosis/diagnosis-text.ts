import type { UnsentChange } from '../../api/diagnosis.ts'
import { featuresOfBrowser, programOfPage } from './browser-facts.ts'
import { readCursor } from './read-cursor.ts'
import { scrub } from './scrub.ts'
import type { Diagnosis } from './use-diagnosis.ts'

/**
 * Returns the diagnosis as JSON for somebody else to read. Every value is listed here by name: names, e-mail
 * addresses, amounts, titles, messages, accounts, and the ids of people and collections are not among them.
 */
export function diagnosisText(diagnosis: Diagnosis, now: Date): string {
  const { state, replica, error, storage, faults } = diagnosis
  return JSON.stringify(
    {
      at: now.toISOString(),
      program: programOfPage(),
      browser: navigator.userAgent,
      online: navigator.onLine,
      features: featuresOfBrowser(),
      storage,
      copy: state?.copy ?? null,
      connection: state?.connection ?? null,
      lastSync: state?.lastSync ?? null,
      lagSeconds: state?.lastSync ? secondsSince(state.lastSync, now) : null,
      kept: state?.kept ?? null,
      changesKept: state?.changesKept ?? null,
      cursor: replica?.cursor ? readCursor(replica.cursor) : null,
      engine: replica?.engine ?? null,
      bytes: replica?.bytes ?? null,
      tables: replica?.tables.map(({ name, rows, bytes }) => ({ name, rows, bytes })) ?? [],
      queue: state?.changes.map(outlineOf) ?? [],
      queueBytes: bytesOf(state?.changes ?? []),
      error: error && scrub(error.message),
      faults: faults.map(({ at, times, message }) => ({ at, times, message: scrub(message) })),
    },
    null,
    2,
  )
}

/** A change without its arguments, and a refusal without its sentence. */
function outlineOf({ name, at, version, supersededIds = [], refusal }: UnsentChange) {
  return {
    name: scrub(name),
    at,
    version: version ?? 1,
    superseded: supersededIds.length,
    refused: refusal && { code: refusal.code, field: refusal.field ?? null },
  }
}

export function secondsSince(iso: string, now: Date): number {
  return Math.max(0, Math.round((now.getTime() - Date.parse(iso)) / 1000))
}

export function bytesOf(value: unknown): number {
  return new Blob([JSON.stringify(value)]).size
}
