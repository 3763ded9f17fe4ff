import { CloudAlert, type LucideIcon, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './empty-state.module.css'
import { IconTile } from './icon.tsx'
import { TilePattern } from './tile-pattern.tsx'

type EmptyStateProps = {
  icon?: LucideIcon
  tone?: 'mute' | 'bad'
  title: string
  level?: 1 | 2 | 3 | undefined
  children?: ReactNode
  actions?: ReactNode
  role?: 'status' | 'alert'
}

export function EmptyState({
  icon,
  tone = 'mute',
  title,
  level = 3,
  children,
  actions,
  role,
}: EmptyStateProps) {
  const Heading = `h${level}` as const
  return (
    <div className={styles.empty} role={role}>
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
  error: Error
  retry: () => void
  busy?: boolean
  children?: ReactNode
}

/** A failed query or request: `<Failed title="Error al cargar los pagos" {...found} />`. */
export function Failed({ title, level, error, retry, busy, children }: FailedProps) {
  return (
    <EmptyState
      icon={CloudAlert}
      tone="bad"
      role="alert"
      title={title}
      level={level}
      actions={
        <Button variant="primary" icon={RefreshCw} busy={busy} onClick={retry}>
          Reintentar
        </Button>
      }
    >
      {error.message} {children}
    </EmptyState>
  )
}
