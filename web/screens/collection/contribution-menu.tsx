import { Check, CheckCheck, Clock, Eye, EyeOff, type LucideIcon, Undo2, X } from 'lucide-react'
import type { Contribution, ContributionState } from '../../../shared/contribution.ts'
import { Menu, type MenuItem } from '../../components/menu.tsx'
import type { ContributionChanges } from './use-contribution-changes.ts'

type Step = { to: ContributionState; label: string; icon: LucideIcon }

const VERIFY: Step = { to: 'verified', label: 'Acreditar', icon: CheckCheck }
const CONFIRM: Step = { to: 'confirmed', label: 'Confirmar', icon: Check }
const UNVERIFY: Step = { to: 'confirmed', label: 'Quitar acreditación', icon: Undo2 }
const SET_BACK: Step = { to: 'pending', label: 'Marcar como pendiente', icon: Clock }
const REJECT: Step = { to: 'rejected', label: 'Rechazar', icon: X }

/** Without "Acreditar", which has its own button. */
const STEPS: Record<ContributionState, Step[]> = {
  confirmed: [SET_BACK, REJECT],
  verified: [UNVERIFY, SET_BACK, REJECT],
  pending: [CONFIRM, VERIFY, REJECT],
  rejected: [CONFIRM, VERIFY, SET_BACK],
}

type Props = {
  contribution: Contribution
  changes: ContributionChanges
  isHidden: boolean
  outlined?: boolean
  /** undefined inside the detail dialog. */
  onOpen?: () => void
}

export function ContributionMenu({ contribution, changes, isHidden, outlined, onOpen }: Props) {
  const detail: MenuItem[] = onOpen ? [{ label: 'Ver detalle', icon: Eye, onPick: onOpen }] : []
  const hide: MenuItem = {
    label: 'Ocultar',
    icon: EyeOff,
    onPick: () => changes.hide(contribution),
  }
  const steps = STEPS[contribution.state].map(({ to, label, icon }) => ({
    label,
    icon,
    onPick: () => changes.setState(contribution, to),
  }))
  return (
    <Menu
      label={`Más acciones para el aporte de ${contribution.contributorName}`}
      outlined={outlined}
      items={[
        ...detail,
        ...(isHidden ? [] : steps),
        ...(!isHidden && changes.canHide(contribution) ? [hide] : []),
      ]}
    />
  )
}
