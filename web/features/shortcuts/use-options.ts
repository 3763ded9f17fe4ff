import {
  Archive,
  HandCoins,
  Keyboard,
  LayoutDashboard,
  type LucideIcon,
  Plus,
  ShieldCheck,
  UserRound,
  WalletCards,
} from 'lucide-react'
import type { To } from 'react-router-dom'
import type { AppError } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import {
  type FoundCollection,
  type FoundPerson,
  findByName,
} from '../../../shared/queries/find-by-name.ts'
import { fold } from '../../../shared/text.ts'
import { useQuery } from '../../api/use-query.ts'

export interface Option {
  key: string
  icon: LucideIcon
  label: string
  detail?: string
  keys?: string
  /** `help`: opens the list of the keys. */
  to: To | 'help'
}

export interface Group {
  title: string
  options: Option[]
}

/** Returns earlier results, until those for the last letter arrive, if they still match. */
export function useOptions(search: string, isAdmin: boolean) {
  const found = useQuery(findByName, { search })
  const isComplete = found.name === 'ready' && !found.isPrevious
  const { collections, people } =
    found.name === 'ready' ? found.answer : { collections: [], people: [] }
  const wanted = fold(search)
  const matches = (text: string) => fold(text).includes(wanted)
  const all: Group[] = [
    {
      title: wanted === '' ? 'Últimas colectas' : 'Colectas',
      options: collections.filter(({ title }) => matches(title)).map(optionOfCollection),
    },
    {
      title: 'Personas',
      options: wanted === '' ? [] : people.filter(({ name }) => matches(name)).map(optionOfPerson),
    },
    {
      title: 'Acciones',
      // Not before the newest colectas, which would push them down.
      options:
        found.name === 'loading' && wanted === ''
          ? []
          : (isAdmin ? [...ACTIONS, ADMIN] : ACTIONS).filter(({ label }) => matches(label)),
    },
  ]
  const failed: { error: AppError; retry: () => void } | null =
    found.name === 'failed' ? found : null
  return { groups: all.filter(({ options }) => options.length > 0), isComplete, failed }
}

function optionOfCollection({ id, title, status, waiting }: FoundCollection): Option {
  const detail = waiting > 0 ? `${waiting} por verificar` : status === 'cerrada' ? 'Cerrada' : ''
  const icon = status === 'cerrada' ? Archive : HandCoins
  return { key: id, icon, label: title, detail, to: links.collection(id) }
}

/** Links to the person's contributions in the list of the colecta, or to the list of people. */
function optionOfPerson(person: FoundPerson, index: number): Option {
  const { name, collectionId, collectionTitle, contributions } = person
  return {
    key: `persona-${index}`,
    icon: UserRound,
    label: name,
    detail: `${collectionTitle}${detailOf(contributions)}`,
    to: {
      pathname: contributions === 0 ? links.people(collectionId) : links.collection(collectionId),
      search: `?${new URLSearchParams({ buscar: name })}`,
    },
  }
}

function detailOf(contributions: number): string {
  if (contributions === 0) return ' · lista de personas'
  return contributions > 1 ? ` · ${contributions} aportes` : ''
}

const ACTIONS: Option[] = [
  { key: 'nueva', icon: Plus, label: 'Nueva colecta', keys: 'n', to: links.newCollection() },
  {
    key: 'dashboard',
    icon: LayoutDashboard,
    label: 'Ir al dashboard',
    keys: 'g d',
    to: links.dashboard(),
  },
  { key: 'pagos', icon: WalletCards, label: 'Mis pagos', to: links.payments() },
  { key: 'perfil', icon: UserRound, label: 'Editar mi perfil', to: links.profile() },
  { key: 'atajos', icon: Keyboard, label: 'Atajos de teclado', keys: '?', to: 'help' },
]
const ADMIN: Option = {
  key: 'admin',
  icon: ShieldCheck,
  label: 'Administración',
  to: links.admin(),
}
