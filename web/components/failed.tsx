import { CloudAlert, RefreshCw } from 'lucide-react'
import type { ReactNode } from 'react'
import { Blank } from './blank.tsx'
import { Button } from './button.tsx'

type FailedProps = {
  /** The specification's sentence: "Error al cargar los pagos". */
  title: string
  level?: 1 | 2 | 3 | undefined
  /** What happened, and that the data is safe. */
  children?: ReactNode
  onRetry?: () => void
  busy?: boolean
}

/** What could not be loaded, and the way to try again. */
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
