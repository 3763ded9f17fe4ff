import { FileText } from 'lucide-react'
import { useState } from 'react'
import { type CollectionReceipt, getReceipts } from '../../../shared/api/receipts.ts'
import { isolateName } from '../../../shared/text.ts'
import { request } from '../../api/request.ts'
import { useRequest } from '../../api/use-request.ts'
import { Dialog } from '../../components/dialog.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Icon } from '../../components/icon.tsx'
import { Loading } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { ReceiptDialog } from './receipt-dialog.tsx'
import styles from './receipt-gallery.module.css'
import { RepeatedReceipt } from './receipt-mark.tsx'

/** Shows all receipts of a colecta for its organiser, newest first (R5). */
export function ReceiptGallery(props: { collectionId: string; onClose: () => void }) {
  const { collectionId, onClose } = props
  const found = useRequest(
    () => request(getReceipts, { params: { id: collectionId } }),
    collectionId,
  )
  const [opened, setOpened] = useState<CollectionReceipt | null>(null)

  return (
    <Dialog
      title="Comprobantes"
      lead="Los que llegaron, del más nuevo al más viejo."
      onClose={onClose}
    >
      <div className={styles.content}>
        {found.name === 'loading' && <Loading text="Cargando comprobantes…" />}
        {found.name === 'failed' && <Failed title="Error al listar comprobantes" {...found} />}
        {found.name === 'ready' && found.answer.receipts.length === 0 && (
          <EmptyState icon={FileText} title="Todavía no llegó ningún comprobante">
            Aparecen aquí cuando alguien agrega uno a su aporte.
          </EmptyState>
        )}
        {found.name === 'ready' && found.answer.receipts.length > 0 && (
          <ul className="stack gap-2">
            {found.answer.receipts.map((receipt) => (
              <li key={receipt.contributionId}>
                <button type="button" className={styles.receipt} onClick={() => setOpened(receipt)}>
                  <ReceiptThumb receipt={receipt} />
                  <span className={styles.words}>
                    <span className={styles.name}>{receipt.contributorName}</span>
                    <span className="faint small">
                      <Money amount={receipt.amount} /> · <Moment iso={receipt.attachedAt} short />
                    </span>
                    {receipt.repeated && <RepeatedReceipt />}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
      </div>
      {opened && (
        <ReceiptDialog
          contributionId={opened.contributionId}
          lead={`De ${isolateName(opened.contributorName)}.`}
          repeated={opened.repeated}
          onClose={() => setOpened(null)}
        />
      )}
    </Dialog>
  )
}

/** The picture itself is loaded only when it is opened. */
function ReceiptThumb({ receipt }: { receipt: CollectionReceipt }) {
  return (
    <span className={styles.thumb} aria-hidden="true">
      <Icon of={FileText} />
      <span className={styles.kind}>{receipt.type === 'application/pdf' ? 'PDF' : 'Foto'}</span>
    </span>
  )
}
