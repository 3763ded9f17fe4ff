import {
  CheckCheck,
  CloudUpload,
  Eye,
  EyeOff,
  Lock,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
  Undo2,
  UserRound,
} from 'lucide-react'
import { IconTile } from '../../components/icon.tsx'
import { Moment } from '../../components/moment.tsx'
import styles from './change-line.module.css'
import type { SyncChange } from './sync-view.ts'
import { wordsOfChange } from './words-of-change.ts'

/** One change: what it does, what it concerns, when it was done. */
export function ChangeLine({ change, tone }: { change: SyncChange; tone: 'mute' | 'bad' }) {
  return (
    <div className={styles.line}>
      <IconTile icon={ICONS.get(change.name) ?? CloudUpload} tone={tone} size="md" />
      <p className={styles.words}>
        {wordsOfChange(change)}
        <span className={styles.about}>
          {change.about && `${change.about} · `}
          <Moment iso={change.at} short />
        </span>
      </p>
    </div>
  )
}

const ICONS = new Map<string, LucideIcon>([
  ['add-manual-contribution', Plus],
  ['create-collection', Plus],
  ['delete-collection', Trash2],
  ['delete-contribution', Trash2],
  ['hide-contributions', EyeOff],
  ['restore-collection', Undo2],
  ['restore-contribution', Undo2],
  ['set-collection-status', Lock],
  ['set-contribution-state', CheckCheck],
  ['set-contributions-state', CheckCheck],
  ['show-contributions', Eye],
  ['update-collection', Pencil],
  ['update-profile', UserRound],
])
