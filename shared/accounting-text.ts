import type { Collection } from './collection.ts'
import { type Day, formatDay } from './dates.ts'
import { formatMoney } from './money.ts'
import { countOf } from './text.ts'

type Counted = Pick<
  Collection,
  'title' | 'amountCollected' | 'amountVerified' | 'totalAmount' | 'confirmedCount'
>

/** Returns the text of what a colecta has collected, which the organiser sends to its group. It names nobody. */
export function accountingText(collection: Counted, today: Day): string {
  const { title, amountCollected, amountVerified, totalAmount, confirmedCount } = collection
  const sum = `${formatMoney(amountCollected)} de ${formatMoney(totalAmount)}`
  const unverified = amountCollected - amountVerified
  const seen =
    unverified === 0
      ? 'Todo está acreditado en la cuenta.'
      : `Acreditado en la cuenta: ${formatMoney(amountVerified)}. Por verificar: ${formatMoney(unverified)}.`
  return `Rendición de la colecta «${title}» al ${formatDay(today)}: juntamos ${sum} con ${countOf(confirmedCount, 'aporte')}.\n${seen}`
}
