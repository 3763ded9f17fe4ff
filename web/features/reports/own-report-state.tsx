import { Send, Undo2 } from 'lucide-react'
import { useEffect } from 'react'
import { getOwnReport } from '../../../shared/api/own-reports.ts'
import type { OwnReport, OwnReportKey } from '../../../shared/own-report.ts'
import { SECOND } from '../../../shared/time.ts'
import { request } from '../../api/request.ts'
import { useFresh } from '../../api/use-request.ts'
import { Badge, ContributionBadge } from '../../components/badge.tsx'

/** The state of a guest's report, and what it means to them. */
export function OwnReportState({ report }: { report: OwnReport }) {
  const { state, rejectionReason, isWithdrawn } = report
  return (
    <div className="stack gap-2">
      <div>
        {/* To the organiser it is confirmed; its guest only knows that it was sent. */}
        {isWithdrawn ? (
          <Badge tone="mute" icon={Undo2}>
            Retirado
          </Badge>
        ) : state === 'confirmed' ? (
          <Badge tone="info" icon={Send}>
            Informado
          </Badge>
        ) : (
          <ContributionBadge state={state} />
        )}
      </div>
      <p className="muted breaks">{meaningOf(report)}</p>
      {state === 'rejected' && !isWithdrawn && rejectionReason && (
        <p className="breaks">
          <strong>Motivo:</strong> {rejectionReason}
        </p>
      )}
    </div>
  )
}

function meaningOf({ state, isRemoved, isWithdrawn, mayChange, organiserName }: OwnReport): string {
  if (isWithdrawn) return 'Lo retiraste: ya no cuenta en la colecta.'
  if (isRemoved) return `${organiserName} lo quitó de su lista.`
  switch (state) {
    case 'confirmed':
      return `${organiserName} ya lo ve en su lista. Cuando encuentre el dinero en su cuenta, lo marca como acreditado.`
    case 'verified':
      return `${organiserName} encontró el dinero en su cuenta.`
    case 'pending':
      return `Se suma cuando ${organiserName} vea el dinero en su cuenta.`
    case 'rejected':
      return mayChange
        ? `${organiserName} lo rechazó. Si algo está mal, corrígelo: vuelve a su lista.`
        : `${organiserName} lo rechazó. Si transferiste, escríbele.`
  }
}

/** A guest has no stream of changes, so that a visible page asks. */
const ASK_EVERY = 20 * SECOND

/** The report with this key, as the server has it now. `key`: render the component anew for another one. */
export function useOwnReport(input: OwnReportKey) {
  const state = useFresh(() => request(getOwnReport, { input }))
  const { reload } = state

  useEffect(() => {
    const ask = () => void (document.hidden || reload())
    const timer = setInterval(ask, ASK_EVERY)
    document.addEventListener('visibilitychange', ask)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', ask)
    }
  }, [reload])

  return state
}
