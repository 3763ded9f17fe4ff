import { Pencil, Undo2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { withdrawOwnReport } from '../../../shared/api/own-reports.ts'
import { request } from '../../api/request.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { lazyExtra } from '../../components/lazy-extra.ts'
import { FailureNote, Note } from '../../components/note.tsx'
import type { OwnReportProps } from './correct-report.tsx'

/** A guest may correct or withdraw a report until the organiser verifies it (S12). */
export function OwnReportChanges(props: OwnReportProps) {
  const { own, report, onChanged } = props
  const [isOpen, setOpen] = useState(false)
  const [isSaved, setSaved] = useState(false)
  const { busy, failure, run } = useAction()
  if (report.isRemoved || !report.mayChange) return null

  const bringBack = () =>
    run(async () => {
      const input = { ...own, isWithdrawn: false }
      onChanged(await request(withdrawOwnReport, { input }))
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
            setOpen(true)
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
          <CorrectReport
            {...props}
            onSaved={() => {
              setSaved(true)
              setOpen(false)
            }}
            onClose={() => setOpen(false)}
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
      No se pudo abrir. Revisa tu conexión y carga la página de nuevo.
    </Note>
  ),
)
