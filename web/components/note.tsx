import {
  CircleCheck,
  History,
  Info,
  type LucideIcon,
  ShieldCheck,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'
import styles from './note.module.css'

type NoteProps = {
  tone?: 'info' | 'ok' | 'warn' | 'plain'
  icon?: LucideIcon
  /** `status` when it appears by itself. */
  role?: 'status' | 'alert'
  children: ReactNode
}

const ICONS: Record<NonNullable<NoteProps['tone']>, LucideIcon> = {
  info: Info,
  ok: CircleCheck,
  warn: TriangleAlert,
  plain: ShieldCheck,
}

const LOOKS: Partial<Record<keyof typeof ICONS, string | undefined>> = {
  ok: 'tone-ok',
  warn: 'tone-warn',
  plain: styles.plain,
}

export function Note({ tone = 'info', icon = ICONS[tone], role, children }: NoteProps) {
  return (
    <div className={classNames(styles.note, LOOKS[tone])} role={role}>
      <Icon of={icon} />
      <div className={styles.words}>{children}</div>
    </div>
  )
}

export function FailureNote({ text }: { text: string | null }) {
  return (
    text && (
      <Note tone="warn" role="alert">
        {text}
      </Note>
    )
  )
}

type Props = { icon?: LucideIcon; text: ReactNode; actionLabel: string; onAction: () => void }

/** A message with one action, for example to drop a restored draft. */
export function ActionNote({ icon = History, text, actionLabel, onAction }: Props) {
  return (
    <Note icon={icon} role="status">
      <span className={styles.draft}>
        <span>{text}</span>
        <button type="button" className={styles.action} onClick={onAction}>
          {actionLabel}
        </button>
      </span>
    </Note>
  )
}
