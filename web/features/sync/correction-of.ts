import type { ErrorCode } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import type { RefusedChange } from './sync-view.ts'

/**
 * Handed to the form as router state, which a reload keeps: which refused change it is there to
 * correct, and what that one said.
 */
export interface CorrectionState {
  correcting: string
  name: string
  args: unknown
  code: ErrorCode
}

/**
 * The form in which a refused change can be mended, or null where there is none, or where no form
 * would help: what is gone or not allowed stays so, whatever is typed (S9).
 */
export function correctionOf({ id, name, args, refusal }: RefusedChange) {
  if (refusal.code !== 'invalid-input' && refusal.code !== 'conflict') return null
  const to = formOf(name, args)
  const state: CorrectionState = { correcting: id, name, args, code: refusal.code }
  return to && { to, state }
}

/** The collection that must be opened again before a retry can succeed, or null. */
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
  if (typeof args !== 'object' || args === null) return null
  const value: unknown = Reflect.get(args, key)
  return typeof value === 'string' ? value : null
}
