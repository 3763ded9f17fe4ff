import { useState } from 'react'
import { SyncBadge } from '../../features/sync/sync-badge.tsx'
import { SyncCentre } from '../../features/sync/sync-centre.tsx'
import type { SyncChange, SyncView } from '../../features/sync/sync-view.ts'

const verify: SyncChange = {
  id: 'verify',
  name: 'set-contribution-state',
  args: { id: 'julieta', state: 'verified' },
  at: '2026-11-21T17:41:00.000Z',
  refusal: null,
  about: 'Julieta Romero · Techo nuevo para el gimnasio',
}
const edit: SyncChange = {
  id: 'edit',
  name: 'update-collection',
  args: { id: 'techo', changes: { deadline: '2026-12-20' } },
  at: '2026-11-21T17:38:00.000Z',
  refusal: null,
}
const refusedEdit: SyncChange = {
  ...edit,
  id: 'refused-edit',
  args: { id: 'caro', changes: { title: 'Regalo para la seño Caro', deadline: '2026-11-01' } },
  refusal: {
    code: 'invalid-input',
    message: 'Esa fecha ya pasó. Elige hoy (21/11/2026) o una posterior.',
    field: 'deadline',
  },
}
const refusedManual: SyncChange = {
  id: 'refused-manual',
  name: 'add-manual-contribution',
  args: { collectionId: 'fede', contributorName: 'Carlos Benítez', amount: 12_000_00 },
  at: '2026-11-21T17:06:00.000Z',
  refusal: { code: 'collection-closed', message: 'Solo se pueden aportar a colectas abiertas.' },
}

type State = Omit<SyncView, 'retry' | 'discard' | 'rebuild'>
const quiet: State = {
  replica: 'ready',
  connection: 'live',
  online: true,
  changes: [],
  lastSync: '2026-11-21T17:37:00.000Z',
  kept: true,
  changesKept: true,
  rows: 1284,
  bytes: 2_411_724,
}
const STATES: Record<string, State> = {
  quiet,
  waiting: { ...quiet, changes: [edit, verify] },
  offline: { ...quiet, connection: 'offline', changes: [edit, verify] },
  refused: { ...quiet, changes: [refusedManual, edit, refusedEdit, verify] },
  filling: { ...quiet, replica: 'filling', lastSync: null, rows: null, bytes: null },
  opening: { ...quiet, replica: 'empty', connection: 'starting', rows: null, bytes: null },
  'signed-out': { ...quiet, connection: 'signed-out', changes: [verify] },
  full: { ...quiet, kept: false },
  wiped: { ...quiet, changes: [edit], changesKept: false },
  none: { ...quiet, replica: 'none', lastSync: null, rows: null, bytes: null },
}

export function SyncSample() {
  const [picked, setPicked] = useState('quiet')
  const [settled, setSettled] = useState<string[]>([])
  const [isOpen, setOpen] = useState(false)
  const state = STATES[picked] ?? quiet
  const settle = (how: string) => (id: string) => setSettled([...settled, `${how} ${id}`])

  const view: SyncView = {
    ...state,
    changes: state.changes.filter(({ id }) => !settled.some((done) => done.endsWith(` ${id}`))),
    retry: settle('reintentado'),
    discard: settle('descartado'),
    rebuild: () => settle('reconstruida')('la copia'),
  }

  return (
    <>
      <SyncBadge view={view} onOpen={() => setOpen(true)} />
      <label>
        Situación
        <select value={picked} onChange={(event) => setPicked(event.target.value)}>
          {Object.keys(STATES).map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
      </label>
      <p data-testid="settled">{settled.join(', ')}</p>
      {isOpen && <SyncCentre view={view} onClose={() => setOpen(false)} />}
    </>
  )
}
