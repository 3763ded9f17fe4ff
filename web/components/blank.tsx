import { CloudAlert, type LucideIcon, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import styles from './blank.module.css'
import { Button } from './button.tsx'
import { IconTile } from './icon.tsx'
import { TilePattern } from './tile-pattern.tsx'

type BlankProps = {
  /** For "nothing found"; the default is the leaves. */
  icon?: LucideIcon
  tone?: 'mute' | 'bad'
  title: string
  /** 1 when it is the whole page. */
  level?: 1 | 2 | 3 | undefined
  /** One sentence: what was searched, or what will come. */
  children?: ReactNode
  actions?: ReactNode
  role?: 'status' | 'alert'
}

/** Nothing yet, nothing found, or closed. For errors see Failed. */
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
  /** As specified: "Error al cargar los pagos". */
  title: string
  level?: 1 | 2 | 3 | undefined
  /** Includes that the data is safe. */
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
