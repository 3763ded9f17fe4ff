import { useSyncExternalStore } from 'react'
import { accountLabel, accountOf, formatAccount, kindName } from '../../../shared/account.ts'
import type { Collection } from '../../../shared/collection.ts'
import { formatDay, formatMoment } from '../../../shared/dates.ts'
import { Card, Collapsible } from '../../components/card.tsx'
import { CopyLine } from '../../components/copy.tsx'
import { Facts } from '../../components/facts.tsx'
import { Money } from '../../components/money.tsx'
import { formatCount } from '../../features/lists/format-count.ts'
import styles from './collection-detail.module.css'

export function DetailsCard({ collection }: { collection: Collection }) {
  const isWide = useWide()
  if (isWide) {
    return (
      <Card className="stack gap-4" title="Detalles">
        <Details {...collection} />
      </Card>
    )
  }
  return (
    <Collapsible title="Detalles" startsClosed pad>
      <div className="stack gap-4">
        <Details {...collection} />
      </div>
    </Collapsible>
  )
}

function Details(collection: Collection) {
  const account = accountOf(collection.bankAccount)
  return (
    <>
      <CopyLine
        label={accountLabel(account)}
        value={formatAccount(account)}
        text={account.value}
        copiedLabel={`¡${kindName(account)} copiado!`}
      />
      {collection.description && <p className={styles.description}>{collection.description}</p>}
      <Facts layout="grid" facts={factsOf(collection)} />
    </>
  )
}

function factsOf(collection: Collection) {
  const { cantidadPersonas } = collection
  return [
    {
      label: 'Identificador de cuenta',
      value: collection.accountIdentifier || 'No especificado',
    },
    { label: 'Monto sugerido', value: <Money amount={collection.suggestedAmount} /> },
    { label: 'Total a colectar', value: <Money amount={collection.totalAmount} /> },
    { label: 'Fecha límite', value: formatDay(collection.deadline) },
    ...(cantidadPersonas === null
      ? []
      : [{ label: 'Cantidad de personas', value: formatCount(cantidadPersonas) }]),
    { label: 'Creada el', value: formatMoment(collection.createdAt).day },
  ]
}

const wide = window.matchMedia('(min-width: 760px)')

function useWide(): boolean {
  return useSyncExternalStore(onChange, () => wide.matches)
}

function onChange(listener: () => void): () => void {
  wide.addEventListener('change', listener)
  return () => wide.removeEventListener('change', listener)
}
