import { type ManualContribution, manualContribution } from '../../../shared/contribution.ts'
import { parseMoney } from '../../../shared/money.ts'
import { type Checked, check } from '../../../shared/validation.ts'

/** What the form holds as typed; `id` makes a repeated press or a lost answer one contribution. */
export interface ContributionValues extends Record<string, string> {
  contributorName: string
  amount: string
  contributorEmail: string
  message: string
  id: string
}

/** The shared rules over the texts as typed. */
export function checkContribution(
  collectionId: string,
  { id, contributorName, contributorEmail, amount, message }: ContributionValues,
): Checked<ManualContribution> {
  return check(manualContribution, {
    id,
    collectionId,
    contributorName,
    contributorEmail: contributorEmail.trim() === '' ? null : contributorEmail,
    amount: amount.trim() === '' ? undefined : (parseMoney(amount) ?? Number.NaN),
    message,
  })
}
