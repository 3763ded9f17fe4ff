import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PublicCollection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { ClosedNotice } from './closed-notice.tsx'
import styles from './contribute.module.css'
import { ContributionForm } from './contribution-form.tsx'
import { loadSteps } from './load-steps.ts'
import { useReport } from './use-report.ts'

interface ContributionProps {
  collection: PublicCollection
  /** The collection may have changed: money came in, or it closed. */
  onChanged: () => void
  /** The draft is deleted: the form begins anew. */
  onStartOver: () => void
}

/** The form, and over it the steps from the transfer to the thanks. */
export function Contribution({ collection, onChanged, onStartOver }: ContributionProps) {
  const navigate = useNavigate()
  const { found, form, question, underway, leave, renewId, forget, keep } = useReport(
    collection,
    onStartOver,
  )

  // A focus before the script was loaded fired no event here.
  useEffect(() => {
    if (form.element.current?.contains(document.activeElement)) prefetchSteps()
  }, [form.element])

  // If the collection closes during the steps, the server refuses the report with its own message.
  if (!underway && !acceptsContributions(collection))
    return <ClosedNotice collection={collection} />
  return (
    <>
      <ContributionForm
        collection={collection}
        form={form}
        found={found}
        onTouched={prefetchSteps}
      />
      {question && (
        <question.FirstQuestion
          question={question.question}
          collection={collection}
          report={question.report}
          onContinue={question.onContinue}
          onCancel={question.onCancel}
        />
      )}
      {underway && (
        <div className={styles.steps} data-report-steps="">
          <underway.TransferFlow
            collection={collection}
            report={underway.report}
            found={found}
            onLeave={leave}
            onKept={forget}
            onAccepted={onChanged}
            onRefused={({ code }) => {
              if (code === 'conflict') renewId()
              else keep()
              onChanged()
            }}
            onDone={() => navigate(links.home())}
          />
        </div>
      )}
    </>
  )
}

/** A failure now is none yet: pressing the button asks again. */
function prefetchSteps() {
  loadSteps().catch(() => {})
}
