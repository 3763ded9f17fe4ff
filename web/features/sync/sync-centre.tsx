import { HardDrive } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { Note } from '../../components/note.tsx'
import { RefusedChanges, WaitingChanges } from './change-lists.tsx'
import { ConnectionNote } from './connection-note.tsx'
import { describeChange } from './describe-change.ts'
import { ReplicaFacts } from './replica-facts.tsx'
import styles from './sync-centre.module.css'
import { refusedOf, type SyncView, waitingOf } from './sync-view.ts'

/** Refused changes come first, then waiting ones, then the state of the replica (S9). */
export function SyncCentre({ view, onClose }: { view: SyncView; onClose: () => void }) {
  const [toDiscard, setToDiscard] = useState<string | null>(null)
  const [asksRebuild, setAsksRebuild] = useState(false)
  const refused = refusedOf(view)
  const discarding = refused.find(({ id }) => id === toDiscard)
  const parts = useKeptFocus(view)

  return (
    <>
      <Dialog onClose={onClose} title="Sincronización">
        <div ref={parts} tabIndex={-1} className={styles.parts}>
          {view.fault && (
            <Note tone="warn" role="alert">
              <strong>No se pudo hacer.</strong> {view.fault}
            </Note>
          )}
          <ConnectionNote view={view} onLeave={onClose} />
          {!view.kept && (
            <Note tone="warn" icon={HardDrive} role="status">
              <strong>No hay espacio para guardar la copia en este dispositivo.</strong> Puedes
              seguir mientras haya conexión. Si liberas espacio, la guardamos sola.
            </Note>
          )}
          {!view.changesKept && view.changes.length > 0 && (
            <Note tone="warn" icon={HardDrive} role="status">
              <strong>Este navegador borró los cambios que faltan enviar.</strong> Todavía están en
              la memoria: no cierres Entre Todos hasta que se envíen.
            </Note>
          )}
          <RefusedChanges
            changes={refused}
            onRetry={(id) => view.retry(id)}
            onDiscard={setToDiscard}
            onLeave={onClose}
          />
          <WaitingChanges changes={waitingOf(view)} />
          <ReplicaFacts view={view} onRebuild={() => setAsksRebuild(true)} />
        </div>
      </Dialog>
      <ConfirmDialog
        open={discarding !== undefined}
        title="¿Descartar este cambio?"
        confirmLabel="Descartar cambio"
        danger
        onConfirm={() => {
          setToDiscard(null)
          if (discarding) view.discard(discarding.id)
        }}
        onCancel={() => setToDiscard(null)}
      >
        {discarding && `«${describeChange(discarding)}» no se hará. No se puede deshacer.`}
      </ConfirmDialog>
      <ConfirmDialog
        open={asksRebuild}
        title="¿Reconstruir la copia?"
        confirmLabel="Reconstruir la copia"
        onConfirm={() => {
          setAsksRebuild(false)
          view.rebuild()
        }}
        onCancel={() => setAsksRebuild(false)}
      >
        Borramos los datos de este dispositivo y los traemos otra vez del servidor. No se pierde
        nada: lo que falta enviar se conserva.
      </ConfirmDialog>
    </>
  )
}

/** A settled change removes its buttons: the focus moves here. */
function useKeptFocus(view: SyncView) {
  const parts = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new view may have lost the focus
  useEffect(() => {
    if (document.activeElement === document.body) parts.current?.focus()
  }, [view])
  return parts
}
