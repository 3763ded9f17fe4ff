import { METHOD_NAMES, type PaymentMethod } from '../../shared/contribution.ts'
import type { Centavos } from '../../shared/money.ts'
import type { Column } from './data-table.tsx'
import { Money } from './money.tsx'

export const AMOUNT_COLUMN: Column<{ amount: Centavos }, 'amount'> = {
  key: 'amount',
  header: 'Monto',
  sortable: true,
  firstDirection: 'desc',
  align: 'end',
  cell: ({ amount }) => (
    <span className="strong">
      <Money amount={amount} />
    </span>
  ),
}

export const METHOD_COLUMN: Column<{ paymentMethod: PaymentMethod }, 'method'> = {
  key: 'method',
  header: 'Método',
  sortable: true,
  width: 'fit',
  cell: ({ paymentMethod }) => <span className="muted">{METHOD_NAMES[paymentMethod]}</span>,
}
