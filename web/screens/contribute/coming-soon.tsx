import { Badge } from '../../components/badge.tsx'
import { Choice } from '../../components/choice.tsx'

/** A way to pay that this installation does not have (DESIGN 7). */
export function ComingSoon({ label = 'Mercado Pago y MODO' }: { label?: string }) {
  return <Choice name="method" label={label} badge={<Badge>Próximamente</Badge>} disabled />
}
