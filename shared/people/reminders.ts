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
  /** For everyone who is missing, such as a group chat. It names nobody. */
  text: string
  /** Returns a link that opens WhatsApp with a text for this person, and with their number when it is known. */
  linkFor(person: { name: string; phone: string | null }): string
}

/** Returns the reminders for a collection that has a list of people. `split` is the result of `splitByContribution`. */
export function remindersOf(
  collection: Reminded,
  split: { missing: readonly unknown[]; contributed: readonly unknown[] },
  link: string,
): Reminders {
  const remaining = Math.max(0, collection.totalAmount - collection.amountCollected)
  const contributed = split.contributed.length
  const people = split.missing.length + contributed
  const text = reminderText(collection, { people, contributed, remaining }, link)
  return {
    text,
    linkFor({ name, phone }) {
      const number = phone === null ? null : whatsAppNumber(phone)
      return whatsAppLink(`Hola ${firstWord(name)}.\n${text}`, number ?? '')
    },
  }
}
