import { type ContributionReport, contributionReport } from '../../../shared/contribution.ts'
import { parseMoney } from '../../../shared/money.ts'
import { type Checked, check } from '../../../shared/validation.ts'

/** The form's values, as typed. */
export interface TypedReport {
  id: string
  amount: string
  contributorName: string
  contributorEmail: string
  message: string
}

/** Checks what was typed by the rule that the server will ask again. */
export function checkReport(typed: TypedReport): Checked<ContributionReport> {
  return check(contributionReport, {
    ...typed,
    amount: amountOf(typed.amount),
    paymentMethod: 'Transferencia',
  })
}

/** Missing, unreadable and read are three different things to the rule. */
function amountOf(typed: string): number | undefined {
  return typed.trim() === '' ? undefined : (parseMoney(typed) ?? Number.NaN)
}
