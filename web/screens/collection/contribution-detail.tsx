import { CheckCheck, Eye, Landmark, Mail, MessageCircle, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { Collection } from '../../../shared/collection.ts'
import { labelOfBank } from '../../../shared/conciliation/banks/banks.ts'
import {
  type Contribution,
  MAX_REASON_LENGTH,
  METHOD_NAMES,
  type PaymentMethod,
} from '../../../shared/contribution.ts'
import { shortDay } from '../../../shared/dates.ts'
import { emailTo, whatsAppLink } from '../../../shared/links.ts'
import { messageToContributor } from '../../../shared/message-to-contributor.ts'
import { formatMoney } from '../../../shared/money.ts'
import { contributionMatches, type UsedLine } from '../../../shared/queries/statement-matches.ts'
import type { MatchReason } from '../../../shared/statement-match.ts'
import { useAction } from '../../api/use-action.ts'
import { useQuery } from '../../api/use-query.ts'
import { ContributionBadge } from '../../components/badge.tsx'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { Facts } from '../../components/facts.tsx'
import { Field } from '../../components/field.tsx'
import { Icon } from '../../components/icon.tsx'
import { Input } from '../../components/input.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { FailureNote, Note } from '../../components/note.tsx'
import { ReceiptMark } from '../../features/receipts/receipt-mark.tsx'
import { dropDraft, keepDraft, readDraft } from '../../forms/draft.ts'
import { ContributionMenu } from './contribution-menu.tsx'
import styles from './contributions.module.css'
import { CorrectedBadge, Corrections } from './corrections.tsx'
import { type ContributionChanges, mayBeVerified } from './use-contribution-changes.ts'

type Props = {
  collection: Collection
  contribution: Contribution
  changes: ContributionChanges
  isHidden: boolean
  onReceipt: (contribution: Contribution) => void
  onEdit: (contribution: Contribution) => void
  onClose: () => void
}

export function ContributionDetail({ contribution, isHidden, onReceipt, onEdit, ...props }: Props) {
  const onClose = () => {
    dropDraft(reasonDraft(contribution))
    props.onClose()
  }
  const { contributorName, contributorEmail, amount, paymentMethod, paymentDate } = contribution
  const { state, message } = contribution

  // The toast with "Deshacer" is outside the dialog, so the dialog closes first.
  const closing =
    <Args extends unknown[], Result>(act: (...args: Args) => Result) =>
    (...args: Args) => {
      onClose()
      return act(...args)
    }
  const changes: ContributionChanges = {
    ...props.changes,
    setState: closing(props.changes.setState),
    remove: closing(props.changes.remove),
    hide: closing(props.changes.hide),
    show: closing(props.changes.show),
    undoMatch: closing(props.changes.undoMatch),
  }
  const actions = (
    <div className={styles.detailActions}>
      {isHidden && (
        <Button
          variant="primary"
          icon={Eye}
          className={styles.verify}
          onClick={() => changes.show(contribution)}
        >
          Volver a mostrar
        </Button>
      )}
      {!isHidden && changes.canRemove(contribution) && (
        <Button variant="danger-quiet" icon={Trash2} onClick={() => changes.remove(contribution)}>
          Eliminar aporte
        </Button>
      )}
      {!isHidden && changes.canEdit(contribution) && (
        <Button icon={Pencil} onClick={() => closing(onEdit)(contribution)}>
          Corregir
        </Button>
      )}
      {!isHidden && mayBeVerified(contribution) && (
        <Button
          variant="primary"
          icon={CheckCheck}
          className={styles.verify}
          onClick={() => changes.setState(contribution, 'verified')}
        >
          Acreditar
        </Button>
      )}
      <ContributionMenu
        contribution={contribution}
        changes={changes}
        isHidden={isHidden}
        outlined
      />
    </div>
  )

  return (
    <Dialog title="Detalles del Aporte" onClose={onClose} foot={actions}>
      <div className="row wrap spread gap-2">
        <Money amount={amount} size="lg" />
        <span className="row wrap gap-2">
          <CorrectedBadge contribution={contribution} />
          <ContributionBadge state={state} />
        </span>
      </div>
      <Facts
        facts={[
          { label: 'Aportante', value: contributorName },
          contributorEmail && {
            label: 'Email',
            value: <a href={`mailto:${contributorEmail}`}>{contributorEmail}</a>,
          },
          { label: 'Método', value: METHOD_NAMES[paymentMethod] },
          { label: 'Fecha', value: <Moment iso={paymentDate} /> },
          contribution.operationNumber && {
            label: 'N.º de operación',
            value: contribution.operationNumber,
          },
        ]}
      />
      {!isHidden && (
        <PayingLines
          contribution={contribution}
          onUndo={(line) => changes.undoMatch(contribution, line)}
        />
      )}
      {state === 'pending' && HOW_CONFIRMED[paymentMethod] && (
        <Note tone="plain">{HOW_CONFIRMED[paymentMethod]}</Note>
      )}
      {!isHidden && contribution.receipt !== 'none' && (
        <div className="row wrap gap-2">
          <ReceiptMark contribution={contribution} onOpen={() => onReceipt(contribution)} />
        </div>
      )}
      {message && (
        <div className={styles.message}>
          <div className="faint tiny">Mensaje</div>
          <p>{message}</p>
        </div>
      )}
      <WriteTo collection={props.collection} contribution={contribution} />
      <Corrections contribution={contribution} />
      {!isHidden && paymentMethod === 'Transferencia' && (
        <RejectionReason
          contribution={contribution}
          onSave={async (reason) => {
            await changes.reject(contribution, reason)
            onClose()
          }}
        />
      )}
    </Dialog>
  )
}

/** Links to the organiser's own apps, to thank the contributor or to reply. */
function WriteTo({ collection, contribution }: Pick<Props, 'collection' | 'contribution'>) {
  const { contributorName, contributorEmail } = contribution
  const text = messageToContributor(contribution, collection)
  return (
    <div className="row wrap gap-2">
      <ButtonLink
        href={whatsAppLink(text)}
        size="sm"
        icon={MessageCircle}
        aria-label={`Escribir por WhatsApp a ${contributorName}`}
      >
        Escribir por WhatsApp
      </ButtonLink>
      {contributorEmail && (
        <ButtonLink
          href={emailTo(contributorEmail, collection.title, text)}
          size="sm"
          icon={Mail}
          aria-label={`Escribir un email a ${contributorName}`}
        >
          Escribir un email
        </ButtonLink>
      )}
    </div>
  )
}

const REJECTION_REASONS = ['No encontré la transferencia', 'El monto es otro', 'Está repetido']

const reasonDraft = ({ id }: Contribution) => `rejection:${id}`

interface RejectionReasonProps {
  contribution: Contribution
  /** Throws AppError. */
  onSave: (reason: string) => Promise<void>
}

/** Stays with what was typed when another device undoes the rejection. */
function RejectionReason({ contribution, onSave }: RejectionReasonProps) {
  const { state, rejectionReason } = contribution
  const draft = reasonDraft(contribution)
  const [typed, setTyped] = useState<string | null>(() => readDraft(draft).reason ?? null)
  const { busy, failure, run } = useAction()
  const isRejected = state === 'rejected'
  if (!isRejected && typed === null) return null
  const reason = typed ?? rejectionReason
  const setReason = (reason: string) => {
    setTyped(reason)
    keepDraft(draft, { reason })
  }
  return (
    <form
      className="stack gap-3"
      onSubmit={(event) => {
        event.preventDefault()
        run(() => onSave(reason))
      }}
    >
      {!isRejected && (
        <Note tone="warn" role="status">
          Este aporte cambió mientras escribías: ya no está rechazado.
        </Note>
      )}
      <FailureNote text={failure} />
      <Field
        label="Motivo del rechazo"
        id="reason"
        optional
        hint="Lo ve quien aportó, cuando abre su aporte."
      >
        <Input
          name="reason"
          value={reason}
          maxLength={MAX_REASON_LENGTH}
          onChange={(event) => setReason(event.target.value)}
        />
      </Field>
      <div className="row wrap gap-2">
        {REJECTION_REASONS.map((text) => (
          <Button key={text} size="sm" onClick={() => setReason(text)}>
            {text}
          </Button>
        ))}
      </div>
      <div>
        <Button
          type="submit"
          variant="primary"
          disabled={isRejected && reason.trim() === rejectionReason}
          busy={busy}
          busyText="Guardando…"
        >
          {isRejected ? 'Guardar motivo' : 'Rechazar con este motivo'}
        </Button>
      </div>
    </form>
  )
}

/** Some providers only notify, and cannot be queried. */
const HOW_CONFIRMED: Partial<Record<PaymentMethod, string>> = {
  MercadoPago:
    'Lo que se paga con Mercado Pago se confirma solo. Queda pendiente mientras está en proceso o si llegó por otro monto.',
  Transferencia:
    'Mientras está pendiente no suma. Así queda un aviso por mucho más de lo sugerido, o que llegó junto con muchos otros. Acredítalo cuando veas el dinero en tu cuenta.',
  MODO: 'Lo que se paga con MODO se confirma con el aviso de la billetera, que no podemos consultar. Si el dinero está en tu cuenta y el aviso no llegó, confírmalo aquí.',
}

type PayingLinesProps = {
  contribution: Contribution
  onUndo: (line: UsedLine) => void
}

/** Renders nothing without statement lines that pay the contribution. */
function PayingLines({ contribution, onUndo }: PayingLinesProps) {
  const matches = useQuery(contributionMatches, { contributionId: contribution.id })
  if (matches.name !== 'ready' || matches.answer.length === 0) return null
  return (
    <ul className={styles.payingLines}>
      {matches.answer.map((line) => (
        <li key={line.id} className={styles.payingLine}>
          <Icon of={Landmark} />
          <span className={styles.payingWords}>{wordsOf(line, contribution)}</span>
          <Button
            size="sm"
            aria-label={`Deshacer: ${wordsOf(line, contribution)}`}
            onClick={() => onUndo(line)}
          >
            Deshacer
          </Button>
        </li>
      ))}
    </ul>
  )
}

/** "Acreditado el 12/3 · Mercado Pago · por monto único" */
function wordsOf({ lineDay, part, source, reason }: UsedLine, { state, amount }: Contribution) {
  const sum = part === amount ? '' : formatMoney(part)
  const paid = state === 'verified' ? 'Acreditado' : 'Llegó una parte'
  return [`${paid} el ${shortDay(lineDay)}`, sum, labelOfBank(source), MATCHED_BY[reason]]
    .filter(Boolean)
    .join(' · ')
}

const MATCHED_BY: Record<MatchReason, string> = {
  operation: 'por número de operación',
  'unique-amount': 'por monto único',
  cuit: 'por CUIT',
  name: 'por nombre',
  amount: 'por monto y día',
  'by-hand': 'a mano',
  created: 'anotado desde el resumen',
}
