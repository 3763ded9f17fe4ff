import { Pencil, Send, Undo2 } from 'lucide-react'
import { Suspense, useEffect, useState } from 'react'
import { getOwnReport, withdrawOwnReport } from '../../../shared/api/own-reports.ts'
import type { OwnReport, OwnReportKey } from '../../../shared/own-report.ts'
import { SECOND } from '../../../shared/time.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { useFresh } from '../../api/use-request.ts'
import { Badge, ContributionBadge } from '../../components/badge.tsx'
import { Button } from '../../components/button.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { FailureNote, Note } from '../../components/note.tsx'
import { wakeReports } from '../../reports/outgoing.ts'
import type { OwnReportProps } from './correct-report.tsx'

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

/** A guest has no stream of changes, so a visible page polls. */
const ASK_EVERY = 20 * SECOND

/** Its component needs a `key`: it does not load another report by itself. */
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

/** Offers changes until the organiser verifies the report (S12). */
export function OwnReportChanges(props: OwnReportProps) {
  const { own, report, onChanged } = props
  const [presses, setPresses] = useState(0)
  const isOpen = presses > 0
  const [isSaved, setSaved] = useState(false)
  const { busy, failure, run } = useAction()
  // A dialog in which somebody types stays open: the server's refusal says why.
  if (!isOpen && (report.isRemoved || !report.mayChange)) return null

  const bringBack = () =>
    run(async () => {
      const input = { ...own, isWithdrawn: false }
      onChanged(await request(withdrawOwnReport, { input }))
      wakeReports()
    })
  return (
    <>
      <FailureNote text={failure} />
      {report.isWithdrawn ? (
        <Button icon={Undo2} busy={busy} busyText="Un momento…" onClick={bringBack}>
          Volver a informarlo
        </Button>
      ) : (
        <Button
          icon={Pencil}
          onClick={() => {
            setSaved(false)
            setPresses((count) => count + 1)
          }}
        >
          Corregir o retirar
        </Button>
      )}
      <p role="status" className={isSaved ? undefined : 'sr'}>
        {isSaved && !report.isWithdrawn && 'Guardamos tus cambios.'}
      </p>
      {isOpen && (
        <Suspense fallback={null}>
          {/* By its key, a further press loads the code again if that failed. */}
          <CorrectReport
            key={presses}
            {...props}
            onSaved={() => {
              setSaved(true)
              setPresses(0)
            }}
            onClose={() => setPresses(0)}
          />
        </Suspense>
      )}
    </>
  )
}

const CorrectReport = lazyExtra(
  () => import('./correct-report.tsx').then((module) => module.CorrectReport),
  () => (
    <Note tone="warn" role="alert">
      No se pudo abrir. Revisa tu conexión e intenta nuevamente.
    </Note>
  ),
  'dialog',
)
