import { useLocation } from 'react-router-dom'
import type { ErrorCode } from '../../../shared/errors.ts'
import type { CorrectionState } from './correction-of.ts'

export interface Correction {
  /** The refused change in whose place the next one goes. */
  correcting: string
  /** What it said, as far as anybody checked it: a rule refused it, or another version wrote it. */
  args: Readonly<Record<string, unknown>>
  /** Why it was refused. */
  code: ErrorCode | undefined
  /** Where what is typed is kept: apart from what was typed without correcting anything. */
  draft: string
}

/** The refused change of this name that the sync centre sent the person here to correct, or null (S9). */
export function useCorrection(name: string): Correction | null {
  const state = useLocation().state as Partial<CorrectionState> | null
  if (typeof state !== 'object' || state?.name !== name || !state.correcting) return null
  const { correcting, args, code } = state
  return {
    correcting,
    args: typeof args === 'object' && args !== null ? { ...args } : {},
    code,
    draft: `correction:${correcting}`,
  }
}
