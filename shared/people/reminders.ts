import type { Collection } from '../collection.ts'
import { whatsAppLink } from '../links.ts'
import { reminderText } from '../missing-people.ts'
import { firstWord } from '../text.ts'
import { whatsAppNumber } from './whatsapp-number.ts'

type Reminded = Pick<
  Collection,
  'title' | 'deadline' | 'suggestedAmount' | 'totalAmount' | 'amountCollected'
>

export interface Reminders {
  /** For all who are missing. It names nobody. */
  text: string
  /** Opens WhatsApp with a text for one of them, by their number when it is known. */
  linkFor(person: { name: string; phone: string | null }): string
}

export function remindersOf(
  collection: Reminded,
  { people, gave }: { people: number; gave: number },
  link: string,
): Reminders {
  const rest = Math.max(0, collection.totalAmount - collection.amountCollected)
  const text = reminderText(collection, { people, contributed: gave, rest }, link)
  return {
    text,
    linkFor({ name, phone }) {
      const number = phone === null ? null : whatsAppNumber(phone)
      return whatsAppLink(`Hola ${firstWord(name)}.\n${text}`, number ?? '')
    },
  }
}
