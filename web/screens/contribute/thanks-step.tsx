import { CircleCheck, Hourglass, MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { links, sharedLink, whatsAppLink } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import { useUser } from '../../api/session.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Celebration } from '../../components/celebration.tsx'
import { classNames } from '../../components/class-names.ts'
import { Icon } from '../../components/icon.tsx'
import { Note } from '../../components/note.tsx'
import { ProgressBar } from '../../components/progress.tsx'
import { AnotherReceipt } from '../../features/reports/another-receipt.tsx'
import { WAITING_REASONS } from '../../features/reports/waiting-reasons.ts'
import type { OutgoingReport, Waiting } from '../../reports/kept-report.ts'
import { wakeReports } from '../../reports/outgoing.ts'
import styles from './transfer-flow.module.css'

interface ThanksStepProps {
  collection: PublicCollection
  report: ContributionReport
  outgoing: OutgoingReport | undefined
  onFollow: () => void
  onReturn: () => void
  onClose: () => void
}

/** The last dialog of a transfer: the server has the report. Shows how its receipt is sent (R3). */
export function ThanksStep(props: ThanksStepProps) {
  const { collection, report, outgoing } = props
  const { fileName = null, ownKey = null } = outgoing ?? {}
  const hasAccount = useUser() !== null
  const amount = formatMoney(report.amount)
  const link = sharedLink(window.location.origin, collection.id)
  const message = `Ya aporté ${amount} a la colecta «${collection.title}».\n${link}`
  return (
    <Celebration
      text="Tu aporte ha sido registrado correctamente."
      onClose={props.onClose}
      actions={
        <Button variant="secondary" size="lg" block onClick={props.onReturn}>
          Volver a la colecta
        </Button>
      }
    >
      <p className={styles.given}>
        <strong>{amount}</strong> para «{collection.title}»
      </p>
      {outgoing && fileName && <ReceiptProgress report={outgoing} />}
      <ButtonLink href={whatsAppLink(message)} variant="quiet" icon={MessageCircle}>
        Avisar por WhatsApp que ya aporté
      </ButtonLink>
      {(ownKey || hasAccount) && (
        <Link to={links.ownReport(report.id, ownKey ?? '')} onClick={props.onFollow}>
          Ver lo que enviaste
        </Link>
      )}
    </Celebration>
  )
}

/** Announced to screen readers at each quarter and at the end, not at every percent (R3). */
function ReceiptProgress({ report }: { report: OutgoingReport }) {
  const { state, isOnDisk } = report
  const isSending = state.name === 'sending-receipt'
  return (
    <>
      {isSending && <Sending percent={state.percent} isOnDisk={isOnDisk} />}
      <div role="status">
        {isSending ? <Quarter percent={state.percent} /> : <ReceiptOutcome report={report} />}
      </div>
    </>
  )
}

function Sending({ percent, isOnDisk }: { percent: number; isOnDisk: boolean }) {
  return (
    <div className={styles.card}>
      <div className="row wrap spread gap-3">
        <strong>Enviando comprobante</strong>
        <strong className={styles.percent}>{`${percent}\u00a0%`}</strong>
      </div>
      <ProgressBar label="Enviando comprobante" percent={percent} />
      <p className="faint small">
        Tu aporte ya cuenta.{' '}
        {isOnDisk
          ? 'Si se corta la conexión, el archivo sigue desde donde quedó.'
          : `No cierres esta página hasta que llegue el comprobante: ${NOT_ON_DISK}`}
      </p>
    </div>
  )
}

const NOT_ON_DISK = 'este navegador no pudo guardarlo.'

function Quarter({ percent }: { percent: number }) {
  const quarters = Math.floor(percent / 25)
  if (quarters === 0 || quarters === 4) return null
  return <span className="sr">{`Comprobante enviado al ${quarters * 25}\u00a0%`}</span>
}

function ReceiptOutcome({ report }: { report: OutgoingReport }) {
  const { id, state, organiserName, isOnDisk } = report
  switch (state.name) {
    case 'waiting':
      return <WaitingNote waiting={state} isOnDisk={isOnDisk} />
    case 'received':
      return (
        <div className={styles.card}>
          <strong className={classNames(styles.marked, 'tone-ok')}>
            <Icon of={CircleCheck} size={16} />
            Comprobante recibido
          </strong>
          <p className="faint small">{organiserName} ya puede verlo.</p>
        </div>
      )
    case 'receipt-refused':
      return (
        <Note tone="warn" role="alert">
          <strong>Tu aporte cuenta, pero el comprobante no se pudo recibir.</strong> {state.message}
          {state.takesAnother && <AnotherReceipt reportId={id} />}
        </Note>
      )
    case 'unlisted':
      return (
        <Note tone="warn" icon={Hourglass}>
          <strong>El comprobante quedó en este dispositivo.</strong> Tu aporte ya no está en la
          lista. Si vuelve, el comprobante sale solo.
          {!isOnDisk && ` No cierres esta página: ${NOT_ON_DISK}`}
        </Note>
      )
    default:
      return null
  }
}

function WaitingNote({ waiting, isOnDisk }: { waiting: Waiting; isOnDisk: boolean }) {
  const { for: cause, reason } = waiting
  const { icon, what, until } = WAITING_REASONS[cause]
  return (
    <div className={styles.card}>
      <div className="row wrap spread gap-3">
        <strong className={classNames(styles.marked, 'tone-warn')}>
          <Icon of={icon} size={16} />
          Esperando {what}
        </strong>
        <Button variant="quiet" size="sm" edge="end" onClick={wakeReports}>
          Reintentar
        </Button>
      </div>
      <p className="faint small">
        {cause !== 'turn' && <strong>{reason} </strong>}
        {isOnDisk
          ? `Tu aporte ya cuenta. El comprobante está guardado en este dispositivo y sale solo ${until}; si cierras, seguimos la próxima vez que abras Entre Todos.`
          : `Tu aporte ya cuenta. El comprobante sale solo ${until}. No cierres esta página: ${NOT_ON_DISK}`}
      </p>
    </div>
  )
}
