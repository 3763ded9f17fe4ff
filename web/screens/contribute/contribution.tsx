import { Lock, ShieldAlert } from 'lucide-react'
import { useEffect } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PublicCollection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { Blank } from '../../components/blank.tsx'
import { Card } from '../../components/card.tsx'
import { useRootMark } from '../../components/use-root-mark.ts'
import styles from './contribute.module.css'
import { ContributionForm } from './contribution-form.tsx'
import { prefetchNextCode, useReport } from './use-report.ts'

interface ContributionProps {
  collection: PublicCollection
  /** The collection may have changed: money came in, or it closed. */
  onChanged: () => void
  onStartOver: () => void
}

export function Contribution({ collection, onChanged, onStartOver }: ContributionProps) {
  const navigate = useNavigate()
  const { found, form, question, transfer } = useReport(collection, onStartOver)
  useRootMark('report-steps', Boolean(transfer))

  // A focus before the script was loaded fired no event here.
  useEffect(() => {
    if (form.element.current?.contains(document.activeElement)) prefetchNextCode()
  }, [form.element])

  // If the collection closes during the dialogs, the server refuses the report with its own message.
  if (!transfer && !acceptsContributions(collection)) {
    return <ClosedNotice collection={collection} />
  }
  return (
    <>
      <ContributionForm
        collection={collection}
        form={form}
        found={found}
        onTouched={prefetchNextCode}
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
      {transfer && (
        <div className={styles.dialogs} data-report-steps="">
          <transfer.TransferFlow
            collection={collection}
            report={transfer.report}
            found={found}
            openedAt={transfer.openedAt}
            onOpened={transfer.onOpened}
            onStored={transfer.onStored}
            onAccepted={onChanged}
            onRefused={(error) => {
              transfer.onRefused(error)
              onChanged()
            }}
            onLeave={transfer.onLeave}
            onDone={() => navigate(links.home())}
          />
        </div>
      )}
    </>
  )
}

function ClosedNotice({ collection }: { collection: PublicCollection }) {
  if (collection.isSuspended) {
    return (
      <Card paperOnPhone>
        <Blank icon={ShieldAlert} level={2} title="Esta colecta está suspendida">
          Quien administra Entre Todos la está revisando. Mientras tanto no recibe aportes: no
          transfieras dinero. Si ya lo hiciste, habla con {collection.organiserName}.
        </Blank>
      </Card>
    )
  }
  return (
    <Card paperOnPhone>
      <Blank icon={Lock} level={2} title="Esta colecta no está aceptando contribuciones">
        Estado: <strong>{collection.status.toUpperCase()}</strong>. Si ya transferiste, avísale a{' '}
        {collection.organiserName} para que registre tu aporte.
      </Blank>
    </Card>
  )
}
