import { FileSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { getReceipts } from '../../../shared/api/receipts.ts'
import { type ReceiptFacts, readReceiptText } from '../../../shared/conciliation/receipt-text.ts'
import type { WaitingRow } from '../../../shared/queries/waiting-contributions.ts'
import { countOf, formatCount } from '../../../shared/text.ts'
import { invalidResponse } from '../../api/error-response.ts'
import { request } from '../../api/request.ts'
import { Button } from '../../components/button.tsx'
import { showToast } from '../../components/toast.tsx'
import { useChange } from '../../features/collections/use-change.ts'
import { factsOf, type ReceiptsRead } from '../../features/conciliation/receipt-facts.ts'
import type { useConciliation } from '../../features/conciliation/use-conciliation.ts'
import { useCutOff } from '../../features/connection/offline-note.tsx'
import { fetchReceipt } from '../../features/receipts/fetch-receipt.ts'

type Props = { rows: readonly WaitingRow[]; conciliation: ReturnType<typeof useConciliation> }

/** The button that reads operation numbers and payers from the PDF receipts of waiting contributions. */
export function ReceiptsButton({ rows, conciliation }: Props) {
  const [progress, setProgress] = useState('Leyendo…')
  const { busy, change } = useChange()
  const isCutOff = useCutOff()
  const reading = useRef<AbortController | null>(null)
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
      reading.current?.abort()
    }
  }, [])
  const read = () =>
    change(async () => {
      // The person may press the toast's retry after leaving the page.
      if (isLeft.current) return
      const stop = new AbortController()
      reading.current = stop
      setProgress('Leyendo…')
      const before = await conciliation.receiptsRead()
      const known = rows.flatMap((row) => factsOf(before, row) ?? []).filter(isUseful)
      const left = rows.filter((row) => {
        const facts = factsOf(before, row)
        return facts === null || !isUseful(facts)
      })
      const found: ReceiptsRead = {}
      try {
        await readReceipts(left, found, stop.signal, (done, of) =>
          setProgress(`Leyendo ${done + 1} de ${of}…`),
        )
      } catch (error) {
        if (!stop.signal.aborted) throw error
      } finally {
        await conciliation.keepReceipts(found)
      }
      if (isLeft.current) return
      await conciliation.proposeAgain()
      const facts = [...known, ...Object.values(found)]
      const isWhole = !stop.signal.aborted
      if (isWhole || facts.length > 0) showToast({ text: resultOf(facts) })
    }, 'No se pudieron leer los comprobantes.')
  return (
    <>
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
      {busy && (
        <Button size="sm" variant="muted" onClick={() => reading.current?.abort()}>
          Cancelar
        </Button>
      )}
    </>
  )
}

function resultOf(receipts: readonly ReceiptFacts[]): string {
  const count = receipts.length
  if (count === 0) return 'Ningún comprobante es un PDF: en las fotos no se puede buscar.'
  const useful = receipts.filter(isUseful).length
  const read = `Leímos ${formatCount(count)} PDF`
  if (useful === 0) return `${read}: no dicen el número de operación ni quién pagó.`
  return `${read}: ${countOf(useful, 'dice', 'dicen')} el número de operación o quién pagó.`
}

/**
 * Reads the PDF receipts of these contributions into `found`, one after another; a photo has no text. They stay on
 * this device. Throws AppError, also when `signal` aborts or the network is lost half-way: `found` then has the others.
 */
async function readReceipts(
  rows: readonly WaitingRow[],
  found: ReceiptsRead,
  signal: AbortSignal,
  onProgress: (done: number, of: number) => void,
): Promise<void> {
  const { readPdfLines } = await import('../../features/receipts/open-pdf.ts')
  const pdfs = new Set<string>()
  for (const id of new Set(rows.map(({ collectionId }) => collectionId))) {
    const { receipts } = await request(getReceipts, { params: { id }, signal })
    for (const { contributionId, type } of receipts) {
      if (type === 'application/pdf') pdfs.add(contributionId)
    }
  }
  const own = rows.filter(({ id }) => pdfs.has(id))
  for (const [at, { id, amount, receiptId }] of own.entries()) {
    onProgress(at, own.length)
    const { file } = await fetchReceipt(id, signal)
    const lines = await readPdfLines(await file.arrayBuffer()).catch(() => []) // a damaged file has no text
    if (signal.aborted) throw invalidResponse()
    found[id] = { ...readReceiptText(lines, amount), receiptId, amount }
  }
}

/** Returns true if the receipt has the operation number or the payer. */
function isUseful({ operationNumber, cuit, name }: ReceiptFacts): boolean {
  return (operationNumber ?? cuit ?? name) !== null
}
