import type { Collection } from './collection.ts'
import { formatDay } from './dates.ts'
import { type Centavos, formatMoney } from './money.ts'
import { formatCount } from './text.ts'

type Progress = Pick<
  Collection,
  | 'cantidadPersonas'
  | 'confirmedCount'
  | 'verifiedCount'
  | 'pendingCount'
  | 'totalAmount'
  | 'amountCollected'
>

export interface MissingPeople {
  people: number
  /** Number of contributions that were not rejected, at most `people`. Each counts as one person. */
  contributed: number
  /** Number of those whose money was seen in the account. */
  verified: number
  missing: number
  /** The amount that the collection still lacks. */
  remaining: Centavos
  /** The amount each missing person would need to give, in whole pesos; 0 when nobody is missing. */
  each: Centavos
}

const PESO: Centavos = 100

/** Returns how many people are missing, or null when the collection does not state how many take part. */
export function missingPeople(collection: Progress): MissingPeople | null {
  const { cantidadPersonas: people, confirmedCount, verifiedCount, pendingCount } = collection
  if (people === null) return null
  const contributed = Math.min(people, confirmedCount + pendingCount)
  const missing = people - contributed
  const remaining = Math.max(0, collection.totalAmount - collection.amountCollected)
  const each = missing === 0 ? 0 : Math.ceil(remaining / missing / PESO) * PESO
  return {
    people,
    contributed,
    verified: Math.min(people, verifiedCount),
    missing,
    remaining,
    each,
  }
}

/** Returns the text of a reminder. It asks for the suggested amount, as the form does, whatever the others gave. */
export function reminderText(
  { title, deadline, suggestedAmount }: Pick<Collection, 'title' | 'deadline' | 'suggestedAmount'>,
  { people, contributed, remaining }: Pick<MissingPeople, 'people' | 'contributed' | 'remaining'>,
  link: string,
): string {
  const left = remaining > 0 ? ` y faltan ${formatMoney(remaining)}` : ''
  return [
    `Recordatorio de la colecta «${title}»: ya aportamos ${formatCount(contributed)} de ${formatCount(people)}${left}.`,
    `El aporte sugerido es de ${formatMoney(suggestedAmount)} por persona. Hay tiempo hasta el ${formatDay(deadline)}.`,
    'Aquí están los datos de la transferencia:',
    link,
  ].join('\n')
}
