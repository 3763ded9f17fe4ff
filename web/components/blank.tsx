import { CloudAlert, type LucideIcon, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './blank.module.css'
import { Button } from './button.tsx'
import { IconTile } from './icon.tsx'
import { TilePattern } from './tile-pattern.tsx'

type BlankProps = {
  icon?: LucideIcon
  tone?: 'mute' | 'bad'
  title: string
  level?: 1 | 2 | 3 | undefined
  children?: ReactNode
  actions?: ReactNode
  role?: 'status' | 'alert'
}

export function Blank({
  icon,
  tone = 'mute',
  title,
  level = 3,
  children,
  actions,
  role,
}: BlankProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.blank} role={role}>
      {icon ? (
        <div className={styles.tile}>
          <IconTile icon={icon} tone={tone} />
        </div>
      ) : (
        <TilePattern rows={['oA', 'oo']} className={styles.art} />
      )}
      <Heading className={styles.title}>{title}</Heading>
      {children && <p className={styles.text}>{children}</p>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  )
}

type FailedProps = {
  title: string
  level?: 1 | 2 | 3 | undefined
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
}

export function Failed({ title, level, children, onRetry, busy }: FailedProps) {
  return (
    <Blank
      icon={CloudAlert}
      tone="bad"
      role="alert"
      title={title}
      level={level}
      actions={
        onRetry && (
          <Button variant="primary" icon={RefreshCw} busy={busy} onClick={onRetry}>
            Reintentar
          </Button>
        )
      }
    >
      {children}
    </Blank>
  )
}
