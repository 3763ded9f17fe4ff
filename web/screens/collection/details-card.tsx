import {
  bankAccountLabel,
  bankAccountOf,
  formatBankAccount,
  kindName,
} from '../../../shared/bank-account.ts'
import type { Collection } from '../../../shared/collection.ts'
import { formatDay, formatMoment } from '../../../shared/dates.ts'
import { formatCount } from '../../../shared/text.ts'
import { Card } from '../../components/card.tsx'
import { CopyLine } from '../../components/copy.tsx'
import { Facts } from '../../components/facts.tsx'
import { Money } from '../../components/money.tsx'
import styles from './collection.module.css'

export function DetailsCard({ collection }: { collection: Collection }) {
  const account = bankAccountOf(collection.bankAccount)
  return (
    <Card className="stack gap-4" title="Detalles">
      <CopyLine
        label={bankAccountLabel(account)}
        value={formatBankAccount(account)}
        text={account.value}
        copiedLabel={`¡${kindName(account)} copiado!`}
      />
      {collection.description && <p className={styles.description}>{collection.description}</p>}
      <Facts layout="grid" facts={factsOf(collection)} />
    </Card>
  )
}

function factsOf(collection: Collection) {
  const { cantidadPersonas } = collection
  return [
    {
      label: 'Identificador de cuenta',
      value: collection.accountIdentifier || 'No especificado',
    },
    {
      label: 'Monto sugerido',
      value: (
        <>
          <Money amount={collection.suggestedAmount} />
          {collection.uniqueCents && ' · Uno distinto por persona'}
        </>
      ),
    },
    { label: 'Total a colectar', value: <Money amount={collection.totalAmount} /> },
    { label: 'Fecha límite', value: deadlineText(collection) },
    cantidadPersonas !== null && {
      label: 'Cantidad de personas',
      value: formatCount(cantidadPersonas),
    },
    { label: 'Creada el', value: formatMoment(collection.createdAt).day },
  ]
}

function deadlineText({ deadline, closesAlone, status }: Collection): string {
  const day = formatDay(deadline)
  return closesAlone && status === 'abierta' ? `${day} · Cierra sola ese día` : day
}
