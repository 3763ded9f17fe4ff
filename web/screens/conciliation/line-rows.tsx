/* The rows of «Transferencias sin identificar» and «Todavía no aparecen». */
import { MessageCircle, Plus, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { shortDay, today } from '../../../shared/dates.ts'
import { sharedLink, whatsAppLink } from '../../../shared/links.ts'
import { type Centavos, formatMoney } from '../../../shared/money.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { firstWord } from '../../../shared/text.ts'
import { Badge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Money } from '../../components/money.tsx'
import type { ReviewLine } from '../../features/conciliation/review.ts'
import { reminderFor } from '../../features/conciliation/transfer-reminders.ts'
import { ReceiptMark } from '../../features/receipts/receipt-mark.tsx'
import styles from './conciliation.module.css'
import { ContributorAmount, grossText } from './match-rows.tsx'

type UnidentifiedProps = {
  line: ReviewLine
  /** The contributor, if this seems to be a second payment. */
  paidTwice: string | undefined
  onCreate: () => void
  onAssign: () => void
  onDismiss: () => void
}

export function UnidentifiedRow(props: UnidentifiedProps) {
  const { line, paidTwice, onCreate, onAssign, onDismiss } = props
  return (
    <>
      <LineFacts line={line}>
        {paidTwice && <Badge tone="warn">¿{paidTwice} pagó dos veces?</Badge>}
      </LineFacts>
      <div className="row wrap gap-2">
        <Button size="sm" variant="soft" icon={Plus} data-act="accept" onClick={onCreate}>
          Crear aporte
        </Button>
        <Button size="sm" variant="muted" onClick={onAssign}>
          Es de…
        </Button>
        <Button size="sm" variant="muted" data-act="reject" onClick={onDismiss}>
          No es de esta colecta
        </Button>
      </div>
    </>
  )
}

type OtherProps = { line: ReviewLine; actLabel: string; onAct: () => void }

/** A line of a collapsed list, with a button that brings it back. */
export function OtherRow({ line, actLabel, onAct }: OtherProps) {
  return (
    <>
      <LineFacts line={line}>
        {line.use === 'returned' && <Badge tone="mute">devuelta</Badge>}
      </LineFacts>
      <Button size="sm" variant="muted" onClick={onAct}>
        {actLabel}
      </Button>
    </>
  )
}

function LineFacts({ line, children }: { line: ReviewLine; children: ReactNode }) {
  return (
    <div className="stack">
      <span className={styles.who}>
        {line.name ?? 'Sin nombre'} <Money amount={line.amount} /> {children}
      </span>
      <span className={styles.line}>
        {[shortDay(line.day), grossText(line), line.cuit && `CUIT ${line.cuit}`, line.text]
          .filter((part) => part)
          .join(' · ')}
      </span>
    </div>
  )
}

type MissingProps = {
  row: WaitingRow
  came: Centavos
  onReceipt: () => void
  onReject: () => void
}

export function MissingRow({ row, came, onReceipt, onReject }: MissingProps) {
  const day = today(new Date(row.paymentDate))
  const reminder = reminderFor({
    name: firstWord(row.contributorName),
    title: row.collectionTitle,
    amount: row.amount,
    came,
    day,
    link: sharedLink(window.location.origin, row.collectionId),
  })
  return (
    <>
      <div className="stack">
        <ContributorAmount option={{ row }} />
        <span className={styles.line}>
          Informó el {shortDay(day)}
          {came > 0 && ` · Llegaron ${formatMoney(came)}, faltan ${formatMoney(row.amount - came)}`}
        </span>
      </div>
      <div className="row wrap gap-2">
        <ReceiptMark
          contribution={{ receipt: row.receipt, receiptRepeated: false }}
          onOpen={onReceipt}
        />
        <ButtonLink
          size="sm"
          variant="soft"
          icon={MessageCircle}
          href={whatsAppLink(reminder)}
          data-act="accept"
        >
          Recordar
        </ButtonLink>
        <Button size="sm" variant="danger-quiet" icon={X} data-act="reject" onClick={onReject}>
          Marcar como rechazado
        </Button>
      </div>
    </>
  )
}
