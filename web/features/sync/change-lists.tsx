import {
  Bell,
  CheckCheck,
  CloudUpload,
  Eye,
  EyeOff,
  KeyRound,
  Lock,
  type LucideIcon,
  Pencil,
  Plus,
  Trash2,
  Undo2,
  UserCheck,
  UserMinus,
  UserPlus,
  UserRound,
} from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { countOf, formatCount } from '../../../shared/text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { IconTile } from '../../components/icon.tsx'
import { Moment } from '../../components/moment.tsx'
import { canBeRetried, closedCollectionOf, correctionOf } from './correction.ts'
import { describeChange } from './describe-change.ts'
import styles from './sync-centre.module.css'
import type { RefusedChange, SyncChange } from './sync-view.ts'

type Actions = {
  onRetry: (id: string) => void
  onDiscard: (id: string) => void
  onLeave: () => void
}

/** Shows each refused change with its reason and the possible actions (S9). */
export function RefusedChanges({ changes, ...actions }: Actions & { changes: RefusedChange[] }) {
  if (changes.length === 0) return null
  return (
    <SyncSection
      title={
        <>
          Para revisar <Badge tone="bad">{formatCount(changes.length)}</Badge>
        </>
      }
    >
      <ul className="stack gap-3">
        {changes.map((change, index) => (
          <li key={change.id} className={styles.change}>
            <ChangeLine change={change} tone="bad" />
            <p className={styles.reason}>
              <Reason change={change} />
            </p>
            <ChangeActions change={change} isFirst={index === 0} {...actions} />
          </li>
        ))}
      </ul>
    </SyncSection>
  )
}

function Reason({ change: { name, refusal } }: { change: RefusedChange }) {
  const failure = FAILURES.get(name)
  if (failure === undefined) {
    return (
      <>
        <strong>El servidor no lo aceptó.</strong> {refusal.message}
      </>
    )
  }
  if (failure === refusal.message) return <strong>{failure}</strong>
  return (
    <>
      <strong>{failure}:</strong> {refusal.message}
    </>
  )
}

const FAILURES = new Map([
  ['add-manual-contribution', 'Error al crear el pago'],
  ['create-collection', 'Error al crear la colecta'],
  ['delete-contribution', 'Error al eliminar el pago'],
  ['set-collection-notify', 'Error al cambiar los avisos de la colecta'],
  ['set-collection-status', 'Error al actualizar el estado de la colecta'],
  ['update-collection', 'Error al actualizar la colecta'],
  ['update-profile', 'Error al actualizar el perfil'],
])

type ChangeActionsProps = Actions & {
  change: RefusedChange
  /** One primary button per view. */
  isFirst: boolean
}

function ChangeActions({ change, isFirst, onRetry, onDiscard, onLeave }: ChangeActionsProps) {
  const words = describeChange(change)
  const correction = correctionOf(change)
  const closed = closedCollectionOf(change)
  return (
    <div className={styles.actions}>
      {correction ? (
        <ButtonLink
          {...correction}
          variant={isFirst ? 'primary' : 'soft'}
          aria-label={`Corregir y reintentar: ${words}`}
          onClick={onLeave}
        >
          Corregir y reintentar
        </ButtonLink>
      ) : (
        canBeRetried(change) && (
          <Button
            variant={isFirst ? 'primary' : 'soft'}
            aria-label={`Reintentar: ${words}`}
            onClick={() => onRetry(change.id)}
          >
            Reintentar
          </Button>
        )
      )}
      {closed && (
        <ButtonLink to={closed} onClick={onLeave}>
          Ver la colecta
        </ButtonLink>
      )}
      <Button
        variant="danger-quiet"
        aria-label={`Descartar: ${words}`}
        onClick={() => onDiscard(change.id)}
      >
        Descartar
      </Button>
    </div>
  )
}

/** A long time offline fills more rows than anybody reads. */
const MOST_LISTED = 50

/** Shows them in the order they were made (S7). */
export function WaitingChanges({ changes }: { changes: SyncChange[] }) {
  if (changes.length === 0) return null
  const more = changes.length - MOST_LISTED
  return (
    <SyncSection title={countOf(changes.length, 'cambio por enviar', 'cambios por enviar')}>
      <ul className="ruled">
        {changes.slice(0, MOST_LISTED).map((change) => (
          <li key={change.id} className={styles.waiting}>
            <ChangeLine change={change} tone="mute" />
          </li>
        ))}
      </ul>
      {more > 0 && <p className="faint small">Y {formatCount(more)} más.</p>}
    </SyncSection>
  )
}

function ChangeLine({ change, tone }: { change: SyncChange; tone: 'mute' | 'bad' }) {
  return (
    <div className="row wrap gap-3">
      <IconTile icon={ICONS.get(change.name) ?? CloudUpload} tone={tone} size="md" />
      <p className={styles.words}>
        {describeChange(change)}
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
  ['add-people', UserPlus],
  ['create-collection', Plus],
  ['create-from-line', Plus],
  ['delete-collection', Trash2],
  ['delete-contribution', Trash2],
  ['edit-contribution', Pencil],
  ['edit-person', Pencil],
  ['hide-contributions', EyeOff],
  ['keep-statement-key', KeyRound],
  ['link-people', UserCheck],
  ['match-lines', CheckCheck],
  ['remove-people', UserMinus],
  ['restore-collection', Undo2],
  ['restore-contribution', Undo2],
  ['set-collection-notify', Bell],
  ['set-collection-status', Lock],
  ['set-contribution-state', CheckCheck],
  ['set-contributions-state', CheckCheck],
  ['show-contributions', Eye],
  ['undo-matches', Undo2],
  ['update-collection', Pencil],
  ['update-profile', UserRound],
])

export function SyncSection({ title, children }: { title: ReactNode; children: ReactNode }) {
  const titleId = useId()
  return (
    <section aria-labelledby={titleId} className="stack gap-2">
      <h3 id={titleId} className={styles.title}>
        {title}
      </h3>
      {children}
    </section>
  )
}
