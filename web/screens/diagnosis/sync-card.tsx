/* The cards about sync: the state of the replica, and the changes that are not sent yet. */
import { ChevronDown } from 'lucide-react'
import { useEffect, useState } from 'react'
import { formatCount } from '../../../shared/text.ts'
import { SECOND } from '../../../shared/time.ts'
import type { LocalReplicaState, UnsentChange } from '../../api/diagnosis.ts'
import { Badge } from '../../components/badge.tsx'
import { Card, CardHead } from '../../components/card.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Icon } from '../../components/icon.tsx'
import { Moment } from '../../components/moment.tsx'
import styles from './diagnosis.module.css'
import { readCursor, secondsSince } from './diagnosis-text.ts'

/** State of the replica and its connection, and the parts of its cursor. */
export function SyncCard({
  state,
  cursor,
}: {
  state: LocalReplicaState | null
  cursor: string | null
}) {
  return (
    <Card className="stack gap-3" title="Sincronización">
      <Facts facts={syncFacts(state, cursor)} />
    </Card>
  )
}

const REPLICA_TEXTS: Record<LocalReplicaState['replica'], string> = {
  none: 'No hay',
  empty: 'Vacía',
  filling: 'Preparando…',
  ready: 'Lista',
}

const CONNECTIONS: Record<LocalReplicaState['connection'], string> = {
  starting: 'Conectando…',
  live: 'En línea',
  offline: 'Sin conexión',
  'signed-out': 'Sesión terminada',
}

function syncFacts(state: LocalReplicaState | null, cursor: string | null): Fact[] {
  if (!state) return [{ label: 'Copia', value: 'Abriendo…' }]
  const { replica, connection, lastSync, kept, changesKept } = state
  if (replica === 'none') {
    return [
      { label: 'Copia', value: REPLICA_TEXTS.none },
      // Unknown until the changes of the previous replica have been sent or refused.
      {
        label: 'Conexión',
        value: connection === 'starting' ? 'Sin medir' : CONNECTIONS[connection],
      },
    ]
  }
  const isOpening = replica === 'empty' && connection === 'starting'
  return [
    { label: 'Copia', value: isOpening ? 'Abriendo…' : REPLICA_TEXTS[replica] },
    { label: 'Conexión', value: CONNECTIONS[connection] },
    {
      label: 'Última noticia',
      value: lastSync ? <Since iso={lastSync} /> : 'Ninguna todavía',
    },
    { label: 'Copia en el disco', value: kept ? 'Sí' : 'No' },
    { label: 'Cambios en el disco', value: changesKept ? 'Sí' : 'No' },
    ...progress(cursor),
  ]
}

/** All lines are always shown, so that nothing moves when the replica is filled. */
function progress(cursor: string | null): Fact[] {
  const { epoch, protocol, mark, snapshot } = (cursor && readCursor(cursor)) || UNKNOWN
  return [
    { label: 'Época', value: code(epoch) },
    { label: 'Protocolo', value: code(protocol) },
    { label: 'Última línea del feed', value: code(mark) },
    { label: 'Instantánea', value: code(snapshot) },
  ]
}

const UNKNOWN = { epoch: null, protocol: null, mark: null, snapshot: null }

const code = (text: string | number | null) => <span className={styles.code}>{text ?? '—'}</span>

/** A time, and how long ago it was, updated every second. */
function Since({ iso }: { iso: string }) {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = setInterval(() => setNow(new Date()), SECOND)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <Moment iso={iso} short />{' '}
      <span className={styles.ago}>· {agoText(secondsSince(iso, now))}</span>
    </>
  )
}

const UNITS: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
]

/** 'hace 12 s', 'hace 3 min' */
function agoText(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? [1, 's']
  return `hace ${Math.floor(seconds / size)} ${unit}`
}

const CHANGES_SHOWN = 50

/** Changes that the server has not confirmed, in order. Their personal data is collapsed. */
export function QueueCard({ changes }: { changes: readonly UnsentChange[] }) {
  const more = changes.length - CHANGES_SHOWN
  return (
    <Card className="stack gap-3" aria-labelledby="queue">
      <CardHead title="Cambios por enviar" id="queue">
        {changes.length > 0 && <Badge>{formatCount(changes.length)}</Badge>}
      </CardHead>
      {changes.length === 0 ? (
        <p className="faint small">No hay ninguno: el servidor recibió todo.</p>
      ) : (
        <ol className="ruled">
          {changes.slice(0, CHANGES_SHOWN).map((change) => (
            <li key={change.id}>
              <WaitingChange change={change} />
            </li>
          ))}
        </ol>
      )}
      {more > 0 && <p className="faint small">Y {formatCount(more)} más.</p>}
    </Card>
  )
}

function WaitingChange({ change }: { change: UnsentChange }) {
  const { name, at, refusal, args, version = 1, id } = change
  return (
    <details>
      <summary className={styles.changeSummary}>
        <span className={styles.changeName}>
          <code className={styles.code}>{name}</code>
          <span className={styles.changeWhen}>
            <Moment iso={at} />
          </span>
        </span>
        {refusal ? <Badge tone="bad">Rechazado</Badge> : <Badge tone="warn">Espera</Badge>}
        <Icon of={ChevronDown} size={18} className="chevron" />
      </summary>
      <div className={styles.changeDetails}>
        {refusal && (
          <p>
            {refusal.message} <code className={styles.code}>{refusal.code}</code>
          </p>
        )}
        <pre lang="en" className={styles.changeArgs}>
          {JSON.stringify({ id, version, args }, null, 2)}
        </pre>
      </div>
    </details>
  )
}
