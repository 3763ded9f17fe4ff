import { FileSearch } from 'lucide-react'
import { useState } from 'react'
import { getReceiptAddress, getReceipts } from '../../../shared/api/receipts.ts'
import { type ReceiptFacts, readReceiptText } from '../../../shared/conciliation/receipt-text.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { noAnswer } from '../../api/refusal-in.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { showToast } from '../../components/toast.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import type { ReceiptsRead } from '../../features/conciliation/read-job.ts'
import type { useConciliation } from '../../features/conciliation/use-conciliation.ts'
import { useCutOff } from '../../features/connection/offline-note.tsx'

type Props = { rows: readonly WaitingRow[]; conciliation: ReturnType<typeof useConciliation> }

/** Looks for operation numbers and payers in the PDF receipts of what waits. */
export function ReceiptsButton({ rows, conciliation }: Props) {
  const [progress, setProgress] = useState('Leyendo…')
  const { busy, change } = useChange()
  const isCutOff = useCutOff()
  const read = () =>
    change(async () => {
      const receipts = await readReceipts(rows, (done, of) =>
        setProgress(`Leyendo ${done + 1} de ${of}…`),
      )
      await conciliation.takeReceipts(receipts)
      showToast({ text: resultOf(receipts) })
    }, 'No se pudieron leer los comprobantes.')
  return (
    <Button
      size="sm"
      variant="soft"
      icon={FileSearch}
      disabled={isCutOff}
      busy={busy}
      busyText={progress}
      onClick={() => void read()}
    >
      Leer los comprobantes
    </Button>
  )
}

function resultOf(receipts: ReceiptsRead): string {
  const count = Object.keys(receipts).length
  if (count === 0) return 'Ningún comprobante es un PDF: en las fotos no se puede buscar.'
  const telling = countTelling(receipts)
  const read = count === 1 ? 'Leímos 1 PDF' : `Leímos ${count} PDF`
  if (telling === 0) return `${read}: no dicen el número de operación ni quién pagó.`
  return `${read}: ${telling === 1 ? '1 dice' : `${telling} dicen`} el número de operación o quién pagó.`
}

/**
 * Reads the PDF receipts of these contributions, one after another; a photo has no text. What they tell stays on this
 * device. Throws AppError, also when the network is lost half-way.
 */
async function readReceipts(
  rows: readonly WaitingRow[],
  onProgress: (done: number, of: number) => void,
): Promise<ReceiptsRead> {
  const { readPdfLines } = await import('../../features/receipts/open-pdf.ts')
  const pdfs = new Set<string>()
  for (const id of new Set(rows.map(({ collectionId }) => collectionId))) {
    const { receipts } = await request(getReceipts, { params: { id } })
    for (const { contributionId, type } of receipts) {
      if (type === 'application/pdf') pdfs.add(contributionId)
    }
  }
  const own = rows.filter(({ id }) => pdfs.has(id))
  const read: ReceiptsRead = {}
  for (const [at, { id, amount }] of own.entries()) {
    onProgress(at, own.length)
    const file = await fileOf(id)
    const lines = await readPdfLines(file).catch(() => []) // a damaged file tells nothing
    read[id] = readReceiptText(lines, amount)
  }
  return read
}

async function fileOf(contributionId: string): Promise<ArrayBuffer> {
  const { url } = await request(getReceiptAddress, { params: { contributionId } })
  const response = await fetch(url).catch(() => undefined)
  if (!response?.ok) throw noAnswer()
  return response.arrayBuffer()
}

/** Receipts that tell who paid, or by what number. */
function countTelling(read: ReceiptsRead): number {
  const tells = (facts: ReceiptFacts) => Object.values(facts).some((fact) => fact !== null)
  return Object.values(read).filter(tells).length
}
