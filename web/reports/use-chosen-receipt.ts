import { useEffect, useRef, useState } from 'react'
import { AppError } from '../../shared/errors.ts'
import type { ReceiptFile } from './kept-report.ts'
import { readReceipt } from './read-receipt.ts'
import { chosenReceipt, dropChosenReceipt, keepChosenReceipt } from './report-outbox.ts'

/** Returns the file that was chosen for a report, or for its correction. It survives a reload until it is sent. */
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

  // After a conflict the report has a new id, and its file is stored under it.
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
      // Stored before it is shown: the phone may drop the page as soon as the bank's app opens.
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
