import { CircleAlert, CircleCheck, CloudUpload, Hourglass } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { links } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import { releaseReportsSpace } from '../../api/kept-reports.ts'
import { useUser } from '../../api/session.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import { Note } from '../../components/note.tsx'
import { ProgressBar } from '../../components/progress.tsx'
import type { OutgoingReport } from '../../reports/kept-report.ts'
import {
  dismissReport,
  resumeReports,
  retryReport,
  useOutgoing,
  wakeReports,
} from '../../reports/outgoing.ts'
import { AnotherReceipt } from './another-receipt.tsx'
import styles from './outgoing-reports.module.css'
import { WAITING_REASONS } from './waiting-reasons.ts'

/** Shows on every page what this browser has not sent yet, and continues sending (R3). */
export function OutgoingReports() {
  const reports = useOutgoing()
  const [isResumed, setResumed] = useState(false)
  useEffect(() => {
    void resumeReports().then(() => setResumed(true))
  }, [])
  useEffect(() => {
    if (isResumed && reports.length === 0) releaseReportsSpace()
  }, [isResumed, reports.length])
  useWakeOnSignIn(reports)
  if (reports.length === 0) return null
  return (
    <section aria-label="Aportes en camino">
      <ul className={styles.list}>
        {reports.map((report) => (
          <li key={report.id}>
            {report.state.name === 'sending-receipt' && <Line report={report} />}
            {/* A screen reader announces each change of state, but not each percent. */}
            <div role="status">
              {report.state.name !== 'sending-receipt' && <Line report={report} />}
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function useWakeOnSignIn(reports: readonly OutgoingReport[]) {
  const personId = useUser()?.id ?? null
  const isWaiting = reports.some(({ state }) => state.name === 'waiting' && state.for === 'sign-in')
  useEffect(() => {
    if (isWaiting && personId !== null) wakeReports()
  }, [isWaiting, personId])
}

function Line({ report }: { report: OutgoingReport }) {
  const { id, state, isOnDisk, collectionId, collectionTitle } = report
  const about = `${formatMoney(report.amount)} para «${collectionTitle}»`
  const stay = isOnDisk ? '' : ' No cierres esta página.'
  switch (state.name) {
    case 'sending-report':
      return (
        <Note icon={CloudUpload}>
          <strong>Registrando tu aporte</strong> de {about}…{stay}
        </Note>
      )
    case 'sending-receipt':
      return (
        <Note icon={CloudUpload}>
          <strong>Enviando el comprobante</strong> de tu aporte de {about}: {state.percent}
          {'\u00a0'}%.{stay}
          <div className={styles.progress}>
            <ProgressBar label="Enviando comprobante" percent={state.percent} />
          </div>
        </Note>
      )
    case 'waiting': {
      const { icon, what, until } = WAITING_REASONS[state.for]
      return (
        <Note tone="warn" icon={icon}>
          <strong>
            {state.reported ? `El comprobante espera ${what}.` : `Tu aporte espera ${what}.`}
          </strong>{' '}
          {(state.for === 'server' || state.for === 'sign-in') && `${state.reason} `}
          {state.reported
            ? `Tu aporte de ${about} ya cuenta; el comprobante sale solo ${until}.`
            : `${about}: sale solo ${until}.`}
          {stay}
          <Actions>
            {state.for === 'sign-in' ? (
              <ButtonLink
                variant="quiet"
                edge="start"
                to={links.login(links.contribute(collectionId))}
              >
                Iniciar sesión
              </ButtonLink>
            ) : (
              <Button variant="quiet" edge="start" onClick={wakeReports}>
                Reintentar
              </Button>
            )}
          </Actions>
        </Note>
      )
    }
    case 'received':
      return (
        <Note tone="ok" icon={CircleCheck}>
          <strong>Recibido.</strong> Tu aporte de {about} está registrado
          {report.fileName ? ', con su comprobante' : ''}.
          <Actions>
            <Dismiss id={id} />
          </Actions>
        </Note>
      )
    case 'unlisted':
      return (
        <Note tone="warn" icon={Hourglass}>
          <strong>El comprobante quedó en este dispositivo.</strong> Tu aporte de {about} ya no está
          en la lista. Si vuelve, el comprobante sale solo.{stay}
          <Actions>
            <Button variant="quiet" edge="start" onClick={wakeReports}>
              Reintentar
            </Button>
            <Button variant="quiet" onClick={() => void dismissReport(id)}>
              Descartar
            </Button>
          </Actions>
        </Note>
      )
    case 'receipt-refused':
      return (
        <Note tone="warn" role="alert">
          <strong>Tu aporte de {about} cuenta, pero el comprobante no se pudo recibir.</strong>{' '}
          {state.message}
          <Actions>
            {state.takesAnother && <AnotherReceipt reportId={id} />}
            <Dismiss id={id} />
          </Actions>
        </Note>
      )
    case 'refused':
      return (
        <Note tone="warn" icon={CircleAlert} role="alert">
          <strong>Tu aporte de {about} no se registró.</strong> {state.error.message}
          <Actions>
            {/* The server has another report with this id, so a retry would fail again. */}
            {state.error.code !== 'conflict' && (
              <Button variant="quiet" edge="start" onClick={() => void retryReport(id)}>
                Reintentar
              </Button>
            )}
            <ButtonLink variant="quiet" to={links.contribute(collectionId)}>
              Ver la colecta
            </ButtonLink>
            <Button variant="quiet" onClick={() => void dismissReport(id)}>
              Descartar
            </Button>
          </Actions>
        </Note>
      )
  }
}

function Dismiss({ id }: { id: string }) {
  return (
    <Button variant="quiet" edge="start" onClick={() => void dismissReport(id)}>
      Entendido
    </Button>
  )
}

function Actions({ children }: { children: ReactNode }) {
  return <span className="wrap gap-2">{children}</span>
}
