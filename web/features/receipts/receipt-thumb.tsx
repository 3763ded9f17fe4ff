import { FileText } from 'lucide-react'
import type { CollectionReceipt } from '../../../shared/api/receipts.ts'
import { Icon } from '../../components/icon.tsx'
import styles from './receipt-thumb.module.css'

/** What kind of file it is. The picture itself is asked for only when it is opened. */
export function ReceiptThumb({ receipt }: { receipt: CollectionReceipt }) {
  return (
    <span className={styles.thumb} aria-hidden="true">
      <Icon of={FileText} />
      <span className={styles.kind}>{receipt.type === 'application/pdf' ? 'PDF' : 'Foto'}</span>
    </span>
  )
}
