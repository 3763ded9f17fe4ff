import type { StatementLine } from '../../shared/conciliation/line.ts'
import type { WaitingContribution } from '../../shared/conciliation/waiting-contribution.ts'

/** Returns a transfer as it is read from a statement: by itself with nothing but a day and an amount. */
export function buildLine(change: Partial<StatementLine>): StatementLine {
  return {
    line: 'x.csv#1',
    day: '2026-03-12',
    amount: 15_000_00,
    gross: null,
    name: null,
    cuit: null,
    payerKey: '',
    reference: null,
    hasStableReference: false,
    text: '',
    kind: 'transfer',
    isReturned: false,
    source: 'other',
    ...change,
  }
}

/** Returns a contribution that waits for its line: of the same day and amount. */
export function buildWaiting(change: Partial<WaitingContribution>): WaitingContribution {
  return {
    id: 'c1',
    amount: 15_000_00,
    reportedOn: '2026-03-12',
    names: [],
    operationNumber: null,
    cuit: null,
    isUnique: false,
    ...change,
  }
}
