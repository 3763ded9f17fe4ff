import { type ManualContribution, manualContribution } from '../../../shared/contribution.ts'
import { formatAmount, parseMoney } from '../../../shared/money.ts'
import { type Checked, check } from '../../../shared/validation.ts'

/** What the form holds as typed; `id` makes a repeated press or a lost answer one contribution. */
export interface ContributionValues extends Record<string, string> {
  contributorName: string
  amount: string
  contributorEmail: string
  message: string
  id: string
}

/** The form with what a refused change said written over it, as far as it can be read (S9). */
export function withRefused(
  values: ContributionValues,
  args: Readonly<Record<string, unknown>>,
): ContributionValues {
  const text = (field: keyof ContributionValues & string) => {
    const value = args[field]
    return typeof value === 'string' ? value : (values[field] ?? '')
  }
  return {
    contributorName: text('contributorName'),
    amount: typeof args.amount === 'number' ? formatAmount(args.amount) : values.amount,
    contributorEmail: text('contributorEmail'),
    message: text('message'),
    id: text('id'),
  }
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
