/* Sends the key of the line ids, and matches. Nothing else of a statement leaves the device. */
import { toBase64url } from '../../../shared/base64url.ts'
import { type AppError, asAppError, hasCode } from '../../../shared/errors.ts'
import { keepStatementKey } from '../../../shared/mutations/keep-statement-key.ts'
import { matchLines } from '../../../shared/mutations/match-lines.ts'
import { undoMatches } from '../../../shared/mutations/undo-matches.ts'
import { statementKey } from '../../../shared/queries/statement-key.ts'
import {
  contributionMatches,
  statementMatches,
  type UsedLine,
} from '../../../shared/queries/statement-matches.ts'
import { MOST_MATCHES_AT_ONCE } from '../../../shared/statement-match.ts'
import { askOnce } from '../../api/live.ts'
import { mutate, sendInBatches } from '../../api/mutate.ts'
import { batchesOf, type NewMatch } from './matches.ts'

/** Returns the key of the line ids. An account is created with one; only an old replica without it makes one. */
export async function requireKey(): Promise<string> {
  const known = await askOnce(statementKey, {})
  if (known) return known
  const bytes = crypto.getRandomValues(new Uint8Array(32))
  await mutate(keepStatementKey, { key: toBase64url(bytes) })
  const key = await askOnce(statementKey, {})
  if (!key) throw new Error('No se pudo preparar este dispositivo. Intenta nuevamente.')
  return key
}

/** Every day that a statement can have. */
export const ALWAYS = { from: '1990-01-01', to: '2099-12-31' }

export function usedLines(): Promise<UsedLine[]> {
  return askOnce(statementMatches, ALWAYS)
}

/** Returns the ids of the matches that pay a contribution, for an undo; none where they cannot be read. */
export async function matchIdsOf(contributionId: string): Promise<string[]> {
  const lines = await askOnce(contributionMatches, { contributionId }).catch(() => [])
  return lines.map(({ id }) => id)
}

interface Sent {
  added: NewMatch[]
  refusals: AppError[]
}

/** A refused batch does not stop the others. Throws AppError when nothing was added. */
export async function sendMatches(matches: readonly NewMatch[]): Promise<Sent> {
  const confirmedAt = new Date().toISOString()
  const sent: Sent = { added: [], refusals: [] }
  for (const batch of batchesOf(matches)) {
    try {
      await mutate(matchLines, { matches: batch, confirmedAt })
      sent.added.push(...batch)
    } catch (error) {
      if (!hasCode(error, 'conflict') && !hasCode(error, 'not-found')) throw error
      sent.refusals.push(asAppError(error))
    }
  }
  const [refusal] = sent.refusals
  if (refusal && sent.added.length === 0) throw refusal
  return sent
}

export async function sendUndo(ids: readonly string[]): Promise<void> {
  await sendInBatches(ids, MOST_MATCHES_AT_ONCE, (batch) => mutate(undoMatches, { ids: batch }))
}
