import { Download } from 'lucide-react'
import { getReceiptAddress } from '../../../shared/api/receipts.ts'
import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button, buttonLook } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { formatSize } from '../../components/format-size.ts'
import { Icon } from '../../components/icon.tsx'
import { RepeatedReceipt } from './receipt-mark.tsx'
import styles from './receipt-view.module.css'
import { ReceiptView } from './receipt-view.tsx'

interface ReceiptDialogProps {
  contributionId: string
  lead: string
  /** The same file came with another contribution (R6). */
  repeated?: boolean
  onClose: () => void
}

/** Shows the receipt of one contribution and downloads it (R4). */
export function ReceiptDialog({ contributionId, lead, repeated, onClose }: ReceiptDialogProps) {
  // Addresses expire, so every attempt requests a new one (R4).
  const found = useRequest(
    () => request(getReceiptAddress, { params: { contributionId } }),
    contributionId,
  )
  return (
    <Dialog
      title="Comprobante de Transferencia"
      lead={
        <>
          {lead} {repeated && <RepeatedReceipt />}
        </>
      }
      onClose={onClose}
      foot={
        found.name === 'loading' ? (
          <Button block disabled icon={Download}>
            Descargar
          </Button>
        ) : found.name === 'ready' ? (
          <a
            className={buttonLook({ block: true })}
            href={`${found.answer.url}&download`}
            download={found.answer.name}
          >
            <Icon of={Download} size={18} />
            Descargar ({formatSize(found.answer.size)})
          </a>
        ) : null
      }
    >
      <div className={styles.room}>
        <ReceiptView found={found} />
      </div>
    </Dialog>
  )
}
