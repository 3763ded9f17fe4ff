import { RotateCcw } from 'lucide-react'
import { ACCEPTED_RECEIPTS } from '../../../shared/receipt.ts'
import { useAction } from '../../api/use-action.ts'
import { FileButton, FileProblemNote } from '../../components/file-picker.tsx'
import { replaceReceipt } from '../../reports/outgoing.ts'

/** A guest replaces the receipt of a report that was sent (R1). */
export function AnotherReceipt({ reportId }: { reportId: string }) {
  const { busy, failure, run } = useAction()

  const choose = (file: File) =>
    run(async () => {
      const { readReceipt } = await import('../../reports/read-receipt.ts')
      await replaceReceipt(reportId, await readReceipt(file, { original: false }))
    })

  return (
    <div>
      <FileButton
        label="Otro comprobante"
        accept={ACCEPTED_RECEIPTS}
        onPick={choose}
        variant="quiet"
        edge="start"
        icon={RotateCcw}
        busy={busy}
        busyText="Preparando…"
      >
        Elegir otro archivo
      </FileButton>
      {failure && <FileProblemNote text={failure} />}
    </div>
  )
}
