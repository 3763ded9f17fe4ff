/*
 * The steps of the contribution form, and their transitions:
 *
 *   form, returning → loading → checking → form             a value is wrong
 *                               checking → asking → asked → checking or form
 *                                          asking → paying → form
 *                                          asking → transferring → form
 *
 * The effects of each step are in use-report.ts. The dialogs of a transfer have steps of their own
 * (transfer-steps.ts): their code is loaded only when somebody touches the form.
 */
import type { ContributionReport } from '../../../shared/contribution.ts'
import type { AppError } from '../../../shared/errors.ts'
import type { Centavos } from '../../../shared/money.ts'

export interface ReportFlow {
  step: ReportStep
  /** The open dialog of a transfer: a reload opens it again, without questions. */
  underway: OpenDialog | null
  /** The outbox has the report, so no draft is kept. */
  isStored: boolean
  /** The unusual amount that the person has confirmed. */
  sureOf: Centavos | null
}

export type ReportStep =
  /** `failure`: the code of the next steps could not be loaded. */
  | { name: 'form'; failure: AppError | null }
  /** A draft of a transfer was found; it waits until the session is known. */
  | { name: 'returning' }
  | { name: 'loading' }
  | { name: 'checking'; asks: boolean }
  | { name: 'asking'; report: ContributionReport }
  | { name: 'asked'; report: ContributionReport; question: QuestionKind }
  | { name: 'paying' }
  | { name: 'transferring'; report: ContributionReport }

/** Dialogs that show the report while it is a draft. */
export type OpenDialog = 'transfer' | 'confirm'

export type QuestionKind = 'amount' | 'sign-in' | 'existing'

export type ReportEvent =
  | { type: 'draft-found'; dialog: OpenDialog }
  | { type: 'session-known' }
  | { type: 'submitted' }
  | { type: 'loaded' }
  | { type: 'load-failed'; error: AppError }
  | { type: 'checked'; report: ContributionReport }
  | { type: 'question-found'; question: QuestionKind }
  | { type: 'payment-began' }
  /** `amount`: the amount to transfer, a few centavos above the typed one if it was reserved for this report. */
  | { type: 'transfer-began'; amount: Centavos }
  | { type: 'dialog-opened'; dialog: OpenDialog }
  /** A value is wrong, the provider refused, or its page opens. */
  | { type: 'submit-ended' }
  | { type: 'continued' }
  | { type: 'cancelled' }
  | { type: 'stored' }
  /** The server refused the report, which is a draft again, under this id. */
  | { type: 'refused'; id: string }
  | { type: 'left' }

export const FORM: ReportFlow = {
  step: { name: 'form', failure: null },
  underway: null,
  isStored: false,
  sureOf: null,
}

/** Returns the same object when the event does not apply to the step. */
export function nextReportFlow(flow: ReportFlow, event: ReportEvent): ReportFlow {
  const { step } = flow
  const when = (names: ReportStep['name'][], next: ReportStep): ReportFlow =>
    names.includes(step.name) ? { ...flow, step: next } : flow
  switch (event.type) {
    case 'draft-found':
      return { ...flow, step: { name: 'returning' }, underway: event.dialog }
    case 'session-known':
      return when(['returning'], { name: 'loading' })
    case 'submitted':
      return when(['form', 'returning'], { name: 'loading' })
    case 'loaded':
      return when(['loading'], { name: 'checking', asks: !flow.underway })
    case 'load-failed':
      return when(['loading'], { name: 'form', failure: event.error })
    case 'checked':
      return when(['checking'], { name: 'asking', report: event.report })
    case 'question-found':
      return step.name === 'asking'
        ? { ...flow, step: { name: 'asked', report: step.report, question: event.question } }
        : flow
    case 'payment-began':
      return when(['asking'], { name: 'paying' })
    case 'transfer-began':
      return step.name === 'asking'
        ? {
            ...flow,
            step: { name: 'transferring', report: { ...step.report, amount: event.amount } },
            underway: flow.underway ?? 'transfer',
          }
        : flow
    case 'dialog-opened':
      return step.name === 'transferring' ? { ...flow, underway: event.dialog } : flow
    case 'submit-ended':
      return when(['checking', 'asking', 'paying'], FORM.step)
    case 'continued':
      return step.name === 'asked' ? afterQuestion(flow, step) : flow
    case 'cancelled':
      return when(['asked'], FORM.step)
    case 'stored':
      return step.name === 'transferring' ? { ...flow, isStored: true } : flow
    case 'refused':
      return step.name === 'transferring'
        ? { ...flow, step: { ...step, report: { ...step.report, id: event.id } }, isStored: false }
        : flow
    case 'left':
      return step.name === 'transferring' ? { ...flow, step: FORM.step, underway: null } : flow
  }
}

/** After a confirmed amount the other questions follow; after those, none. */
function afterQuestion(
  flow: ReportFlow,
  { question, report }: Extract<ReportStep, { name: 'asked' }>,
): ReportFlow {
  if (question !== 'amount') return { ...flow, step: { name: 'checking', asks: false } }
  return { ...flow, step: { name: 'checking', asks: true }, sureOf: report.amount }
}
