import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { ChangeLine } from './change-line.tsx'
import { closedCollectionOf, correctionOf } from './correction-of.ts'
import styles from './refused-changes.module.css'
import { SyncSection } from './sync-section.tsx'
import type { RefusedChange } from './sync-view.ts'
import { wordsOfChange } from './words-of-change.ts'

type Actions = {
  onRetry: (id: string) => void
  /** Asks first. */
  onDiscard: (id: string) => void
  /** A link leads to where the change can be mended. */
  onLeave: () => void
}

/** What the server did not accept: each with its reason and the ways out (S9). */
export function RefusedChanges({ changes, ...actions }: Actions & { changes: RefusedChange[] }) {
  if (changes.length === 0) return null
  return (
    <SyncSection
      title={
        <>
          Para revisar <Badge tone="bad">{changes.length.toLocaleString('es-AR')}</Badge>
        </>
      }
    >
      <ul className={styles.list}>
        {changes.map((change, index) => (
          <li key={change.id} className={styles.change}>
            <ChangeLine change={change} tone="bad" />
            <p className={styles.reason}>
              <Reason change={change} />
            </p>
            <WaysOut change={change} isFirst={index === 0} {...actions} />
          </li>
        ))}
      </ul>
    </SyncSection>
  )
}

/** The failed change and the reason. */
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
  ['set-collection-status', 'Error al actualizar el estado de la colecta'],
  ['update-collection', 'Error al actualizar la colecta'],
  ['update-profile', 'Error al actualizar el perfil'],
])

type WaysOutProps = Actions & {
  change: RefusedChange
  /** One primary button per view. */
  isFirst: boolean
}

function WaysOut({ change, isFirst, onRetry, onDiscard, onLeave }: WaysOutProps) {
  const words = wordsOfChange(change)
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
        <Button
          variant={isFirst ? 'primary' : 'soft'}
          aria-label={`Reintentar: ${words}`}
          onClick={() => onRetry(change.id)}
        >
          Reintentar
        </Button>
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
