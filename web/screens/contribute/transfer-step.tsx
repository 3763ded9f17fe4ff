import { accountOf, formatAccount } from '../../../shared/account.ts'
import type { PublicCollection } from '../../../shared/collection.ts'
import { type Centavos, formatAmount } from '../../../shared/money.ts'
import { Button } from '../../components/button.tsx'
import { CopyBox, CopyButton } from '../../components/copy.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Money } from '../../components/money.tsx'
import { type FoundDraft, FoundDraftNote } from './found-draft-note.tsx'
import { OtherPhone } from './other-phone.tsx'
import styles from './transfer-step.module.css'

interface TransferStepProps {
  collection: PublicCollection
  amount: Centavos
  found: FoundDraft | null
  /** The account is on the clipboard: the next thing to press is the button below. */
  copied: boolean
  onCopied: () => void
  onNext: () => void
  onClose: () => void
}

/** Shows the organiser's account. The money never passes through us: people transfer it in their own bank. */
export function TransferStep(props: TransferStepProps) {
  const { collection, amount, found, copied } = props
  const account = accountOf(collection.bankAccount)
  const name = account.kind === 'alias' ? 'alias' : account.kind
  const label = account.kind === 'alias' ? 'Alias' : account.kind

  return (
    <Dialog
      open
      step={{ at: 1, of: 3 }}
      title={`Transfiere a ${collection.organiserName}`}
      lead={`Copia el ${name}, abre tu banco o billetera y transfiere. Después vuelve aquí.`}
      onClose={props.onClose}
      foot={
        <Button variant={copied ? 'primary' : 'secondary'} size="lg" block onClick={props.onNext}>
          Ya transferí
        </Button>
      }
    >
      {found && <FoundDraftNote {...found} />}
      <CopyBox
        label={account.hint ? `${label} · ${account.hint}` : label}
        value={formatAccount(account)}
        text={account.value}
        copyLabel={`Copiar ${name}`}
        copiedLabel={`¡${label} copiado!`}
        onCopied={props.onCopied}
      />
      <div>
        <div className={styles.line}>
          <div>
            <div className={styles.label}>Monto</div>
            <div className="strong">
              <Money amount={amount} />
            </div>
          </div>
          <CopyButton
            text={formatAmount(amount).replaceAll('.', '')}
            label="Copiar monto"
            copiedLabel="¡Monto copiado!"
            iconOnly
            edge="end"
          />
        </div>
        <div className={styles.line}>
          <div>
            <div className={styles.label}>La cuenta está a nombre de</div>
            <div className="strong">{collection.accountIdentifier}</div>
          </div>
        </div>
      </div>
      <OtherPhone collection={collection} account={account} amount={amount} />
    </Dialog>
  )
}
