import type { StatementLine } from '../../shared/conciliation/line.ts'
import type { WaitingContribution } from '../../shared/conciliation/waiting-contribution.ts'

/** Returns a transfer as it is read from a statement. By default it has a day and an amount only. */
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

/** Returns a contribution without a line yet. By default it has the day and the amount of `buildLine`. */
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
