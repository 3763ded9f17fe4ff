import { Files, FileX, Hourglass, ReceiptText } from 'lucide-react'
import type { Contribution } from '../../../shared/contribution.ts'
import { Badge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'

type Props = {
  contribution: Pick<Contribution, 'receipt' | 'receiptRepeated'>
  onOpen: () => void
}

/** Renders nothing when no receipt was announced (R1). */
export function ReceiptMark({ contribution, onOpen }: Props) {
  switch (contribution.receipt) {
    case 'none':
      return null
    case 'expected':
      return (
        <Badge tone="mute" icon={Hourglass}>
          Comprobante en camino
        </Badge>
      )
    case 'missing':
      return (
        <Badge tone="mute" icon={FileX}>
          El comprobante no llegó
        </Badge>
      )
    case 'attached':
      return (
        <>
          <Button variant="soft" icon={ReceiptText} onClick={onOpen}>
            Ver comprobante
          </Button>
          {contribution.receiptRepeated && <RepeatedReceipt />}
        </>
      )
  }
}

/** Marks contributions with the same file (R6). The wording does not accuse anybody. */
export function RepeatedReceipt({ short = false }: { short?: boolean }) {
  return (
    <Badge tone="warn" icon={Files}>
      {short ? 'Posible repetido' : 'Posible comprobante repetido'}
    </Badge>
  )
}
