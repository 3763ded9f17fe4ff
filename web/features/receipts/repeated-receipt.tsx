import { Files } from 'lucide-react'
import { Badge } from '../../components/badge.tsx'

/** The same file came with two contributions (R6): worth a look, no accusation. */
export function RepeatedReceipt({ short = false }: { short?: boolean }) {
  return (
    <Badge tone="warn" icon={Files}>
      {short ? 'Posible repetido' : 'Posible comprobante repetido'}
    </Badge>
  )
}
