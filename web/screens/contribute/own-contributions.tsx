import { formatMoment } from '../../../shared/dates.ts'
import { links } from '../../../shared/links.ts'
import { formatMoney } from '../../../shared/money.ts'
import { forgetOwnReport, type OwnReportTrace, ownReportTraces } from '../../api/own-reports.ts'
import { Button, ButtonLink } from '../../components/button.tsx'
import {
  OwnReportChanges,
  OwnReportState,
  useOwnReport,
} from '../../features/reports/own-report.tsx'
import styles from './transfer-flow.module.css'

interface OwnContributionsProps {
  collectionId: string
  /** Called after a correction, which may change the collection's total. */
  onChanged: () => void
}

/** The guest's own reports to this collection, with their state as it changes. */
export function OwnContributions({ collectionId, onChanged }: OwnContributionsProps) {
  return (
    <ul className={styles.own}>
      {ownReportTraces(collectionId).map((trace) => (
        <li key={trace.id} className="stack gap-3">
          <OwnContribution
            trace={trace}
            onChanged={onChanged}
            onForget={() => forgetOwnReport(collectionId, trace.id)}
          />
        </li>
      ))}
    </ul>
  )
}

interface OwnContributionProps {
  trace: OwnReportTrace
  onChanged: () => void
  onForget: () => void
}

function OwnContribution({ trace, onChanged, onForget }: OwnContributionProps) {
  const { id, key, amount, at } = trace
  const state = useOwnReport({ id, key })
  const isGone = state.name === 'failed' && state.error.code === 'not-found'

  const report = state.name === 'ready' ? state.answer : null
  return (
    <>
      <p>
        Tu aporte: <strong>{formatMoney(report?.amount ?? amount)}</strong>, informado el{' '}
        {formatMoment(at).day}
      </p>
      <div role="status">
        {report && <OwnReportState report={report} />}
        {isGone && 'Este aporte ya no está en la colecta.'}
      </div>
      {state.name === 'failed' && !isGone && (
        <p className="faint small">No pudimos preguntar su estado. Revisa tu conexión.</p>
      )}
      {report && (
        <OwnReportChanges
          own={{ id, key }}
          report={report}
          onChanged={(changed) => {
            state.replace(changed)
            onChanged()
          }}
        />
      )}
      <div className="row wrap gap-3">
        {!isGone && (
          <ButtonLink to={links.ownReport(id, key)} variant="quiet" size="sm" edge="start">
            Ver lo que enviaste
          </ButtonLink>
        )}
        <Button variant="muted" size="sm" edge="start" onClick={onForget}>
          Olvidar en este dispositivo
        </Button>
      </div>
    </>
  )
}
