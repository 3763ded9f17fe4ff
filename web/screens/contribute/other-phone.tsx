import { lazy, Suspense } from 'react'
import type { Account } from '../../../shared/account.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { contributionLink } from '../../../shared/links.ts'
import type { Centavos } from '../../../shared/money.ts'
import { paymentQr } from '../../../shared/payment-qr.ts'
import { useQrCurrency } from '../../features/sharing/use-qr-currency.ts'
import styles from './other-phone.module.css'

interface OtherPhoneProps {
  collection: PublicCollection
  account: Account
  amount: Centavos
}

/**
 * For whoever pays with another phone than this one. A CBU or CVU makes a payment QR with the
 * amount; an alias cannot stand in one, so its QR opens this page there.
 */
export function OtherPhone({ collection, account, amount }: OtherPhoneProps) {
  const currency = useQrCurrency()
  const isPayment = account.kind !== 'alias'
  const value = isPayment
    ? currency &&
      paymentQr({ account: account.value, name: collection.accountIdentifier, amount, currency })
    : contributionLink(window.location.origin, collection.id)

  return (
    <div className={styles.other}>
      <div className={styles.code}>
        {value && (
          <Suspense>
            <QrCode
              size="sm"
              value={value}
              label={isPayment ? 'QR para transferir' : 'QR de esta página'}
            />
          </Suspense>
        )}
      </div>
      <div>
        <div className={styles.title}>¿Pagas con otro teléfono?</div>
        {isPayment
          ? 'Escanea este código desde la app del banco o billetera: ya lleva la cuenta y el monto.'
          : 'Escanea este código para abrir esta página allí.'}
      </div>
    </div>
  )
}

// Without its code the step does without the QR: the account to copy is there all the same.
const QrCode = lazy(() =>
  import('../../components/qr-code.tsx')
    .then(({ QrCode }) => ({ default: QrCode }))
    .catch(() => ({ default: () => <span /> })),
)
