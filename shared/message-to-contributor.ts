import type { Collection } from './collection.ts'
import type { Contribution } from './contribution.ts'
import { formatMoney } from './money.ts'
import { firstWord } from './text.ts'

type Written = Pick<Contribution, 'contributorName' | 'amount' | 'state' | 'rejectionReason'>

/** Returns the beginning of the organiser's message to somebody who contributed; they finish it in their own app. */
export function messageToContributor(
  contribution: Written,
  { title }: Pick<Collection, 'title'>,
): string {
  const { contributorName, state } = contribution
  const to = `Hola ${firstWord(contributorName)}.`
  const of = `tu aporte de ${formatMoney(contribution.amount)} a la colecta «${title}»`
  switch (state) {
    case 'verified':
      return `${to}\nRecibí ${of}. ¡Gracias!`
    case 'rejected':
      return `${to}\nNo pude acreditar ${of}.\n${contribution.rejectionReason}`.trimEnd()
    default:
      return `${to}\nTe escribo por ${of}.`
  }
}
