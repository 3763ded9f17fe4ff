import { useEffect, useLayoutEffect, useReducer, useRef, useState } from 'react'
import type { PublicCollection } from '../../../shared/collection.ts'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { AppError, asAppError, type Refusal } from '../../../shared/errors.ts'
import { useUser } from '../../api/session.ts'
import { dismissReport, takeReport, useOutgoing } from '../../reports/outgoing.ts'
import { dropChosenReceipt, isInMemory, keepChosenReceipt } from '../../reports/report-outbox.ts'
import { useChosenReceipt } from '../../reports/use-chosen-receipt.ts'
import type { OpenDialog } from './report-steps.ts'
import {
  dialogOf,
  firstTransferState,
  nextTransferState,
  type TransferEvent,
} from './transfer-steps.ts'

export interface TransferOptions {
  collection: PublicCollection
  report: ContributionReport
  firstDialog: OpenDialog
  /** The person wants an e-mail with the organiser's decision. */
  wantsNotice: boolean
  /** The number on the receipt, as typed. */
  operation: string
  /** Stores the open dialog with the draft, so that a reload opens it again. */
  onDialogOpened: (dialog: OpenDialog) => void
  /** Called when the disk or the server has the report: the form deletes its draft. */
  onStored: () => void
  /** Called when the server has the report: the collection's total has changed. */
  onAccepted: () => void
  /** Called when the server refused the report: it becomes a draft again. The collection may have closed. */
  onRefused: (error: AppError) => void
  onLeave: () => void
}

/** A shorter absence from the page does not count as a transfer. */
const SHORTEST_TRANSFER_MS = 15_000

/** Carries out the steps of transfer-steps.ts: stores report and receipt, and follows them to the server (R3). */
export function useTransfer(options: TransferOptions) {
  const { collection, report } = options
  const user = useUser()
  const chosen = useChosenReceipt(report.id)
  const { receipt } = chosen
  const outgoing = useOutgoing().find(({ id }) => id === report.id)
  const [transfer, dispatch] = useReducer(
    nextTransferState,
    options.firstDialog,
    firstTransferState,
  )
  const { step, copied } = transfer
  const dialog = dialogOf(step)
  const rewind = useHistoryDepth(dialog === null ? 0 : dialog === 'transfer' ? 1 : 2, () =>
    dispatch({ type: 'went-back' }),
  )

  // biome-ignore lint/correctness/useExhaustiveDependencies: a step that ignored the state may be over
  useEffect(() => {
    const event: TransferEvent = { type: 'report-changed', state: outgoing?.state ?? null }
    // Safari reports the progress of a file dozens of times in a task. React throws after 50 nested renders.
    if (nextTransferState(transfer, event) !== transfer) dispatch(event)
  }, [outgoing?.state, step.name])

  // Back from the bank's app with the account on the clipboard, most people have transferred.
  useEffect(() => {
    if (dialog !== 'transfer' || !copied) return
    let leftAt = Number.POSITIVE_INFINITY
    const onChange = () => {
      if (document.hidden) leftAt = Date.now()
      else if (Date.now() - leftAt >= SHORTEST_TRANSFER_MS) dispatch({ type: 'transferred' })
    }
    document.addEventListener('visibilitychange', onChange)
    return () => document.removeEventListener('visibilitychange', onChange)
  }, [dialog, copied])

  // Before the paint, like the draft: the phone may drop the page as soon as the bank's app opens.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each dialog
  useLayoutEffect(() => {
    if (dialog === 'transfer' || dialog === 'confirm') options.onDialogOpened(dialog)
  }, [dialog])

  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each step
  useEffect(() => {
    switch (step.name) {
      case 'storing':
        void store()
        break
      case 'thanks':
        void finishDraft()
        options.onAccepted()
        break
      case 'taking-back':
        void takeBack(step.error)
        break
      case 'left':
        options.onLeave()
    }
  }, [step.name])

  async function store(): Promise<void> {
    try {
      await takeReport({
        id: report.id,
        personId: user?.id ?? null,
        collectionId: collection.id,
        collectionTitle: collection.title,
        organiserName: collection.organiserName,
        report: {
          ...report,
          hasReceipt: receipt !== null,
          ...(options.wantsNotice && { notifyContributor: true }),
          ...(options.operation.trim() && { operationNumber: options.operation.trim() }),
        },
        receipt,
        at: new Date().toISOString(),
        capability: null,
        refusal: null,
      })
      if (!isInMemory(report.id)) await finishDraft()
      dispatch({ type: 'stored' })
    } catch (error) {
      dispatch({ type: 'store-failed', error: asAppError(error) })
    }
  }

  async function finishDraft(): Promise<void> {
    options.onStored()
    await dropChosenReceipt(report.id).catch(() => undefined)
  }

  /** Stores the receipt and the draft before the outbox drops them: the page may go at any moment. */
  async function takeBack({ code, message }: Refusal): Promise<void> {
    if (receipt) await keepChosenReceipt(report.id, receipt).catch(() => undefined)
    const error = new AppError(code, message)
    options.onRefused(error)
    await dismissReport(report.id).catch(() => undefined)
    dispatch({ type: 'taken-back', error })
  }

  return { transfer, dispatch, chosen, outgoing, rewind }
}

/**
 * Each dialog has an entry in the browser's history, so that Back goes one step back, and calls `onBack`. Returns a
 * function that removes the entries, then calls `next`.
 */
function useHistoryDepth(depth: number, onBack: () => void): (next: () => void) => void {
  const now = useRef({ depth, onBack })
  now.current = { depth, onBack }
  const [moves, setMoves] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a move that changed no dialog is taken back
  useEffect(() => {
    const at = historyDepth()
    // The router's own state stays, because its page has not changed.
    if (depth > at) window.history.pushState({ ...window.history.state, [DEPTH]: depth }, '')
    else if (depth < at) window.history.go(depth - at)
  }, [depth, moves])

  useEffect(() => {
    const onMove = () => {
      if (historyDepth() < now.current.depth) now.current.onBack()
      setMoves((before) => before + 1)
    }
    window.addEventListener('popstate', onMove)
    return () => window.removeEventListener('popstate', onMove)
  }, [])

  return (next) => {
    const at = historyDepth()
    if (at === 0) return next()
    now.current.depth = 0
    window.addEventListener('popstate', next, { once: true })
    window.history.go(-at)
  }
}

const DEPTH = 'reportDialogs'
const historyDepth = (): number => window.history.state?.[DEPTH] ?? 0
