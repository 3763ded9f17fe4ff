import { useLocation } from 'react-router-dom'
import type { ErrorCode } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import { recordOf } from './describe-change.ts'
import type { RefusedChange } from './sync-view.ts'

/** Router state: a reload keeps it. */
interface CorrectionState {
  correcting: string
  name: string
  args: unknown
  code: ErrorCode
}

/** Returns a link to a form; null when none helps: the data is gone or the change is not allowed (S9). */
export function correctionOf({ id, name, args, refusal }: RefusedChange) {
  if (refusal.code !== 'invalid-input' && refusal.code !== 'conflict') return null
  const to = formOf(name, args)
  const state: CorrectionState = { correcting: id, name, args, code: refusal.code }
  return to && { to, state }
}

/**
 * Returns false for a decision about a contribution that was corrected since: it has to be made again (S12). The reason
 * of a rejection can be sent again once the contribution is rejected again.
 */
export function canBeRetried({ name, args, refusal }: RefusedChange): boolean {
  const isDecision = name === 'set-contribution-state' && !recordOf(args).isReasonOnly
  return !isDecision || refusal.code !== 'conflict'
}

/** Returns its link, null unless it is closed: a retry can succeed only after it is opened again. */
export function closedCollectionOf({ args, refusal }: RefusedChange): string | null {
  const collection = refusal.code === 'collection-closed' ? idIn(args, 'collectionId') : null
  return collection && links.collection(collection)
}

function formOf(name: string, args: unknown): string | null {
  switch (name) {
    case 'create-collection':
      return links.newCollection()
    case 'update-collection': {
      const id = idIn(args, 'id')
      return id && links.editCollection(id)
    }
    case 'add-manual-contribution': {
      const id = idIn(args, 'collectionId')
      return id && links.registerContribution(id)
    }
    case 'update-profile':
      return links.profile()
    default:
      return null
  }
}

function idIn(args: unknown, key: 'id' | 'collectionId'): string | null {
  const value = recordOf(args)[key]
  return typeof value === 'string' ? value : null
}

/** A refused change that a form corrects (S9). */
export interface ChangeToCorrect {
  correcting: string
  /** The refused arguments, perhaps invalid or of another version. */
  args: Readonly<Record<string, unknown>>
  code: ErrorCode | undefined
  draft: string
}

/** Returns null unless the sync centre sent the person here to correct a change of this name (S9). */
export function useCorrection(name: string): ChangeToCorrect | null {
  const state = useLocation().state as Partial<CorrectionState> | null
  if (typeof state !== 'object' || state?.name !== name || !state.correcting) return null
  const { correcting, args, code } = state
  return { correcting, args: recordOf(args), code, draft: `correction:${correcting}` }
}
