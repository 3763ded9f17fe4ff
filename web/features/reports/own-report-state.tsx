import type { OwnReport } from '../../../shared/own-report.ts'
import { ContributionBadge } from '../../components/badge.tsx'

/** The state of a guest's report, and what it means to them. */
export function OwnReportState({ report }: { report: OwnReport }) {
  return (
    <div className="stack gap-2">
      <div>
        <ContributionBadge state={report.state} />
      </div>
      <p className="muted">{meaningOf(report)}</p>
    </div>
  )
}

function meaningOf({ state, isRemoved, organiserName }: OwnReport): string {
  if (isRemoved) return `${organiserName} lo quitó de su lista.`
  switch (state) {
    case 'confirmed':
      return `${organiserName} ya lo ve en su lista. Cuando encuentre el dinero en su cuenta, lo marca como acreditado.`
    case 'verified':
      return `${organiserName} encontró el dinero en su cuenta.`
    case 'pending':
      return `Se suma cuando ${organiserName} vea el dinero en su cuenta.`
    case 'rejected':
      return `${organiserName} no encontró el dinero en su cuenta. Si transferiste, escríbele.`
  }
}
