import { CURSOR_SEPARATOR } from '../../../shared/sync.ts'
import type { UnsentChange } from '../../api/diagnosis.ts'
import { type DeviceDiagnosis, featuresOfBrowser, programOfPage } from './use-diagnosis.ts'

/** Returns the diagnosis as JSON to send to somebody else. Each value is named here, so that none is personal. */
export function diagnosisText(diagnosis: DeviceDiagnosis, now: Date): string {
  const { state, replica, error, storage, faults } = diagnosis
  return JSON.stringify(
    {
      at: now.toISOString(),
      program: programOfPage(),
      browser: navigator.userAgent,
      online: navigator.onLine,
      features: featuresOfBrowser(),
      storage,
      replica: state?.replica ?? null,
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

/** Returns a change without its arguments, and a refusal without its message. */
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

/** Removes what an error may quote of people. The engine's codes stay: `[53100]`. */
export function scrub(text: string): string {
  return RULES.reduce((scrubbed, [what, instead]) => scrubbed.replace(what, instead), text).replace(
    /\[\d{5}\]|\d(?:[ .,-]?\d){4,}/g,
    (number) => (number.startsWith('[') ? number : '‹número›'),
  )
}

const RULES: [what: RegExp, instead: string][] = [
  [/[^\s"'`«»“”‘’<>()=,;:]+@[^\s"'`«»“”‘’<>()=,;:]+/g, '‹email›'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '‹id›'],
  [/=\s?\(.*\)/g, '=(‹valor›)'], // Postgres: Key (email)=(…) already exists.
  [/"(?:[^"\\]|\\.)*"|`[^`]*`|«[^»]*»|“[^”]*”|‘[^’]*’/g, '‹texto›'],
  // Not an apostrophe within a word. Without a lookbehind, which older Safaris cannot read.
  [/(^|[^\p{L}\p{N}])'(?:[^'\\]|\\.|'')*'(?![\p{L}\p{N}])/gu, '$1‹texto›'],
  [/\?[^\s)]*=[^\s)]*/g, '?‹consulta›'],
  [/\$\s?\d[\d.,]*/g, '‹número›'],
]

interface CursorParts {
  epoch: string
  protocol: number
  snapshot: string
  /** null when the feed was empty. */
  mark: string | null
}

/** Returns the parts of a cursor without its person; null when invalid. For display only: replicas do not parse it. */
export function readCursor(text: string): CursorParts | null {
  try {
    const [position = ''] = text.split(CURSOR_SEPARATOR)
    const { epoch, protocol, snapshot, mark } = JSON.parse(
      atob(position.replaceAll('-', '+').replaceAll('_', '/')),
    )
    return { epoch: String(epoch), protocol, snapshot: String(snapshot), mark: mark ?? null }
  } catch {
    return null
  }
}
