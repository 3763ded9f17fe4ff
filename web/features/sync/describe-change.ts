import { formatMoney } from '../../../shared/money.ts'
import { countOf, formatCount } from '../../../shared/text.ts'

type Args = Readonly<Record<string, unknown>>

/** Accepts any arguments: the server may have refused them, or an older version of the program may have made them. */
export function describeChange({ name, args }: { name: string; args: unknown }): string {
  return DESCRIPTIONS.get(name)?.(recordOf(args)) ?? 'Un cambio tuyo'
}

const DESCRIPTIONS = new Map<string, (args: Args) => string>([
  ['add-manual-contribution', (args) => `Registrar un aporte manual${nameAndAmount(args)}`],
  ['add-people', ({ people }) => `Agregar ${peopleOf(people)} a una lista`],
  ['create-collection', ({ title }) => `Crear ${named(title)}`],
  ['create-from-line', (args) => `Anotar un aporte del resumen${nameAndAmount(args)}`],
  ['delete-collection', () => 'Eliminar una colecta'],
  ['delete-contribution', () => 'Eliminar un aporte manual'],
  [
    'edit-contribution',
    ({ changes }) =>
      withFields('Corregir un aporte manual', recordOf(changes), CONTRIBUTION_FIELDS),
  ],
  [
    'edit-person',
    ({ changes }) =>
      withFields('Corregir una persona de una lista', recordOf(changes), PERSON_FIELDS),
  ],
  ['hide-contributions', ({ ids }) => `Ocultar ${someOf(ids)}`],
  ['keep-statement-key', () => 'Reconocer tus resúmenes en todos tus dispositivos'],
  ['link-people', linkedPeople],
  ['match-lines', ({ matches }) => `Acreditar ${someOf(contributionsOf(matches))} con tu resumen`],
  ['remove-people', ({ ids }) => `Quitar ${peopleOf(ids)} de una lista`],
  ['restore-collection', () => 'Recuperar una colecta eliminada'],
  ['restore-contribution', () => 'Recuperar un aporte eliminado'],
  ['set-collection-notify', () => 'Cambiar los avisos de una colecta'],
  [
    'set-collection-status',
    ({ status }) => STATUSES.get(status) ?? 'Cambiar el estado de una colecta',
  ],
  ['set-contribution-state', stateWithReason],
  ['set-contributions-state', manyStates],
  ['show-contributions', ({ ids }) => `Volver a mostrar ${someOf(ids)}`],
  ['undo-matches', ({ ids }) => undoneMatches(ids)],
  ['update-collection', ({ changes }) => editedCollection(recordOf(changes))],
  ['update-profile', () => 'Actualizar tu perfil'],
])

const STATUSES = new Map<unknown, string>([
  ['abierta', 'Abrir una colecta'],
  ['cerrada', 'Cerrar una colecta'],
])

const STATES = new Map<unknown, string>([
  ['verified', 'acreditado'],
  ['confirmed', 'confirmado'],
  ['pending', 'pendiente'],
  ['rejected', 'rechazado'],
])

const COLLECTION_FIELDS = new Map([
  ['description', 'descripción'],
  ['suggestedAmount', 'monto sugerido'],
  ['totalAmount', 'total a colectar'],
  ['deadline', 'fecha límite'],
  ['bankAccount', 'cuenta'],
  ['accountIdentifier', 'titular de la cuenta'],
  ['cantidadPersonas', 'cantidad de personas'],
  ['closesAlone', 'cierre automático'],
  ['uniqueCents', 'montos únicos'],
])

const LIST = new Intl.ListFormat('es')

function oneState(state: unknown): string | null {
  const name = STATES.get(state)
  return name ? `Marcar un aporte como ${name}` : null
}

/** A refused change is the only place that still has the reason that was typed (S9). */
function stateWithReason({ state, reason, isReasonOnly }: Args): string {
  const text = textOf(reason)
  const words = isReasonOnly
    ? `${text ? 'Guardar' : 'Quitar'} el motivo de un rechazo`
    : (oneState(state) ?? 'Cambiar el estado de un aporte')
  return text ? `${words}: “${text}”` : words
}

function manyStates({ ids, state }: Args): string {
  const one = oneState(state)
  if (one && lengthOf(ids) === 1) return one
  return `Marcar ${someOf(ids)} como ${STATES.get(state) ?? 'cambiado'}s`
}

function someOf(ids: unknown): string {
  const count = lengthOf(ids)
  if (count === 1) return 'un aporte'
  return count === 0 ? 'aportes' : countOf(count, 'aporte')
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0
}

/** Several lines may pay one contribution. */
function contributionsOf(matches: unknown): unknown[] {
  const ids = Array.isArray(matches) ? matches.map((match) => recordOf(match).contributionId) : []
  return [...new Set(ids)]
}

function undoneMatches(ids: unknown): string {
  const count = lengthOf(ids)
  return count > 1 ? `Deshacer ${formatCount(count)} acreditaciones` : 'Deshacer una acreditación'
}

function peopleOf(all: unknown): string {
  const count = lengthOf(all)
  return count > 1 ? countOf(count, 'persona') : 'una persona'
}

function linkedPeople({ ids, contributionId, missingSince }: Args): string {
  if (contributionId) return `Indicar el aporte de ${peopleOf(ids)}`
  return missingSince
    ? `Indicar que no es el aporte de ${peopleOf(ids)}`
    : `Buscar por el nombre el aporte de ${peopleOf(ids)}`
}

function nameAndAmount({ contributorName, amount }: Args): string {
  const name = textOf(contributorName)
  const sum = typeof amount === 'number' && Number.isSafeInteger(amount) ? formatMoney(amount) : ''
  return `${name && ` de ${name}`}${sum && `: ${sum}`}`
}

const CONTRIBUTION_FIELDS = new Map([
  ['amount', 'monto'],
  ['contributorName', 'nombre'],
  ['contributorEmail', 'email'],
  ['message', 'mensaje'],
])

const PERSON_FIELDS = new Map([
  ['name', 'nombre'],
  ['email', 'email'],
  ['phone', 'teléfono'],
])

function withFields(words: string, changes: Args, names: ReadonlyMap<string, string>): string {
  const fields = Object.keys(changes).flatMap((field) => names.get(field) ?? [])
  return fields.length === 0 ? words : `${words}: ${LIST.format(fields)}`
}

function editedCollection(changes: Args): string {
  return textOf(changes.title)
    ? `Editar ${named(changes.title)}`
    : withFields('Editar una colecta', changes, COLLECTION_FIELDS)
}

function named(title: unknown): string {
  const text = textOf(title)
  return text ? `“${text}”` : 'una colecta'
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

/** Returns no fields for a value that is not an object. */
export function recordOf(value: unknown): Args {
  return typeof value === 'object' && value !== null ? { ...value } : {}
}
