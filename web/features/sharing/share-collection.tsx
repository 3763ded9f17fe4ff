import { Suspense, useState } from 'react'
import { bankAccountOf } from '../../../shared/bank-account.ts'
import type { Collection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { paymentQr, type QrCurrency } from '../../../shared/payment-qr.ts'
import { SECOND } from '../../../shared/time.ts'
import { measure } from '../../api/measure.ts'
import { Dialog } from '../../components/dialog.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { SharePanel } from '../../components/share-panel.tsx'
import { useTimer } from '../../components/use-timer.ts'
import styles from './share-collection.module.css'
import { shareLinks } from './share-links.ts'
import { useQrCurrency } from './use-qr-currency.ts'

const CLOSES_AFTER = 3 * SECOND

type DialogProps = { collection: Collection; onClose: () => void }

export function ShareDialog({ collection, onClose }: DialogProps) {
  const [copied, setCopied] = useState(false)

  useTimer(onClose, copied ? CLOSES_AFTER : null)

  return (
    <Dialog title="Comparte tu colecta" onClose={onClose}>
      <ShareCollection collection={collection} onCopied={() => setCopied(true)} />
    </Dialog>
  )
}

type Props = { collection: Collection; onCopied: () => void }

function ShareCollection({ collection, onCopied }: Props) {
  const currency = useQrCurrency()
  const { link, whatsAppHref, message } = shareLinks(collection)
  const qr = qrOf(collection, link, currency)

  return (
    <SharePanel
      link={link}
      whatsAppHref={whatsAppHref}
      message={message}
      onCopied={() => {
        measure({ name: 'share_colecta_copy', collectionId: collection.id })
        onCopied()
      }}
      onShared={(method) => measure({ name: 'share', collectionId: collection.id, method })}
      posterTo={links.poster(collection.id)}
      qr={
        qr
          ? {
              code: (
                <Suspense fallback={<div className={styles.coming} />}>
                  <QrCode value={qr.value} label={qr.title} />
                </Suspense>
              ),
              title: qr.title,
              text: qr.text,
              onDownload: () => void download(qr, collection.title),
            }
          : undefined
      }
    />
  )
}

// Without its code the panel shows no QR; the link is there.
const QrCode = lazyExtra(() =>
  import('../../components/qr-code.tsx').then((module) => module.QrCode),
)

async function download({ value }: CollectionQr, title: string) {
  const { downloadQr } = await import('../../components/qr-code.tsx')
  await downloadQr(value, `qr_${title.replace(/[^\p{L}\p{N}]+/gu, '_').toLowerCase()}.png`)
}

interface CollectionQr {
  value: string
  title: string
  text: string
}

/** Returns the payment QR; for an alias, which it cannot hold, the link. null until the currency is known. */
export function qrOf(
  collection: Collection,
  link: string,
  currency: QrCurrency | null,
): CollectionQr | null {
  const account = bankAccountOf(collection.bankAccount)
  if (account.kind === 'alias') {
    return { value: link, title: 'QR para aportar', text: 'Abre la página de tu colecta.' }
  }
  if (currency === null) return null
  return {
    value: paymentQr({
      account: account.value,
      name: collection.accountIdentifier,
      amount: collection.suggestedAmount,
      currency,
    }),
    title: 'QR para transferir',
    text: 'Se lee desde la app del banco o billetera, con el monto sugerido.',
  }
}
