import {
  CircleAlert,
  Cloud,
  CloudAlert,
  CloudCheck,
  CloudDownload,
  CloudOff,
  CloudUpload,
  type LucideIcon,
} from 'lucide-react'
import { countOf, formatCount } from '../../../shared/text.ts'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import styles from './sync-badge.module.css'
import { isOffline, isOpening, refusedOf, type SyncView, waitingOf } from './sync-view.ts'

export function SyncBadge({ view, onOpen }: { view: SyncView; onOpen: () => void }) {
  const { look, text } = badgeFace(view)
  return (
    <>
      <button
        type="button"
        className={classNames(styles.badge, styles[look])}
        aria-haspopup="dialog"
        aria-label={`Sincronización: ${text}`}
        onClick={onOpen}
      >
        <span className="only-desk">
          <Icon of={look === 'bad' ? CircleAlert : ICONS[look]} size={16} />
        </span>
        <span className="only-phone">
          <Icon of={ICONS[look]} />
        </span>
        <span className="only-desk">{text}</span>
      </button>
      {/* Announced only when something needs the person. */}
      <span role="status" className="sr">
        {look === 'bad' && `Sincronización: ${text}`}
      </span>
    </>
  )
}

const ICONS: Record<BadgeFace['look'], LucideIcon> = {
  ok: CloudCheck,
  wait: CloudUpload,
  off: CloudOff,
  bad: CloudAlert,
  filling: CloudDownload,
  calm: Cloud,
}

interface BadgeFace {
  /** Only `bad` is loud: the person must act. */
  look: 'ok' | 'wait' | 'off' | 'bad' | 'filling' | 'calm'
  text: string
}

/** Shows the most urgent state. "Al día" appears only once the stream confirmed it. */
export function badgeFace(view: SyncView): BadgeFace {
  const refused = refusedOf(view).length
  const waiting = waitingOf(view).length
  const unsent = countOf(waiting, 'cambio por enviar', 'cambios por enviar')
  const and = waiting > 0 ? ` · ${unsent}` : ''

  if (refused > 0) return { look: 'bad', text: `${formatCount(refused)} con problemas` }
  if (view.connection === 'signed-out') return { look: 'off', text: `Sesión terminada${and}` }
  if (isOffline(view)) return { look: 'off', text: `Sin conexión${and}` }
  if (waiting > 0) return { look: 'wait', text: unsent }
  if (view.replica === 'none') return { look: 'calm', text: 'Sin copia' }
  if (isOpening(view)) return { look: 'calm', text: 'Abriendo…' }
  if (view.replica !== 'ready') return { look: 'filling', text: 'Preparando…' }
  if (view.connection === 'starting') return { look: 'calm', text: 'Conectando…' }
  return { look: 'ok', text: 'Al día' }
}
