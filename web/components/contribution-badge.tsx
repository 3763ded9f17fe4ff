import { Check, CheckCheck, Clock, type LucideIcon, X } from 'lucide-react'
import type { ContributionState } from '../../shared/contribution.ts'
import { Badge, type Tone } from './badge.tsx'

const LOOKS: Record<ContributionState, { tone: Tone; icon: LucideIcon; word: string }> = {
  confirmed: { tone: 'ok', icon: Check, word: 'Confirmado' },
  verified: { tone: 'verified', icon: CheckCheck, word: 'Acreditado' },
  pending: { tone: 'warn', icon: Clock, word: 'Pendiente' },
  rejected: { tone: 'bad', icon: X, word: 'Rechazado' },
}

/** Where a contribution stands. */
export function ContributionBadge({ state }: { state: ContributionState }) {
  const { tone, icon, word } = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
