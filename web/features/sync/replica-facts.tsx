import { RefreshCw } from 'lucide-react'
import { countOf } from '../../../shared/text.ts'
import { Button } from '../../components/button.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { formatSize } from '../../components/format-size.ts'
import { Moment } from '../../components/moment.tsx'
import { SyncSection } from './sync-section.tsx'
import type { SyncView } from './sync-view.ts'

/** With a button to rebuild the replica (S10). Renders nothing without one. */
export function ReplicaFacts({ view, onRebuild }: { view: SyncView; onRebuild: () => void }) {
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

function factsOf({ replica, connection, lastSync, rows, bytes }: SyncView): Fact[] {
  // A replica of an earlier visit that has not changed since.
  const isInStep = replica === 'ready' && connection === 'live'
  const never = isInStep ? 'Ahora' : 'Todavía no'
  const facts: Fact[] = [
    { label: 'Última vez al día', value: lastSync ? <Moment iso={lastSync} /> : never },
  ]
  if (rows !== null) facts.push({ label: 'Datos guardados', value: countOf(rows, 'fila') })
  if (bytes !== null) facts.push({ label: 'Espacio que ocupan', value: formatSize(bytes) })
  return facts
}
