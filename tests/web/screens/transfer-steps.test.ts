import { describe, expect, it } from 'vitest'
import { AppError } from '../../../shared/errors.ts'
import type { ReportState } from '../../../web/reports/kept-report.ts'
import {
  dialogOf,
  firstTransferState,
  isLeaving,
  isSending,
  nextTransferState,
  type TransferEvent,
} from '../../../web/screens/contribute/transfer-steps.ts'

const TRANSFERRED: TransferEvent = { type: 'transferred' }
const WENT_BACK: TransferEvent = { type: 'went-back' }
const CONFIRMED: TransferEvent = { type: 'confirmed', hasReceipt: true }
const STORED: TransferEvent = { type: 'stored' }
const CLOSED: TransferEvent = { type: 'closed', hasReceipt: false }
const STAYED: TransferEvent = { type: 'stayed' }
const LEFT: TransferEvent = { type: 'left' }
const now = (state: ReportState | null): TransferEvent => ({ type: 'report-changed', state })

const AT_CONFIRM = [TRANSFERRED]
const AT_SENDING = [...AT_CONFIRM, CONFIRMED, STORED]

const SENT: ReportState = { name: 'sending-report' }
const RECEIVED: ReportState = { name: 'received' }
const REFUSED: ReportState = {
  name: 'refused',
  error: { code: 'collection-closed', message: 'Cerrada.' },
}
const OFFLINE: ReportState = {
  name: 'waiting',
  reported: false,
  for: 'network',
  reason: 'No hay conexión con el servidor.',
}
const TAKEN_BACK: TransferEvent = {
  type: 'taken-back',
  error: new AppError('collection-closed', 'Cerrada.'),
}

const stateAfter = (...events: TransferEvent[]) =>
  events.reduce(nextTransferState, firstTransferState('transfer'))
const stepAfter = (...events: TransferEvent[]) => stateAfter(...events).step

it('advances from the account to the thanks, one dialog after the other', () => {
  const dialogs = [TRANSFERRED, CONFIRMED, STORED, now(SENT), now(RECEIVED)].map(
    (_, index, events) => dialogOf(stepAfter(...events.slice(0, index + 1))),
  )
  expect(dialogs).toEqual(['confirm', 'confirm', 'confirm', 'confirm', 'thanks'])
})

it('asks before it confirms without a receipt', () => {
  const asked = [...AT_CONFIRM, { type: 'confirmed', hasReceipt: false } as const]
  expect(stepAfter(...asked)).toEqual({ name: 'no-receipt' })
  expect(stepAfter(...asked, { type: 'receipt-wanted' })).toEqual({ name: 'confirm' })
  expect(stepAfter(...asked, { type: 'confirmed-without-receipt' }).name).toBe('storing')
})

it('acts once, however often a button is pressed', () => {
  const storing = stateAfter(...AT_CONFIRM, CONFIRMED)
  for (const event of [CONFIRMED, TRANSFERRED, STAYED, LEFT]) {
    expect(nextTransferState(storing, event)).toBe(storing)
  }
})

it('returns to the last dialog with a problem when the outbox fails', () => {
  const failure: TransferEvent = { type: 'store-failed', error: new AppError('internal', 'No.') }
  const once = stateAfter(...AT_CONFIRM, CONFIRMED, failure)
  expect(once.step).toEqual({ name: 'confirm' })
  expect(once.problem?.attempt).toBe(1)
  expect(nextTransferState(once, CONFIRMED).problem).toBeNull()
})

describe('a stored report', () => {
  it('is being sent until a tab has tried', () => {
    expect(stepAfter(...AT_SENDING, now(SENT))).toEqual({ name: 'sending' })
    expect(stepAfter(...AT_SENDING, now(OFFLINE))).toEqual({ name: 'waiting', waiting: OFFLINE })
    expect(stepAfter(...AT_SENDING, now(OFFLINE), now(SENT))).toEqual({ name: 'sending' })
  })

  it('is thanked for as soon as the server has it, even while its receipt is missing', () => {
    for (const state of [
      RECEIVED,
      { name: 'sending-receipt', percent: 3 },
      { name: 'unlisted' },
      { name: 'receipt-refused', message: 'No.', takesAnother: true },
      { ...OFFLINE, reported: true },
    ] as const) {
      expect(stepAfter(...AT_SENDING, now(state))).toEqual({ name: 'thanks' })
      expect(stepAfter(...AT_SENDING, now(OFFLINE), now(state))).toEqual({ name: 'thanks' })
    }
  })

  it('stays thanked for when the person dismisses it', () => {
    expect(stepAfter(...AT_SENDING, now(RECEIVED), now(null))).toEqual({ name: 'thanks' })
  })

  it('can be confirmed again when it left the outbox unseen', () => {
    expect(stepAfter(...AT_SENDING, now(null))).toEqual({ name: 'confirm' })
  })

  it('is a draft again when the server refuses it, also after the thanks', () => {
    for (const before of [[], [now(OFFLINE)], [now(RECEIVED)]]) {
      const taken = stateAfter(...AT_SENDING, ...before, now(REFUSED))
      expect(taken.step.name).toBe('taking-back')
      expect(nextTransferState(taken, CONFIRMED)).toBe(taken)
      expect(nextTransferState(taken, now(null))).toBe(taken)
      const back = nextTransferState(taken, TAKEN_BACK)
      expect(back).toMatchObject({ step: { name: 'confirm' }, problem: { attempt: 1 } })
    }
  })

  it('is taken back from an earlier dialog too, which stays', () => {
    expect(stepAfter(TRANSFERRED, now(REFUSED), TAKEN_BACK)).toEqual({ name: 'confirm' })
    expect(stepAfter(now(REFUSED), TAKEN_BACK)).toEqual({ name: 'transfer' })
    expect(dialogOf(stepAfter(now(REFUSED)))).toBe('transfer')
  })
})

describe('going back', () => {
  it('goes one dialog back, and from the first one to the form without a question', () => {
    expect(stepAfter(...AT_CONFIRM, WENT_BACK)).toEqual({ name: 'transfer' })
    expect(stepAfter({ type: 'copied' }, WENT_BACK)).toEqual({ name: 'left' })
  })

  it('closes a question', () => {
    const asked: TransferEvent = { type: 'confirmed', hasReceipt: false }
    expect(stepAfter(...AT_CONFIRM, asked, WENT_BACK)).toEqual({ name: 'confirm' })
    expect(stepAfter(...AT_CONFIRM, CLOSED, WENT_BACK)).toEqual({ name: 'confirm' })
  })

  it('leaves a report that is stored', () => {
    expect(stepAfter(...AT_SENDING, now(OFFLINE), WENT_BACK)).toEqual({ name: 'left' })
    expect(stepAfter(...AT_SENDING, now(RECEIVED), WENT_BACK)).toEqual({ name: 'left' })
  })

  it('asks about a report that is under way', () => {
    const sending = { name: 'leaving', from: 'sending' }
    expect(stepAfter(...AT_SENDING, WENT_BACK)).toEqual(sending)
    expect(stepAfter(...AT_CONFIRM, CONFIRMED, WENT_BACK, STORED)).toEqual(sending)
  })
})

it('reopens at the dialog that was open when the page was left', () => {
  expect(firstTransferState('confirm').step).toEqual({ name: 'confirm' })
  expect(nextTransferState(firstTransferState('confirm'), CLOSED).step.name).toBe('leaving')
})

describe('leaving', () => {
  it('does not ask a person who has done nothing yet', () => {
    expect(stepAfter(CLOSED)).toEqual({ name: 'left' })
  })

  it('asks a person who may have transferred', () => {
    const withReceipt: TransferEvent = { type: 'closed', hasReceipt: true }
    expect(stepAfter({ type: 'copied' }, CLOSED)).toEqual({ name: 'leaving', from: 'transfer' })
    expect(stepAfter(withReceipt)).toEqual({ name: 'leaving', from: 'transfer' })
    expect(stepAfter(TRANSFERRED, CLOSED)).toEqual({ name: 'leaving', from: 'confirm' })
    expect(stepAfter(...AT_CONFIRM, CLOSED, STAYED)).toEqual({ name: 'confirm' })
    expect(stepAfter(...AT_CONFIRM, CLOSED, LEFT)).toEqual({ name: 'left' })
  })

  it('asks once the report is stored when the cross was pressed before', () => {
    const storing = [...AT_CONFIRM, CONFIRMED, CLOSED]
    expect(isLeaving(stepAfter(...storing))).toBe(false)
    expect(stepAfter(...storing, STORED)).toEqual({ name: 'leaving', from: 'sending' })
  })

  it('keeps its question while the report is being sent', () => {
    const leaving = stateAfter(...AT_SENDING, CLOSED)
    expect(nextTransferState(leaving, now(SENT))).toBe(leaving)
    expect(isLeaving(leaving.step) && isSending(leaving.step)).toBe(true)
    expect(dialogOf(leaving.step)).toBe('confirm')
  })

  it('closes its question when the report waits or has arrived', () => {
    expect(stepAfter(...AT_SENDING, CLOSED, now(OFFLINE)).name).toBe('waiting')
    expect(stepAfter(...AT_SENDING, CLOSED, now(RECEIVED)).name).toBe('thanks')
  })

  it('waits for a refused report to be a draft again', () => {
    const refused = [...AT_SENDING, CLOSED, now(REFUSED)]
    expect(isLeaving(stepAfter(...refused))).toBe(true)
    expect(stepAfter(...refused, TAKEN_BACK)).toEqual({ name: 'leaving', from: 'confirm' })
    expect(dialogOf(stepAfter(...refused, LEFT))).toBeNull()
    expect(stepAfter(...refused, LEFT).name).toBe('taking-back')
    expect(stepAfter(...refused, LEFT, TAKEN_BACK)).toEqual({ name: 'left' })
    expect(stepAfter(...refused, STAYED, TAKEN_BACK)).toEqual({ name: 'confirm' })
  })
})
