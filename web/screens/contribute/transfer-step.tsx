import { Suspense } from 'react'
import {
  type BankAccount,
  bankAccountLabel,
  bankAccountOf,
  formatBankAccount,
  kindName,
} from '../../../shared/bank-account.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { sharedLink } from '../../../shared/links.ts'
import { type Centavos, formatAmount } from '../../../shared/money.ts'
import { paymentQr } from '../../../shared/payment-qr.ts'
import { Button } from '../../components/button.tsx'
import { CopyBox, CopyButton } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { Money } from '../../components/money.tsx'
import { useQrCurrency } from '../../features/sharing/use-qr-currency.ts'
import { ChangedAccountNote } from './changed-account-note.tsx'
import { SUSPENDED, suspendedWords } from './collection-summary.tsx'
import { type FoundDraft, FoundDraftNote } from './found-draft-note.tsx'
import styles from './transfer-flow.module.css'

interface TransferStepProps {
  collection: PublicCollection
  amount: Centavos
  /** The server reserved it for this report: a few centavos above the typed amount. */
  isOwnAmount: boolean
  /** Another one than the person saw first, and may have copied. */
  isOtherAccount: boolean
  found: FoundDraft | null
  copied: boolean
  onCopied: () => void
  onNext: () => void
  onBack: () => void
  onClose: () => void
}

/** The first dialog of a transfer: the organiser's account. People transfer in their own bank, never through us. */
export function TransferStep(props: TransferStepProps) {
  const { collection, amount, isOwnAmount, isOtherAccount, found, copied } = props
  const { organiserName: organiser } = collection
  const account = bankAccountOf(collection.bankAccount)

  if (collection.isSuspended) {
    return (
      <Dialog
        title={SUSPENDED}
        lead={suspendedWords(collection)}
        onBack={props.onBack}
        onClose={props.onClose}
        foot={
          <Button main onClick={props.onBack}>
            Volver a la colecta
          </Button>
        }
      />
    )
  }
  return (
    <Dialog
      step={{ at: 1, of: 2 }}
      title={`Transfiere a ${organiser}`}
      lead={`Copia el ${account.kind}, abre tu banco o billetera y transfiere. Después vuelve aquí.`}
      onBack={props.onBack}
      onClose={props.onClose}
      foot={
        <Button variant={copied ? 'primary' : 'secondary'} main onClick={props.onNext}>
          Ya transferí
        </Button>
      }
    >
      {found && <FoundDraftNote {...found} />}
      {isOtherAccount && (
        <ChangedAccountNote collection={collection}>
          Si copiaste la anterior, copia esta. Si ya transferiste a la anterior, avísale.
        </ChangedAccountNote>
      )}
      <CopyBox
        key={account.value}
        label={bankAccountLabel(account)}
        value={formatBankAccount(account)}
        text={account.value}
        copyLabel={`Copiar ${account.kind}`}
        copiedLabel={`¡${kindName(account)} copiado!`}
        onCopied={props.onCopied}
      />
      <div className="ruled">
        <div className={styles.fact}>
          <div>
            <div className="faint tiny">{isOwnAmount ? 'Transfiere exactamente' : 'Monto'}</div>
            <div className="strong">
              <Money amount={amount} />
            </div>
            {isOwnAmount && (
              <div className="muted small">Por esos centavos, {organiser} sabe que es la tuya.</div>
            )}
          </div>
          <CopyButton
            text={formatAmount(amount).replaceAll('.', '')}
            label="Copiar monto"
            copiedLabel="¡Monto copiado!"
            {...(isOwnAmount ? { size: 'sm' } : { iconOnly: true, edge: 'end' })}
          />
        </div>
        <div className={styles.fact}>
          <div>
            <div className="faint tiny">La cuenta está a nombre de</div>
            <div className="strong">{collection.accountIdentifier}</div>
          </div>
        </div>
      </div>
      <OtherPhone collection={collection} account={account} amount={amount} />
    </Dialog>
  )
}

interface OtherPhoneProps {
  collection: PublicCollection
  account: BankAccount
  amount: Centavos
}

/** An alias cannot be in a payment QR, so its QR opens this page on the other phone. */
function OtherPhone({ collection, account, amount }: OtherPhoneProps) {
  const currency = useQrCurrency()
  const isPayment = account.kind !== 'alias'
  const value = isPayment
    ? currency &&
      paymentQr({ account: account.value, name: collection.accountIdentifier, amount, currency })
    : sharedLink(window.location.origin, collection.id)

  return (
    <div className={styles.otherPhone}>
      <div className={styles.qr}>
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
        <div className={styles.otherPhoneTitle}>¿Pagas con otro teléfono?</div>
        {isPayment
          ? 'Escanea este código desde la app del banco o billetera: ya lleva la cuenta y el monto.'
          : 'Escanea este código para abrir esta página allí.'}
      </div>
    </div>
  )
}

// Without its code there is no QR; the account to copy is there.
const QrCode = lazyExtra(() =>
  import('../../components/qr-code.tsx').then((module) => module.QrCode),
)
