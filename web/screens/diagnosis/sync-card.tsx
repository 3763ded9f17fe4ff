import { useEffect, useState } from 'react'
import { SECOND } from '../../../shared/time.ts'
import type { LocalState } from '../../api/diagnosis.ts'
import { Card } from '../../components/card.tsx'
import { type Fact, Facts } from '../../components/facts.tsx'
import { Moment } from '../../components/moment.tsx'
import styles from './diagnosis.module.css'
import { readCursor, secondsSince } from './diagnosis-text.ts'

export function SyncCard({ state, cursor }: { state: LocalState | null; cursor: string | null }) {
  return (
    <Card className="stack gap-3" title="Sincronización">
      <Facts facts={syncFacts(state, cursor)} />
    </Card>
  )
}

const REPLICA_TEXTS: Record<LocalState['replica'], string> = {
  none: 'No hay',
  empty: 'Vacía',
  filling: 'Preparando…',
  ready: 'Lista',
}

const CONNECTIONS: Record<LocalState['connection'], string> = {
  starting: 'Conectando…',
  live: 'En línea',
  offline: 'Sin conexión',
  'signed-out': 'Sesión terminada',
}

function syncFacts(state: LocalState | null, cursor: string | null): Fact[] {
  if (!state) return [{ label: 'Copia', value: 'Abriendo…' }]
  const { replica, connection, lastSync, kept, changesKept } = state
  if (replica === 'none') {
    return [
      { label: 'Copia', value: REPLICA_TEXTS.none },
      // Unknown until the changes that an earlier replica left have been sent or refused.
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
      <span className={styles.ago}>· {agoWords(secondsSince(iso, now))}</span>
    </>
  )
}

const UNITS: [seconds: number, unit: string][] = [
  [86_400, 'd'],
  [3600, 'h'],
  [60, 'min'],
]

/** 'hace 12 s', 'hace 3 min' */
function agoWords(seconds: number): string {
  const [size, unit] = UNITS.find(([size]) => seconds >= size) ?? [1, 's']
  return `hace ${Math.floor(seconds / size)} ${unit}`
}
