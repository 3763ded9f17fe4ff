import { expect, it } from 'vitest'
import { mutations } from '../../../shared/mutations/mutations.ts'
import { describeChange } from '../../../web/features/sync/describe-change.ts'

const id = '01980000-0000-7000-8000-000000000001'

it.each([
  ['create-collection', { id, title: 'Rifa' }, 'Crear “Rifa”'],
  [
    'update-collection',
    { id, changes: { title: 'Regalo para la seño Caro', deadline: '2026-12-20' } },
    'Editar “Regalo para la seño Caro”',
  ],
  [
    'update-collection',
    { id, changes: { deadline: '2026-12-20', bankAccount: 'viaje.seno.caro' } },
    'Editar una colecta: fecha límite y cuenta',
  ],
  ['set-collection-notify', { id, notify: 'now' }, 'Cambiar los avisos de una colecta'],
  ['set-collection-status', { id, status: 'cerrada' }, 'Cerrar una colecta'],
  ['set-collection-status', { id, status: 'abierta' }, 'Abrir una colecta'],
  ['set-contribution-state', { id, state: 'verified' }, 'Marcar un aporte como acreditado'],
  ['set-contribution-state', { id, state: 'rejected' }, 'Marcar un aporte como rechazado'],
  [
    'set-contribution-state',
    { id, state: 'rejected', reason: 'El monto es otro' },
    'Marcar un aporte como rechazado: “El monto es otro”',
  ],
  [
    'set-contribution-state',
    { id, state: 'rejected', reason: 'El monto es otro', isReasonOnly: true },
    'Guardar el motivo de un rechazo: “El monto es otro”',
  ],
  [
    'set-contribution-state',
    { id, state: 'rejected', reason: '', isReasonOnly: true },
    'Quitar el motivo de un rechazo',
  ],
  [
    'add-manual-contribution',
    { id, collectionId: id, contributorName: 'Carlos Benítez', amount: 12_000_00 },
    'Registrar un aporte manual de Carlos Benítez: $\u00a012.000',
  ],
  [
    'set-contributions-state',
    { ids: [id, id], state: 'verified' },
    'Marcar 2 aportes como acreditados',
  ],
  ['set-contributions-state', { ids: [id], state: 'rejected' }, 'Marcar un aporte como rechazado'],
  ['hide-contributions', { ids: Array(250).fill(id) }, 'Ocultar 250 aportes'],
  ['show-contributions', { ids: [id] }, 'Volver a mostrar un aporte'],
  ['delete-contribution', { id }, 'Eliminar un aporte manual'],
  [
    'edit-contribution',
    { id, changes: { amount: 1_00, contributorEmail: null } },
    'Corregir un aporte manual: monto y email',
  ],
  ['edit-contribution', { id, changes: {} }, 'Corregir un aporte manual'],
  [
    'match-lines',
    { matches: [{ contributionId: id }, { contributionId: id }] },
    'Acreditar un aporte con tu resumen',
  ],
  [
    'match-lines',
    { matches: [{ contributionId: id }, { contributionId: 'otro' }] },
    'Acreditar 2 aportes con tu resumen',
  ],
  ['add-people', { people: [{ id }] }, 'Agregar una persona a una lista'],
  ['add-people', { people: Array(30).fill({ id }) }, 'Agregar 30 personas a una lista'],
  ['remove-people', { ids: [id, 'otro'] }, 'Quitar 2 personas de una lista'],
  ['edit-person', { id, changes: {} }, 'Corregir una persona de una lista'],
  [
    'edit-person',
    { id, changes: { name: 'Ana Gómez', phone: null } },
    'Corregir una persona de una lista: nombre y teléfono',
  ],
  ['link-people', { ids: [id], contributionId: id }, 'Indicar el aporte de una persona'],
  [
    'link-people',
    { ids: [id, 'otro'], missingSince: '2026-11-20T12:00:00.000Z' },
    'Indicar que no es el aporte de 2 personas',
  ],
  ['link-people', { ids: [id] }, 'Buscar por el nombre el aporte de una persona'],
  ['undo-matches', { ids: [id] }, 'Deshacer una acreditación'],
  ['undo-matches', { ids: Array(24).fill(id) }, 'Deshacer 24 acreditaciones'],
  [
    'create-from-line',
    { id, contributorName: 'Ana Gómez', amount: 15_000_00 },
    'Anotar un aporte del resumen de Ana Gómez: $\u00a015.000',
  ],
  ['restore-collection', { id }, 'Recuperar una colecta eliminada'],
])('describes %s with %j', (name, args, words) => {
  expect(describeChange({ name, args })).toBe(words)
})

it('describes every change, with any arguments', () => {
  const unknown = describeChange({ name: 'of-another-version', args: {} })
  for (const name of mutations.keys()) {
    for (const args of [{}, null, 'nonsense', { title: 7, amount: 'x', changes: [] }]) {
      expect(describeChange({ name, args })).toMatch(/^[A-Z][a-zé]+ /)
      expect(describeChange({ name, args })).not.toBe(unknown)
    }
  }
})

it('describes an unknown change in general words', () => {
  expect(describeChange({ name: 'of-another-version', args: {} })).toBe('Un cambio tuyo')
})
