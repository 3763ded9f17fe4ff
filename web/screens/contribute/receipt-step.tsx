import { RotateCcw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ACCEPTED_RECEIPTS } from '../../../shared/receipt.ts'
import { Button } from '../../components/button.tsx'
import { Checkbox } from '../../components/choice.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { FileButton, FileLine, FilePicker, FileProblem } from '../../components/file-picker.tsx'
import { formatSize } from '../../components/format-size.ts'
import type { ReceiptFile } from '../../reports/kept-report.ts'
import styles from './transfer-flow.module.css'
import type { ChosenReceipt } from './use-transfer.ts'

interface ReceiptStepProps {
  organiser: string
  chosen: ChosenReceipt
  onNext: () => void
  onClose: () => void
}

export function ReceiptStep({ organiser, chosen, onNext, onClose }: ReceiptStepProps) {
  const { receipt, problem, busy } = chosen
  const [original, setOriginal] = useState(false)
  const choose = (file: File) => chosen.choose(file, original)
  const picture = usePicture(receipt)

  return (
    <Dialog
      step={{ at: 2, of: 3 }}
      title="Agrega el comprobante"
      lead={`Con él, ${organiser} reconoce tu transferencia más rápido. PDF, JPG o PNG, hasta 10 MB.`}
      onClose={onClose}
      foot={
        <Button variant={receipt ? 'primary' : 'secondary'} main disabled={busy} onClick={onNext}>
          {receipt ? 'Continuar' : 'Seguir sin comprobante'}
        </Button>
      }
    >
      {receipt ? (
        <>
          <FileLine
            name={receipt.name}
            state={`${formatSize(receipt.bytes.byteLength)} · listo para enviar`}
            picture={picture}
            onRemove={chosen.remove}
          />
          {problem && <FileProblem text={problem} />}
          <div className={styles.change}>
            <FileButton
              label="Otro comprobante"
              accept={ACCEPTED_RECEIPTS}
              onPick={choose}
              variant="quiet"
              icon={RotateCcw}
            >
              Cambiar archivo
            </FileButton>
          </div>
        </>
      ) : (
        <>
          <FilePicker accept={ACCEPTED_RECEIPTS} busy={busy} problem={problem} onPick={choose} />
          <Checkbox
            label="Enviar las fotos sin achicar"
            hint="Pesan más y tardan más con poca señal."
            checked={original}
            onChange={(event) => setOriginal(event.target.checked)}
          />
        </>
      )}
    </Dialog>
  )
}

function usePicture(receipt: ReceiptFile | null): string | null {
  const [address, setAddress] = useState<string | null>(null)
  useEffect(() => {
    if (!receipt || receipt.type === 'application/pdf') return setAddress(null)
    const made = URL.createObjectURL(new Blob([receipt.bytes], { type: receipt.type }))
    setAddress(made)
    return () => URL.revokeObjectURL(made)
  }, [receipt])
  return address
}
