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
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { type BadgeFace, badgeFace } from './badge-face.ts'
import styles from './sync-badge.module.css'
import type { SyncView } from './sync-view.ts'

type SyncBadgeProps = {
  view: SyncView
  /** Opens the sync centre. */
  onOpen: () => void
}

/** In the header: whether everything arrived, what waits, what needs the person. */
export function SyncBadge({ view, onOpen }: SyncBadgeProps) {
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
      {/* Said aloud by itself only when something needs the person. */}
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
