import { SearchX } from 'lucide-react'
import { useState } from 'react'
import { useLocation, useParams } from 'react-router-dom'
import * as ownReports from '../../../shared/api/own-reports.ts'
import { HIDDEN_DAYS } from '../../../shared/contribution.ts'
import { formatMoment } from '../../../shared/dates.ts'
import type { AppError } from '../../../shared/errors.ts'
import { links } from '../../../shared/links.ts'
import type { OwnReport, OwnReportKey } from '../../../shared/own-report.ts'
import { request } from '../../api/request.ts'
import { useSession } from '../../api/session.ts'
import { useAction } from '../../api/use-action.ts'
import { useRequest } from '../../api/use-request.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy.tsx'
import { ConfirmDialog } from '../../components/dialog.tsx'
import { EmptyState, Failed } from '../../components/empty-state.tsx'
import { Facts } from '../../components/facts.tsx'
import { Skeleton } from '../../components/loading.tsx'
import { Moment } from '../../components/moment.tsx'
import { Money } from '../../components/money.tsx'
import { FailureNote, Note } from '../../components/note.tsx'
import { Page } from '../../components/page.tsx'
import {
  OwnReportChanges,
  OwnReportState,
  useOwnReport,
} from '../../features/reports/own-report.tsx'
import styles from './own-report.module.css'

/**
 * `/mi-aporte/:id#key`: a contribution as its contributor sees it. A guest's link has the key; a person who is signed in
 * needs none, because the server returns the key of their own report.
 */
export function OwnReportDetail() {
  const { id = '' } = useParams()
  const key = useLocation().hash.slice(1)
  const session = useSession()
  const input = { id, key }
  return (
    <Page title="Tu aporte" width="reading" className={styles.page}>
      {key !== '' || session.name === 'signed-out' || session.name === 'failed' ? (
        <OpenedReport key={JSON.stringify(input)} input={input} />
      ) : session.name === 'signed-in' ? (
        <ReportOfAccount key={`${session.user.id} ${id}`} id={id} />
      ) : (
        <ReportSkeleton />
      )}
    </Page>
  )
}

function ReportOfAccount({ id }: { id: string }) {
  const found = useRequest(() => request(ownReports.getOwnReportKey, { input: { id } }), id)
  if (found.name === 'failed') return <NotShown {...found} />
  if (found.name === 'loading') return <ReportSkeleton />
  return <OpenedReport input={{ id, key: found.answer.key }} />
}

function ReportSkeleton() {
  return (
    <>
      <h1>Tu aporte</h1>
      <Card paperOnPhone>
        <Skeleton rows={6} label="Cargando tu aporte" />
      </Card>
    </>
  )
}

function OpenedReport({ input }: { input: OwnReportKey }) {
  const found = useOwnReport(input)
  const report = found.name === 'ready' ? found.answer : null
  const ask = async () => found.replace(await request(ownReports.askForRemoval, { input }))
  // Once shown it stays: the organiser may remove the report while its guest types a correction.
  const [isShown, setShown] = useState(false)
  if (report && !report.isRemoved && !isShown) setShown(true)

  return (
    <>
      {found.name === 'failed' && <NotShown {...found} />}
      {found.name === 'loading' && <ReportSkeleton />}
      {report && <h1>Tu aporte</h1>}
      {report && isShown && <Sent input={input} report={report} onChanged={found.replace} />}
      {report && <Removal report={report} onAsk={ask} />}
    </>
  )
}

function NotShown(failed: { error: AppError; retry: () => void }) {
  // A truncated URL has no id.
  if (['not-found', 'invalid-input'].includes(failed.error.code)) {
    return (
      <EmptyState
        level={1}
        icon={SearchX}
        title="No encontramos ese aporte"
        actions={<ButtonLink to={links.home()}>Ir al inicio</ButtonLink>}
      >
        Puede que ya se haya borrado, o que el enlace no esté completo.
      </EmptyState>
    )
  }
  return <Failed level={1} title="No pudimos cargar tu aporte" {...failed} />
}

interface SentProps {
  input: OwnReportKey
  report: OwnReport
  onChanged: (report: OwnReport) => void
}

function Sent({ input, report, onChanged }: SentProps) {
  return (
    <Card paperOnPhone className={styles.card} title="Lo que enviaste">
      <div role="status">
        <OwnReportState report={report} />
      </div>
      <Facts
        facts={[
          { label: 'Colecta', value: report.collectionTitle },
          { label: 'Organiza', value: report.organiserName },
          { label: 'Monto', value: <Money amount={report.amount} /> },
          { label: 'Fecha', value: <Moment iso={report.paymentDate} /> },
          { label: 'Nombre', value: report.contributorName },
          { label: 'Email', value: report.contributorEmail ?? 'Sin email' },
          { label: 'Mensaje', value: report.message || 'Sin mensaje' },
          report.operationNumber && { label: 'N.º de operación', value: report.operationNumber },
          { label: 'Comprobante', value: report.receiptName ?? 'Sin comprobante' },
        ]}
      />
      <OwnReportChanges own={input} report={report} onChanged={onChanged} />
      <CopyButton
        text={new URL(links.ownReport(input.id, input.key), window.location.origin).href}
        label="Copiar el enlace a esta página"
        copiedLabel="¡Enlace copiado!"
      />
    </Card>
  )
}

/** The organiser removes the report, because they account for the money. */
function Removal({ report, onAsk }: { report: OwnReport; onAsk: () => Promise<void> }) {
  const { organiserName, removalAskedAt, isRemoved, isWithdrawn } = report
  const [isConfirming, setConfirming] = useState(false)
  const { busy, failure, run } = useAction()

  return (
    <Card paperOnPhone className={styles.removal} title="Borrar lo que enviaste">
      {isRemoved ? (
        <Note tone="ok" role="status">
          {organiserName} quitó este aporte de su lista. Tu nombre, tu email, tu mensaje y el
          comprobante se borran del todo en los próximos días.
        </Note>
      ) : isWithdrawn ? (
        <Note>
          Tu nombre, tu email, tu mensaje y el comprobante se borran del todo{' '}
          {removalAskedAt ? 'en los próximos días' : `${HIDDEN_DAYS} días después de retirarlo`}.
        </Note>
      ) : removalAskedAt ? (
        <Note tone="ok" role="status">
          Pediste que se borre el {formatMoment(removalAskedAt).day}. {organiserName} lo ve junto a
          su lista y lo borra desde allí.
        </Note>
      ) : (
        <>
          <p>
            Puedes pedirle a {organiserName} que borre tu nombre, tu email, tu mensaje y el
            comprobante. El dinero que transferiste no vuelve: eso lo arreglas con {organiserName}.
          </p>
          <FailureNote text={failure} />
          <Button variant="danger-quiet" edge="start" onClick={() => setConfirming(true)}>
            Pedir que se borre
          </Button>
        </>
      )}
      <ConfirmDialog
        open={isConfirming}
        title="¿Pedir que se borre tu aporte?"
        confirmLabel="Pedir que se borre"
        cancelLabel="Dejarlo como está"
        danger
        busy={busy}
        busyText="Enviando…"
        onConfirm={() => run(() => onAsk().finally(() => setConfirming(false)))}
        onCancel={() => setConfirming(false)}
      >
        {organiserName} recibe tu pedido y borra el aporte de su lista. Deja de contar en el total
        de la colecta.
      </ConfirmDialog>
    </Card>
  )
}
