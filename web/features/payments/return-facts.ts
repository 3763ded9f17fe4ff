import type { Fact } from '../../components/facts.tsx'
import type { PaymentReturn } from './read-return.ts'

/** What the address says of a payment besides its amount. */
export function returnFacts({ contributorName, reference }: PaymentReturn): Fact[] {
  const facts: Fact[] = [{ label: 'Aportante', value: contributorName }]
  if (reference) facts.push({ label: 'Referencia', value: reference })
  return facts
}
