import { useEffect, useRef, useState } from 'react'
import { AppError } from '../../../shared/errors.ts'
import type { ReceiptFile } from '../../reports/kept-report.ts'
import { readReceipt } from '../../reports/read-receipt.ts'
import { chosenReceipt, dropChosenReceipt, keepChosenReceipt } from '../../reports/report-outbox.ts'

/**
 * The file chosen for this report. It survives a reload, like everything else that was entered; a
 * browser that refuses storage goes on without.
 */
export function useChosenReceipt(reportId: string) {
  const [receipt, setReceipt] = useState<ReceiptFile | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let current = true
    chosenReceipt(reportId).then(
      (kept) => current && kept && setReceipt((chosen) => chosen ?? kept),
      () => undefined,
    )
    return () => {
      current = false
    }
  }, [reportId])

  // A report that the server knows another one by the id of goes under a new one, with its file.
  const keptUnder = useRef(reportId)
  // biome-ignore lint/correctness/useExhaustiveDependencies: moved when the id is another one
  useEffect(() => {
    const before = keptUnder.current
    keptUnder.current = reportId
    if (before === reportId || !receipt) return
    keepChosenReceipt(reportId, receipt)
      .then(() => dropChosenReceipt(before))
      .catch(() => undefined)
  }, [reportId])

  async function choose(file: File, original: boolean) {
    setBusy(true)
    setProblem(null)
    try {
      const read = await readReceipt(file, { original })
      // Kept before it is shown: the way to the bank's app may cost the page at once.
      await keepChosenReceipt(reportId, read).catch(() => undefined)
      setReceipt(read)
    } catch (error) {
      setProblem(error instanceof AppError ? error.message : 'No pudimos leer el archivo.')
    } finally {
      setBusy(false)
    }
  }

  function remove() {
    setReceipt(null)
    setProblem(null)
    void dropChosenReceipt(reportId).catch(() => undefined)
  }

  return {
    receipt,
    problem,
    busy,
    choose: (file: File, original: boolean) => void choose(file, original),
    remove,
  }
}

export type ChosenReceipt = ReturnType<typeof useChosenReceipt>
