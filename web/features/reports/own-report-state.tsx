import { Send, Undo2 } from 'lucide-react'
import type { OwnReport } from '../../../shared/own-report.ts'
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
