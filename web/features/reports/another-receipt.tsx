import { CircleAlert, RotateCcw } from 'lucide-react'
import { type ChangeEvent, useRef } from 'react'
import { ACCEPTED_RECEIPTS } from '../../../shared/receipt.ts'
import { useAction } from '../../api/use-action.ts'
import { Button } from '../../components/button.tsx'
import { FieldLine } from '../../components/field.tsx'
import { replaceReceipt } from '../../reports/outgoing.ts'

export function AnotherReceipt({ reportId }: { reportId: string }) {
  const input = useRef<HTMLInputElement>(null)
  const { busy, failure, run } = useAction()

  function choose(event: ChangeEvent<HTMLInputElement>) {
    const [file] = event.target.files ?? []
    // Otherwise choosing the same file again causes no event.
    event.target.value = ''
    if (!file) return
    run(async () => {
      const { readReceipt } = await import('../../reports/read-receipt.ts')
      await replaceReceipt(reportId, await readReceipt(file, { original: false }))
    })
  }

  return (
    <div>
      <Button
        variant="quiet"
        edge="start"
        icon={RotateCcw}
        busy={busy}
        busyText="Preparando…"
        onClick={() => input.current?.click()}
      >
        Elegir otro archivo
      </Button>
      <input
        ref={input}
        type="file"
        accept={ACCEPTED_RECEIPTS}
        hidden
        aria-label="Otro comprobante"
        onChange={choose}
      />
      {failure && (
        <div role="alert">
          <FieldLine look="error" icon={CircleAlert} text={failure} />
        </div>
      )}
    </div>
  )
}
