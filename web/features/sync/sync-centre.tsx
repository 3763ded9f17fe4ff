import {
  Cloud,
  CloudDownload,
  CloudOff,
  HardDrive,
  LogIn,
  type LucideIcon,
  RefreshCw,
} from 'lucide-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { links } from '../../../shared/links.ts'
import { countOf } from '../../../shared/text.ts'
import { Button } from '../../components/button.tsx'
import { ConfirmDialog, Dialog } from '../../components/dialog.tsx'
import { Facts } from '../../components/facts.tsx'
import { formatSize } from '../../components/format-size.ts'
import { Moment } from '../../components/moment.tsx'
import { Note } from '../../components/note.tsx'
import { RefusedChanges, SyncSection, WaitingChanges } from './change-lists.tsx'
import { describeChange } from './describe-change.ts'
import styles from './sync-centre.module.css'
import { isOffline, isOpening, refusedOf, type SyncView, waitingOf } from './sync-view.ts'

/** Shows refused changes first, then waiting ones, then the state of the replica (S9). */
export function SyncCentre({ view, onClose }: { view: SyncView; onClose: () => void }) {
  const [toDiscard, setToDiscard] = useState<string | null>(null)
  const [asksRebuild, setAsksRebuild] = useState(false)
  const refused = refusedOf(view)
  const discarding = refused.find(({ id }) => id === toDiscard)
  const parts = useFocusAfterChange(view)

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
function useFocusAfterChange(view: SyncView) {
  const parts = useRef<HTMLDivElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: every new view may have lost the focus
  useLayoutEffect(() => {
    if (document.activeElement === document.body) parts.current?.focus()
  }, [view])
  return parts
}

/** Lets the person rebuild the replica (S10). Renders nothing without one. */
function ReplicaFacts({ view, onRebuild }: { view: SyncView; onRebuild: () => void }) {
  if (view.replica === 'none') return null
  // Without the server the rebuilt replica would stay empty.
  const canRebuild = view.connection === 'live' || view.connection === 'starting'
  return (
    <SyncSection title="En este dispositivo">
      <Facts facts={factsOf(view)} />
      <Button
        icon={RefreshCw}
        block
        busy={view.replica === 'filling'}
        busyText="Preparando la copia…"
        disabled={!canRebuild}
        aria-describedby={canRebuild ? undefined : 'sync-rebuild-hint'}
        onClick={onRebuild}
      >
        Reconstruir la copia
      </Button>
      {!canRebuild && (
        <p id="sync-rebuild-hint" className="faint tiny">
          Para reconstruirla hace falta conexión con tu cuenta.
        </p>
      )}
    </SyncSection>
  )
}

function factsOf({ replica, connection, lastSync, rows, bytes }: SyncView) {
  // A replica of an earlier visit that has not changed since.
  const isInStep = replica === 'ready' && connection === 'live'
  const never = isInStep ? 'Ahora' : 'Todavía no'
  return [
    { label: 'Última vez al día', value: lastSync ? <Moment iso={lastSync} /> : never },
    rows !== null && { label: 'Datos guardados', value: countOf(rows, 'fila') },
    bytes !== null && { label: 'Espacio que ocupan', value: formatSize(bytes) },
  ]
}

/** Renders nothing when the lists below already show the state. */
function ConnectionNote({ view, onLeave }: { view: SyncView; onLeave: () => void }) {
  const { pathname } = useLocation()
  if (view.connection === 'signed-out') {
    return (
      <Note tone="warn" icon={LogIn} role="status">
        <strong>Tu sesión terminó.</strong> Lo que hiciste sigue guardado en este dispositivo.{' '}
        <Link to={links.login(pathname)} onClick={onLeave}>
          Inicia sesión
        </Link>{' '}
        para continuar.
      </Note>
    )
  }
  const note = noteOf(view)
  if (!note) return null
  const { title, text, ...look } = note
  return (
    <Note {...look} role="status">
      {title && <strong>{title}</strong>} {text}
    </Note>
  )
}

type Words = { icon?: LucideIcon; tone?: 'ok'; title?: string; text: string }

function noteOf(view: SyncView): Words | null {
  const { connection, replica, changes } = view
  if (replica === 'none') {
    return {
      icon: Cloud,
      title: 'Este dispositivo no puede guardar una copia de tus datos.',
      text: 'Todo funciona igual mientras haya conexión; sin ella no podrás ver ni cambiar tus colectas.',
    }
  }
  if (isOffline(view)) return { icon: CloudOff, title: 'Sin conexión.', text: offlineText(view) }
  if (isOpening(view)) return { icon: Cloud, text: OPENING }
  if (replica !== 'ready') {
    return {
      icon: CloudDownload,
      title: 'Preparando la copia.',
      text: 'Puedes seguir usando Entre Todos mientras tanto.',
    }
  }
  if (connection === 'starting') return { icon: Cloud, text: 'Conectando con el servidor…' }
  if (changes.length > 0) return null
  return { tone: 'ok', title: 'Todo al día.', text: 'El servidor recibió todo lo que hiciste.' }
}

const OPENING = 'Abriendo la copia de este dispositivo…'

function offlineText(view: SyncView): string {
  if (isOpening(view)) return OPENING
  if (view.replica !== 'ready') return 'Terminamos de preparar la copia cuando vuelva la red.'
  return 'Puedes seguir: guardamos todo en este dispositivo y lo enviamos cuando vuelva la red.'
}
