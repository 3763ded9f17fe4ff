/*
 * The steps of the dialogs of a transfer, and their transitions:
 *
 *   transfer ⇄ confirm → storing                           with a receipt
 *              confirm ⇄ no-receipt → storing              without one, after a question
 *   storing → sending ⇄ waiting → thanks                   by the state of the report in the outbox
 *   sending, waiting, thanks → taking-back → confirm       the server refused the report
 *   transfer, confirm, sending → leaving → left            or back to the previous step
 *
 * The effects of each step are in use-transfer.ts.
 */
import type { AppError, Refusal } from '../../../shared/errors.ts'
import type { ReportState, Waiting } from '../../reports/kept-report.ts'
import type { OpenDialog } from './report-steps.ts'

export interface TransferState {
  step: StepState
  copied: boolean
  /** The last failure. `attempt` grows, so that its message takes the focus again. */
  problem: { error: AppError; attempt: number } | null
}

export type StepState =
  | { name: 'transfer' | 'confirm' | 'no-receipt' }
  /** Writes the report and its receipt to the outbox. `closes`: the person has pressed the cross in the meantime. */
  | { name: 'storing'; closes: boolean }
  | { name: 'sending' }
  /** The outbox has the report, and sends it when the network or the server is back. */
  | { name: 'waiting'; waiting: Waiting }
  | { name: 'thanks' }
  /** Makes a refused report a draft again, then shows `next`. */
  | { name: 'taking-back'; error: Refusal; next: StepState }
  | { name: 'leaving'; from: Leavable }
  | { name: 'left' }

/** Steps with a dialog that asks before it closes. */
type Leavable = 'transfer' | 'confirm' | 'sending'

export type TransferEvent =
  | { type: 'copied' }
  | { type: 'transferred' }
  /** The person pressed the button or the browser's Back. */
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

/** Returns the first state. `at`: the dialog that was open before a reload, else `transfer`. */
export function firstTransferState(at: OpenDialog): TransferState {
  return { step: { name: at }, copied: at === 'confirm', problem: null }
}

/** Returns the same object when the event does not apply to the step. */
export function nextTransferState(transfer: TransferState, event: TransferEvent): TransferState {
  const { step } = transfer
  const when = (from: StepState['name'], next: StepState): TransferState =>
    step.name === from ? { ...transfer, step: next } : transfer
  switch (event.type) {
    case 'copied':
      return { ...transfer, copied: true }
    case 'transferred':
      return when('transfer', { name: 'confirm' })
    case 'went-back':
      return wentBack(transfer)
    case 'confirmed':
      return event.hasReceipt ? store(transfer, 'confirm') : when('confirm', { name: 'no-receipt' })
    case 'confirmed-without-receipt':
      return store(transfer, 'no-receipt')
    case 'receipt-wanted':
      return when('no-receipt', { name: 'confirm' })
    case 'stored':
      if (step.name !== 'storing') return transfer
      return { ...transfer, step: step.closes ? { name: 'leaving', from: 'sending' } : SENDING }
    case 'store-failed':
      return step.name === 'storing' ? failed(transfer, { name: 'confirm' }, event.error) : transfer
    case 'report-changed': {
      const next = afterReport(step, event.state)
      return next === step ? transfer : { ...transfer, step: next }
    }
    case 'taken-back':
      return step.name === 'taking-back' ? failed(transfer, step.next, event.error) : transfer
    case 'closed':
      return closed(transfer, event.hasReceipt)
    case 'stayed':
      return afterQuestion(transfer, ({ from }) => ({ name: from }))
    case 'left':
      return afterQuestion(transfer, () => ({ name: 'left' }))
  }
}

function store(transfer: TransferState, from: StepState['name']): TransferState {
  return transfer.step.name === from
    ? { ...transfer, step: { name: 'storing', closes: false }, problem: null }
    : transfer
}

function failed(transfer: TransferState, step: StepState, error: AppError): TransferState {
  return { ...transfer, step, problem: { error, attempt: (transfer.problem?.attempt ?? 0) + 1 } }
}

function afterReport(step: StepState, state: ReportState | null): StepState {
  switch (step.name) {
    case 'storing':
    case 'taking-back':
    case 'left':
      return step
    case 'sending':
    case 'waiting':
      // Another tab sent it. If it is sent again, the server recognizes the id.
      return state ? stepOf(state) : { name: 'confirm' }
    case 'thanks': {
      const next = state ? stepOf(state) : step
      return next.name === 'thanks' ? step : next
    }
    case 'leaving':
      if (step.from === 'sending') return afterSending(step, state)
      break
    default:
  }
  return state?.name === 'refused' ? { name: 'taking-back', error: state.error, next: step } : step
}

/** The question of `leaving` stays while the report is sent, and closes when another dialog follows. */
function afterSending(step: StepState, state: ReportState | null): StepState {
  const next: StepState = state ? stepOf(state) : { name: 'confirm' }
  switch (next.name) {
    case 'sending':
      return step
    case 'taking-back':
      return { ...next, next: { name: 'leaving', from: 'confirm' } }
    default:
      return next
  }
}

function stepOf(state: ReportState): StepState {
  switch (state.name) {
    case 'sending-report':
      return SENDING
    case 'waiting':
      return state.reported ? THANKS : { name: 'waiting', waiting: state }
    case 'sending-receipt':
    case 'received':
    case 'unlisted':
    case 'receipt-refused':
      return THANKS
    case 'refused':
      return { name: 'taking-back', error: state.error, next: { name: 'confirm' } }
  }
}

const SENDING: StepState = { name: 'sending' }
const THANKS: StepState = { name: 'thanks' }

/** Asks nothing if the person copied nothing and chose no receipt: they have not transferred. */
function closed(transfer: TransferState, hasReceipt: boolean): TransferState {
  const { step, copied } = transfer
  switch (step.name) {
    case 'transfer':
      if (!copied && !hasReceipt) return { ...transfer, step: { name: 'left' } }
      return { ...transfer, step: { name: 'leaving', from: step.name } }
    case 'confirm':
    case 'sending':
      return { ...transfer, step: { name: 'leaving', from: step.name } }
    case 'storing':
      return { ...transfer, step: { ...step, closes: true } }
    default:
      return transfer
  }
}

/** Leaves without a question where nothing can be lost: the form keeps its values, and the outbox sends by itself. */
function wentBack(transfer: TransferState): TransferState {
  const { step } = transfer
  switch (step.name) {
    case 'transfer':
    case 'waiting':
    case 'thanks':
      return { ...transfer, step: { name: 'left' } }
    case 'confirm':
      return { ...transfer, step: { name: 'transfer' } }
    case 'no-receipt':
      return { ...transfer, step: { name: 'confirm' } }
    case 'leaving':
      return { ...transfer, step: { name: step.from } }
    default:
      return closed(transfer, true)
  }
}

/** After the question of `leaving`, which may still be open while the report is taken back. */
function afterQuestion(
  transfer: TransferState,
  answer: (leaving: { from: Leavable }) => StepState,
): TransferState {
  const { step } = transfer
  if (step.name === 'leaving') return { ...transfer, step: answer(step) }
  if (step.name === 'taking-back' && step.next.name === 'leaving') {
    return { ...transfer, step: { ...step, next: answer(step.next) } }
  }
  return transfer
}

type TransferDialog = 'transfer' | 'confirm' | 'waiting' | 'thanks'

export function dialogOf(step: StepState): TransferDialog | null {
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

export function isLeaving(step: StepState): boolean {
  return step.name === 'taking-back' ? isLeaving(step.next) : step.name === 'leaving'
}

export function isSending(step: StepState): boolean {
  return (step.name === 'leaving' ? step.from : step.name) === 'sending'
}
