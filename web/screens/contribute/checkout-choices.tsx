import { CreditCard, Smartphone } from 'lucide-react'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { CheckoutMethod } from '../../../shared/contribution.ts'
import { Badge } from '../../components/badge.tsx'
import { Choice } from '../../components/choice.tsx'

interface CheckoutChoicesProps {
  collection: PublicCollection
  method: string
  onPick: (method: CheckoutMethod) => void
}

/**
 * The ways to pay besides a transfer that this colecta has. Those that the installation has not are announced;
 * those that its organiser has not connected are nothing to wait for.
 */
export function CheckoutChoices({ collection, method, onPick }: CheckoutChoicesProps) {
  const { checkout = [], unconnected = [] } = collection
  const offered = METHODS.filter(({ name }) => checkout.includes(name))
  const missing = METHODS.filter(
    ({ name }) => !checkout.includes(name) && !unconnected.includes(name),
  ).map(({ label }) => label)
  return (
    <>
      {offered.map(({ name, label, icon, hint }) => (
        <Choice
          key={name}
          name="method"
          value={name}
          label={label}
          hint={hint(collection.organiserName)}
          icon={icon}
          checked={method === name}
          onChange={() => onPick(name)}
        />
      ))}
      {missing.length > 0 && (
        <Choice
          name="method"
          label={missing.join(' y ')}
          badge={<Badge>Próximamente</Badge>}
          disabled
        />
      )}
    </>
  )
}

const METHODS = [
  {
    name: 'MercadoPago',
    label: 'Mercado Pago',
    icon: CreditCard,
    hint: () => 'Tarjeta o dinero en cuenta, en la página de Mercado Pago',
  },
  {
    name: 'MODO',
    label: 'MODO',
    icon: Smartphone,
    hint: (organiser: string) => `Desde tu billetera, a la cuenta de ${organiser}`,
  },
] as const
