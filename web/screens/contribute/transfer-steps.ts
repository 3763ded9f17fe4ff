/*
 * The steps of the dialogs of a transfer, and every way from one to the next:
 *
 *   transfer ⇄ confirm → storing                           with a receipt
 *              confirm ⇄ no-receipt → storing              without one, which is asked first
 *   storing → sending ⇄ waiting → thanks                   by the state of the report in the outbox
 *   sending, waiting, thanks → taking-back → confirm       the server refused the report
 *   transfer, confirm, sending → leaving → left            or back to where it was
 *
 * The effects of each step are in use-transfer.ts.
 */
import type { AppError, Refusal } from '../../../shared/errors.ts'
import type { ReportState, Waiting } from '../../reports/kept-report.ts'
import type { OpenDialog } from './report-steps.ts'

export interface TransferFlow {
  step: TransferStep
  copied: boolean
  /** Why the last attempt failed. `attempt` grows, so that its message takes the focus again. */
  problem: { error: AppError; attempt: number } | null
}

export type TransferStep =
  | { name: 'transfer' | 'confirm' | 'no-receipt' }
  /** Writes the report and its receipt to the outbox. `closes`: the person has pressed the cross meanwhile. */
  | { name: 'storing'; closes: boolean }
  | { name: 'sending' }
  /** In the outbox, and not on the server before the network or the server is back. */
  | { name: 'waiting'; waiting: Waiting }
  | { name: 'thanks' }
  /** Makes a refused report a draft again, then shows `next`. */
  | { name: 'taking-back'; error: Refusal; next: TransferStep }
  | { name: 'leaving'; from: Leavable }
  | { name: 'left' }

/** Steps with a dialog that asks before it closes. */
type Leavable = 'transfer' | 'confirm' | 'sending'

export type TransferEvent =
  | { type: 'copied' }
  | { type: 'transferred' }
  /** By the button or by the browser's Back. */
  | { type: 'went-back' }
  | { type: 'confirmed'; hasReceipt: boolean }
  | { type: 'confirmed-without-receipt' }
  | { type: 'receipt-wanted' }
  | { type: 'stored' }
  | { type: 'store-failed'; error: AppError }
  | { type: 'report-changed'; state: ReportState | null }
  | { type: 'taken-back'; error: AppError }
  | { type: 'closed'; hasReceipt: boolean }
  | { type: 'stayed' }
  | { type: 'left' }

/** Returns the state with which the dialogs begin. `at`: the dialog that was open when the page went away. */
export function openedFlow(at: OpenDialog): TransferFlow {
  return { step: { name: at }, copied: at === 'confirm', problem: null }
}

/** Returns the same object when the event does not apply to the step. */
export function nextTransferFlow(flow: TransferFlow, event: TransferEvent): TransferFlow {
  const { step } = flow
  const when = (from: TransferStep['name'], next: TransferStep): TransferFlow =>
    step.name === from ? { ...flow, step: next } : flow
  switch (event.type) {
    case 'copied':
      return { ...flow, copied: true }
    case 'transferred':
      return when('transfer', { name: 'confirm' })
    case 'went-back':
      return wentBack(flow)
    case 'confirmed':
      return event.hasReceipt ? store(flow, 'confirm') : when('confirm', { name: 'no-receipt' })
    case 'confirmed-without-receipt':
      return store(flow, 'no-receipt')
    case 'receipt-wanted':
      return when('no-receipt', { name: 'confirm' })
    case 'stored':
      if (step.name !== 'storing') return flow
      return { ...flow, step: step.closes ? { name: 'leaving', from: 'sending' } : SENDING }
    case 'store-failed':
      return step.name === 'storing' ? failed(flow, { name: 'confirm' }, event.error) : flow
    case 'report-changed': {
      const next = afterReport(step, event.state)
      return next === step ? flow : { ...flow, step: next }
    }
    case 'taken-back':
      return step.name === 'taking-back' ? failed(flow, step.next, event.error) : flow
    case 'closed':
      return closed(flow, event.hasReceipt)
    case 'stayed':
      return answered(flow, ({ from }) => ({ name: from }))
    case 'left':
      return answered(flow, () => ({ name: 'left' }))
  }
}

function store(flow: TransferFlow, from: TransferStep['name']): TransferFlow {
  return flow.step.name === from
    ? { ...flow, step: { name: 'storing', closes: false }, problem: null }
    : flow
}

function failed(flow: TransferFlow, step: TransferStep, error: AppError): TransferFlow {
  return { ...flow, step, problem: { error, attempt: (flow.problem?.attempt ?? 0) + 1 } }
}

function afterReport(step: TransferStep, state: ReportState | null): TransferStep {
  switch (step.name) {
    case 'storing':
    case 'taking-back':
    case 'left':
      return step
    case 'sending':
    case 'waiting':
      // Another tab sent it. Sent again, it is the same contribution.
      return state ? stepOf(state) : { name: 'confirm' }
    case 'thanks':
      return state ? stepOf(state) : step
    case 'leaving':
      if (step.from === 'sending') return afterSending(step, state)
      break
    default:
  }
  return state?.name === 'refused' ? { name: 'taking-back', error: state.error, next: step } : step
}

/** The question of `leaving` stays while the report is sent, and closes when another dialog follows. */
function afterSending(step: TransferStep, state: ReportState | null): TransferStep {
  const next: TransferStep = state ? stepOf(state) : { name: 'confirm' }
  switch (next.name) {
    case 'sending':
      return step
    case 'taking-back':
      return { ...next, next: { name: 'leaving', from: 'confirm' } }
    default:
      return next
  }
}

function stepOf(state: ReportState): TransferStep {
  switch (state.name) {
    case 'sending-report':
      return SENDING
    case 'waiting':
      return state.reported ? THANKS : { name: 'waiting', waiting: state }
    case 'sending-receipt':
    case 'received':
    case 'receipt-refused':
      return THANKS
    case 'refused':
      return { name: 'taking-back', error: state.error, next: { name: 'confirm' } }
  }
}

const SENDING: TransferStep = { name: 'sending' }
const THANKS: TransferStep = { name: 'thanks' }

/** A person who copied nothing, went no further and chose no receipt has not transferred: no question. */
function closed(flow: TransferFlow, hasReceipt: boolean): TransferFlow {
  const { step, copied } = flow
  switch (step.name) {
    case 'transfer':
      if (!copied && !hasReceipt) return { ...flow, step: { name: 'left' } }
      return { ...flow, step: { name: 'leaving', from: step.name } }
    case 'confirm':
    case 'sending':
      return { ...flow, step: { name: 'leaving', from: step.name } }
    case 'storing':
      return { ...flow, step: { ...step, closes: true } }
    default:
      return flow
  }
}

/**
 * A question closes. What was entered stays in the form, and a stored report is sent without this page; one that is
 * just being sent asks before it is left alone.
 */
function wentBack(flow: TransferFlow): TransferFlow {
  const { step } = flow
  switch (step.name) {
    case 'transfer':
    case 'waiting':
    case 'thanks':
      return { ...flow, step: { name: 'left' } }
    case 'confirm':
      return { ...flow, step: { name: 'transfer' } }
    case 'no-receipt':
      return { ...flow, step: { name: 'confirm' } }
    case 'leaving':
      return { ...flow, step: { name: step.from } }
    default:
      return closed(flow, true)
  }
}

/** The response to the question of `leaving`, which may come while the report is taken back. */
function answered(
  flow: TransferFlow,
  answer: (leaving: { from: Leavable }) => TransferStep,
): TransferFlow {
  const { step } = flow
  if (step.name === 'leaving') return { ...flow, step: answer(step) }
  if (step.name === 'taking-back' && step.next.name === 'leaving') {
    return { ...flow, step: { ...step, next: answer(step.next) } }
  }
  return flow
}

type TransferDialog = 'transfer' | 'confirm' | 'waiting' | 'thanks'

export function dialogOf(step: TransferStep): TransferDialog | null {
  switch (step.name) {
    case 'no-receipt':
    case 'storing':
    case 'sending':
      return 'confirm'
    case 'taking-back':
      return dialogOf(step.next)
    case 'leaving':
      return dialogOf({ name: step.from })
    case 'left':
      return null
    default:
      return step.name
  }
}

export function isLeaving(step: TransferStep): boolean {
  return step.name === 'taking-back' ? isLeaving(step.next) : step.name === 'leaving'
}

export function isSending(step: TransferStep): boolean {
  return (step.name === 'leaving' ? step.from : step.name) === 'sending'
}
