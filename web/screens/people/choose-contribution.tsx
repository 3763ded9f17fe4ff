import { useState } from 'react'
import { formatMoment } from '../../../shared/dates.ts'
import { formatMoney } from '../../../shared/money.ts'
import { collectionContributions } from '../../../shared/queries/collection-contributions.ts'
import type { ListedPerson } from '../../../shared/queries/people.ts'
import { useQuery } from '../../api/use-query.ts'
import { Dialog } from '../../components/dialog.tsx'
import { Failed } from '../../components/empty-state.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { SearchInput } from '../../components/table-tools.tsx'
import styles from './people.module.css'

type Props = {
  collectionId: string
  person: ListedPerson
  people: readonly ListedPerson[]
  onPick: (contributionId: string) => void
  onClose: () => void
}

/** The dialog that links a person to a contribution by hand. One contribution may stand for several people. */
export function ChooseContribution({ collectionId, person, people, onPick, onClose }: Props) {
  const [search, setSearch] = useState('')
  const found = useQuery(collectionContributions, { collectionId, search })
  const rows =
    found.name === 'ready' ? found.answer.rows.filter(({ state }) => state !== 'rejected') : []
  const ownersOf = (contributionId: string) =>
    people
      .filter(({ id, given }) => id !== person.id && given.some((one) => one.id === contributionId))
      .map(({ name }) => name)

  return (
    <Dialog
      title={`Aporte de ${person.name}`}
      lead="Elige cuál es. Un aporte puede ser de varias personas."
      onClose={onClose}
    >
      <SearchInput label="Buscar por nombre" value={search} onValue={setSearch} />
      <div className={styles.results}>
        {found.name === 'loading' && <Skeleton rows={5} label="Cargando aportes" />}
        {found.name === 'failed' && <Failed title="Error al cargar los aportes" {...found} />}
        {found.name === 'ready' && rows.length === 0 && (
          <p className="muted">
            {search === '' ? 'Todavía no hay aportes.' : 'Ningún aporte tiene ese nombre.'}
          </p>
        )}
        <ul className="ruled">
          {rows.map(({ id, contributorName, amount, paymentDate }) => {
            const owners = ownersOf(id)
            return (
              <li key={id}>
                <button type="button" className={styles.choice} onClick={() => onPick(id)}>
                  <span className="strong breaks">{contributorName}</span>
                  <span className="muted small">
                    {formatMoney(amount)} · {formatMoment(paymentDate).day}
                    {owners.length > 0 && ` · Es de ${owners.join(' y ')}`}
                  </span>
                </button>
              </li>
            )
          })}
        </ul>
        {found.name === 'ready' && found.answer.total > found.answer.rows.length && (
          <p className="faint small">
            Se ven los más recientes. Busca por el nombre para ver otros.
          </p>
        )}
      </div>
    </Dialog>
  )
}
