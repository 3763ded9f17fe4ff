import { Check, CheckCheck, Clock, Lock, type LucideIcon, ShieldAlert, X } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CollectionStatus } from '../../shared/collection.ts'
import type { ContributionState } from '../../shared/contribution.ts'
import styles from './badge.module.css'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export type Tone = 'ok' | 'warn' | 'bad' | 'info' | 'verified' | 'mute'

type BadgeProps = {
  tone?: Tone
  /** An icon or a dot, because colour must not be the only sign. */
  icon?: LucideIcon | 'dot' | undefined
  children: ReactNode
}

export function Badge({ tone = 'mute', icon, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone])}>
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
  const { tone, icon, label } = COLLECTION_STATUSES[status]
  return (
    <Badge tone={tone} icon={icon}>
      {label}
    </Badge>
  )
}

const LOOKS: Record<ContributionState, { tone: Tone; icon: LucideIcon; word: string }> = {
  confirmed: { tone: 'ok', icon: Check, word: 'Confirmado' },
  verified: { tone: 'verified', icon: CheckCheck, word: 'Acreditado' },
  pending: { tone: 'warn', icon: Clock, word: 'Pendiente' },
  rejected: { tone: 'bad', icon: X, word: 'Rechazado' },
}

export function ContributionBadge({ state }: { state: ContributionState }) {
  const { tone, icon, word } = LOOKS[state]
  return (
    <Badge tone={tone} icon={icon}>
      {word}
    </Badge>
  )
}
