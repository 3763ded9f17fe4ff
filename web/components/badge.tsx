import { Check, CheckCheck, Clock, Lock, type LucideIcon, ShieldAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CollectionStatus } from '../../shared/collection.ts'
import type { ContributionState } from '../../shared/contribution.ts'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'primary' | 'mute'

type BadgeProps = {
  tone?: Tone
  /** Required for a tone with a meaning: colour must not be the only sign. */
  icon?: LucideIcon | 'dot' | undefined
  children: ReactNode
}

export function Badge({ tone = 'mute', icon, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, `tone-${tone}`)}>
      {icon === 'dot' ? <span className={styles.dot} /> : icon && <Icon of={icon} size={14} />}
      {children}
    </span>
  )
}

export type StatusLooks<Status extends string> = Record<
  Status,
  { label: string; tone: Tone; icon: LucideIcon | 'dot' }
>

export const COLLECTION_STATUSES: StatusLooks<CollectionStatus> = {
  abierta: { label: 'Abierta', tone: 'ok', icon: 'dot' },
  cerrada: { label: 'Cerrada', tone: 'mute', icon: Lock },
}

type CollectionBadgeProps = { status: CollectionStatus; isSuspended?: boolean | undefined }

export function CollectionBadge({ status, isSuspended = false }: CollectionBadgeProps) {
  if (isSuspended) return <Badge icon={ShieldAlert}>Suspendida</Badge>
  const { label, ...look } = COLLECTION_STATUSES[status]
  return <Badge {...look}>{label}</Badge>
}

const CONTRIBUTION_STATES: StatusLooks<ContributionState> = {
  confirmed: { label: 'Confirmado', tone: 'ok', icon: Check },
  verified: { label: 'Acreditado', tone: 'primary', icon: CheckCheck },
  pending: { label: 'Pendiente', tone: 'warn', icon: Clock },
  rejected: { label: 'Rechazado', tone: 'bad', icon: X },
}

export function ContributionBadge({ state }: { state: ContributionState }) {
  const { label, ...look } = CONTRIBUTION_STATES[state]
  return <Badge {...look}>{label}</Badge>
}
