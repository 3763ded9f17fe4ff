import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { CopyFacts } from './copy-facts.tsx'
import { RefusedChanges } from './refused-changes.tsx'
import styles from './sync-centre.module.css'
import { refusedOf, type SyncView, waitingOf } from './sync-view.ts'
import { WaitingChanges } from './waiting-changes.tsx'
import { wordsOfChange } from './words-of-change.ts'

type SyncCentreProps = {
  view: SyncView
  open: boolean
  onClose: () => void
}

/** First what needs the person, then what waits, then how the copy stands (S9). */
export function SyncCentre({ open, ...rest }: SyncCentreProps) {
  return open ? <OpenCentre {...rest} /> : null
}

function OpenCentre({ view, onClose }: Omit<SyncCentreProps, 'open'>) {
  const [asking, setAsking] = useState<{ discard: string } | 'rebuild' | null>(null)
  const waiting = waitingOf(view)
  const discarding = refusedOf(view).find(({ id }) => isDiscarding(asking, id))
  const parts = useKeptFocus(view)
  const stopAsking = () => setAsking(null)

  return (
    <>
      <Dialog open onClose={onClose} title="Sincronización">
        <div ref={parts} tabIndex={-1} className={styles.parts}>
          <ConnectionNote view={view} />
          <RefusedChanges
            changes={refusedOf(view)}
            onRetry={view.retry}
            onDiscard={(id) => setAsking({ discard: id })}
            onLeave={onClose}
          />
          <WaitingChanges changes={waiting} />
          <CopyFacts view={view} onRebuild={() => setAsking('rebuild')} />
        </div>
      </Dialog>
      <ConfirmDialog
        open={discarding !== undefined}
        title="¿Descartar este cambio?"
        confirmLabel="Descartar cambio"
        danger
        onConfirm={() => {
          stopAsking()
          if (discarding) view.discard(discarding.id)
        }}
        onCancel={stopAsking}
      >
        {discarding && `«${wordsOfChange(discarding)}» no se hará. No se puede deshacer.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asking === 'rebuild'}
        title="¿Reconstruir la copia?"
        confirmLabel="Reconstruir la copia"
        onConfirm={() => {
          stopAsking()
          view.rebuild()
        }}
        onCancel={stopAsking}
      >
        Borramos los datos de este dispositivo y los traemos otra vez del servidor. No se pierde
        nada: lo que falta enviar se conserva.
      </ConfirmDialog>
    </>
  )
}

function isDiscarding(asking: { discard: string } | 'rebuild' | null, id: string): boolean {
  return asking !== null && asking !== 'rebuild' && asking.discard === id
}

/** A change that is settled takes its buttons with it: whoever pressed one goes on from here. */
function useKeptFocus(view: SyncView) {
  const parts = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new view may have lost the focus
  useEffect(() => {
    if (document.activeElement === document.body) parts.current?.focus()
  }, [view])
  return parts
}
