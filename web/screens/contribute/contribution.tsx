import { type ComponentType, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import { newId } from '../../../shared/id.ts'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { ClosedNotice } from './closed-notice.tsx'
import { ContributionForm } from './contribution-form.tsx'
import type { TransferFlowProps } from './transfer-flow.tsx'
import { useReportForm } from './use-report-form.ts'

interface ContributionProps {
  collection: PublicCollection
  /** The collection may have changed: money came in, or it closed. */
  onChanged: () => void
}

interface Underway {
  report: ContributionReport
  Flow: ComponentType<TransferFlowProps>
}

/** The form, and over it the steps from the transfer to the thanks. */
export function Contribution({ collection, onChanged }: ContributionProps) {
  const navigate = useNavigate()
  const [underway, setUnderway] = useState<Underway | null>(null)

  const form = useReportForm(collection, async (report) => {
    const Flow = await loadFlow()
    form.change({ underway: 'yes' })
    setUnderway({ report, Flow })
  })

  function leave() {
    form.change({ underway: '' })
    setUnderway(null)
  }

  function renewId() {
    const id = newId()
    form.change({ id })
    setUnderway((before) => before && { ...before, report: { ...before.report, id } })
  }

  // Whoever is in the steps when the collection closes hears it from the server, with the words.
  if (!underway && !acceptsContributions(collection))
    return <ClosedNotice collection={collection} />
  return (
    <>
      <ContributionForm collection={collection} form={form} onTouched={preloadFlow} />
      {underway && (
        <underway.Flow
          collection={collection}
          report={underway.report}
          onLeave={leave}
          onRefused={onChanged}
          onConflict={renewId}
          onAccepted={() => {
            form.dropDraft()
            onChanged()
          }}
          onDone={() => navigate(links.home())}
        />
      )}
    </>
  )
}

async function loadFlow(): Promise<ComponentType<TransferFlowProps>> {
  try {
    const { TransferFlow } = await import('./transfer-flow.tsx')
    return TransferFlow
  } catch (cause) {
    throw new AppError(
      'unavailable',
      'No pudimos abrir el siguiente paso. Revisa tu conexión e intenta nuevamente.',
      { cause },
    )
  }
}

/** Once somebody types, the next step should be at hand; until then it would only be weight. */
function preloadFlow() {
  void loadFlow().catch(() => {})
}
