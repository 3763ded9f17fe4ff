import { describe, expect, it } from 'vitest'
import type { ContributionReport } from '../../../shared/contribution.ts'
import { AppError } from '../../../shared/errors.ts'
import {
  FORM,
  nextReportFlow,
  type ReportEvent,
} from '../../../web/screens/contribute/report-steps.ts'

const REPORT: ContributionReport = {
  id: '0199a000-0000-7000-8000-000000000001',
  amount: 20_000_00,
  contributorName: 'Julieta Romero',
  contributorEmail: 'julieta@example.com',
  message: '',
  paymentMethod: 'Transferencia',
  hasReceipt: false,
}

const FOUND: ReportEvent = { type: 'draft-found', dialog: 'confirm' }
const SESSION_KNOWN: ReportEvent = { type: 'session-known' }
const SUBMITTED: ReportEvent = { type: 'submitted' }
const LOADED: ReportEvent = { type: 'loaded' }
const CHECKED: ReportEvent = { type: 'checked', report: REPORT }
const TRANSFER: ReportEvent = { type: 'transfer-began', amount: REPORT.amount }
const ENDED: ReportEvent = { type: 'submit-ended' }
const asked = (question: 'amount' | 'sign-in' | 'existing'): ReportEvent => ({
  type: 'question-found',
  question,
})

const AT_ASKING = [SUBMITTED, LOADED, CHECKED]
const AT_TRANSFER = [...AT_ASKING, TRANSFER]

const flowAfter = (...events: ReportEvent[]) => events.reduce(nextReportFlow, FORM)

it('goes from the form to the dialogs, and marks the draft', () => {
  expect(flowAfter(...AT_ASKING).underway).toBeNull()
  expect(flowAfter(...AT_TRANSFER)).toMatchObject({
    step: { name: 'transferring', report: REPORT },
    underway: 'transfer',
    isStored: false,
  })
  // The press has nothing more to do, and changes nothing.
  expect(flowAfter(...AT_TRANSFER, ENDED)).toEqual(flowAfter(...AT_TRANSFER))
})

it('acts once, however often the button is pressed', () => {
  const loading = flowAfter(SUBMITTED)
  expect(nextReportFlow(loading, SUBMITTED)).toBe(loading)
})

it('returns to the form when a value is wrong, a provider refuses, or its page opens', () => {
  expect(flowAfter(SUBMITTED, LOADED, ENDED)).toEqual(FORM)
  expect(flowAfter(...AT_ASKING, { type: 'payment-began' }, ENDED)).toEqual(FORM)
})

it('shows why the next steps could not be loaded, until the next press', () => {
  const error = new AppError('unavailable', 'No pudimos abrir el siguiente paso.')
  const failed = flowAfter(SUBMITTED, { type: 'load-failed', error })
  expect(failed.step).toEqual({ name: 'form', failure: error })
  expect(nextReportFlow(failed, SUBMITTED).step).toEqual({ name: 'loading' })
})

describe('a question', () => {
  it('is asked once', () => {
    expect(flowAfter(...AT_ASKING, asked('existing'), { type: 'continued' }).step).toEqual({
      name: 'checking',
      asks: false,
    })
  })

  it('about the amount leaves the others to be asked', () => {
    expect(flowAfter(...AT_ASKING, asked('amount'), { type: 'continued' })).toMatchObject({
      step: { name: 'checking', asks: true },
      sureOf: REPORT.amount,
    })
  })

  it('that is cancelled leads to the form', () => {
    expect(flowAfter(...AT_ASKING, asked('sign-in'), { type: 'cancelled' })).toEqual(FORM)
  })
})

describe('a draft whose dialogs were open', () => {
  it('opens them without questions once the session is known', () => {
    expect(flowAfter(FOUND).step).toEqual({ name: 'returning' })
    expect(flowAfter(FOUND, SESSION_KNOWN).step).toEqual({ name: 'loading' })
    expect(flowAfter(FOUND, SESSION_KNOWN, LOADED).step).toEqual({ name: 'checking', asks: false })
  })

  it('stays one while they cannot be opened, and ends when the person leaves them', () => {
    const error = new AppError('unavailable', 'No hay conexión.')
    const failed = [FOUND, SESSION_KNOWN, { type: 'load-failed', error } as const]
    expect(flowAfter(...failed).underway).toBe('confirm')
    const opened = flowAfter(...failed, ...AT_TRANSFER)
    expect(opened.underway).toBe('confirm')
    const first: ReportEvent = { type: 'dialog-opened', dialog: 'transfer' }
    expect(nextReportFlow(opened, first).underway).toBe('transfer')
    expect(nextReportFlow(opened, { type: 'left' })).toEqual(FORM)
  })
})

describe('a report in the outbox', () => {
  it('has no draft', () => {
    expect(flowAfter(...AT_TRANSFER, { type: 'stored' }).isStored).toBe(true)
    expect(flowAfter({ type: 'stored' })).toBe(FORM)
  })

  it('is a draft again, under another id, when the server refuses it', () => {
    expect(flowAfter(...AT_TRANSFER, { type: 'stored' }, { type: 'refused', id: 'other' })).toEqual(
      {
        ...flowAfter(...AT_TRANSFER),
        step: { name: 'transferring', report: { ...REPORT, id: 'other' } },
      },
    )
  })
})
