import { type ManualContribution, manualContribution } from '../../../shared/contribution.ts'
import { formatAmount, typedAmount } from '../../../shared/money.ts'
import { type Checked, check } from '../../../shared/validation.ts'
import type { Correction } from '../../features/sync/correction.ts'
import { nullIfBlank } from '../../forms/field-values.ts'

/** The form's values as typed. `id` makes a repeated press or a lost response the same contribution (S7). */
export interface ContributionValues extends Record<string, string> {
  contributorName: string
  amount: string
  contributorEmail: string
  message: string
  id: string
}

/** Uses the readable values of a refused change (S9). */
export function withRefused(
  values: ContributionValues,
  { args, code }: Pick<Correction, 'args' | 'code'>,
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
    // Except an id that another contribution has.
    id: code === 'conflict' ? values.id : text('id'),
  }
}

export function checkContribution(
  collectionId: string,
  { id, contributorName, contributorEmail, amount, message }: ContributionValues,
): Checked<ManualContribution> {
  return check(manualContribution, {
    id,
    collectionId,
    contributorName,
    contributorEmail: nullIfBlank(contributorEmail),
    amount: typedAmount(amount),
    message,
    paymentDate: new Date().toISOString(),
  })
}
