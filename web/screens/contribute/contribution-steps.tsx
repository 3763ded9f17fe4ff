import { Lock, ShieldAlert } from 'lucide-react'
import { Suspense, useEffect, useLayoutEffect, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import type { PublicCollection } from '../../../shared/collection.ts'
import { links } from '../../../shared/links.ts'
import { acceptsContributions } from '../../../shared/permissions.ts'
import { readStored } from '../../api/device-storage.ts'
import { ownReportsName } from '../../api/kept-reports.ts'
import { Button } from '../../components/button.tsx'
import { Card } from '../../components/card.tsx'
import { EmptyState } from '../../components/empty-state.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { useRootMark } from '../../components/use-root-mark.ts'
import { SUSPENDED, suspendedWords } from './collection-summary.tsx'
import styles from './contribute.module.css'
import { ContributionForm } from './contribution-form.tsx'
import { prefetchNextCode, useReport } from './use-report.ts'

interface ContributionStepsProps {
  collection: PublicCollection
  /** Called when the collection may have changed: an accepted report, or it closed. */
  onChanged: () => void
  onStartOver: () => void
}

/** The contribution page of an open collection: its form, then the dialogs of the transfer. */
export function ContributionSteps({ collection, onChanged, onStartOver }: ContributionStepsProps) {
  const navigate = useNavigate()
  const { found, form, isBegun, question, transfer } = useReport(collection, onStartOver)
  const reportsName = ownReportsName(collection.id)
  /** The reports of this device as they are stored. */
  const [kept, setKept] = useState<string | null>(null)
  const [wantsAnother, setWantsAnother] = useState(false)
  useRootMark('report-steps', Boolean(transfer))

  // A person in the form keeps it.
  const isInForm = () => form.element.current?.contains(document.activeElement) ?? false

  // After hydration: the server's page is the same for everybody, and a person may be in its form already.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each collection
  useLayoutEffect(() => {
    if (isInForm()) prefetchNextCode()
    else setKept(readStored(reportsName))
  }, [reportsName])

  // A report that waited for the network is accepted outside the dialogs, possibly by another tab.
  useEffect(() => {
    const onStorage = ({ key }: StorageEvent) => {
      if (transfer || key !== reportsName) return
      if (!isInForm()) setKept(readStored(reportsName))
      onChanged()
    }
    window.addEventListener('storage', onStorage)
    return () => window.removeEventListener('storage', onStorage)
  })

  const hasOwn = kept !== null
  const own = { collectionId: collection.id, onChanged }
  // If the collection closes during the dialogs, the server refuses the report with its own message.
  const isOpen = acceptsContributions(collection)
  if (!transfer && !isOpen) {
    return (
      <>
        {hasOwn && <OwnCard {...own} />}
        <ClosedToReports collection={collection} />
      </>
    )
  }
  if (!transfer && !isBegun && !wantsAnother && hasOwn) {
    return <OwnCard {...own} onAnother={() => setWantsAnother(true)} />
  }
  return (
    <>
      <ContributionForm
        collection={collection}
        form={form}
        found={found}
        onTouched={prefetchNextCode}
      />
      {question && <question.ReportQuestion {...question.props} />}
      {transfer && (
        <div className={styles.dialogs} data-report-steps="">
          <transfer.TransferFlow
            {...transfer.props}
            onAccepted={onChanged}
            onRefused={(error) => {
              transfer.props.onRefused(error)
              onChanged()
            }}
            onDone={() => navigate(links.home())}
          />
        </div>
      )}
    </>
  )
}

interface OwnCardProps {
  collectionId: string
  onChanged: () => void
  onAnother?: () => void
}

/** Shows a guest's reports of this device, in place of an empty form. */
function OwnCard({ onAnother, ...own }: OwnCardProps) {
  return (
    <Card paperOnPhone className="stack gap-5">
      <Suspense fallback={<div className="bone" />}>
        <OwnContributions {...own} />
      </Suspense>
      {onAnother && (
        <Button variant="secondary" block onClick={onAnother}>
          Hacer otro aporte
        </Button>
      )}
    </Card>
  )
}

const OwnContributions = lazyExtra(() =>
  import('./own-contributions.tsx').then((module) => module.OwnContributions),
)

function ClosedToReports({ collection }: { collection: PublicCollection }) {
  if (collection.isSuspended) {
    return (
      <Card paperOnPhone>
        <EmptyState icon={ShieldAlert} level={2} title={SUSPENDED}>
          {suspendedWords(collection)}
        </EmptyState>
      </Card>
    )
  }
  return (
    <Card paperOnPhone>
      <EmptyState icon={Lock} level={2} title="Esta colecta no está aceptando contribuciones">
        Estado: <strong>{collection.status.toUpperCase()}</strong>. Si ya transferiste, avísale a{' '}
        {collection.organiserName} para que registre tu aporte.
      </EmptyState>
    </Card>
  )
}
