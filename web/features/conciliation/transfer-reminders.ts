/* Reminders to contributors whose transfer was not found. The link comes last. No text names another contributor. */
import { type Day, shortDay } from '../../../shared/dates.ts'
import { type Centavos, formatMoney } from '../../../shared/money.ts'
import { countOf } from '../../../shared/text.ts'

interface Reminded {
  name: string
  title: string
  amount: Centavos
  /** The part of `amount` that was found. */
  came: Centavos
  day: Day
  link: string
}

export function reminderFor({ name, title, amount, came, day, link }: Reminded): string {
  if (came > 0) {
    return `Hola ${name}, para la colecta «${title}» ya veo ${formatMoney(came)} de tu aporte de ${formatMoney(amount)} del ${shortDay(day)}. Todavía no veo los ${formatMoney(amount - came)} que faltan: ¿puedes fijarte si salieron? Si los transferiste desde la cuenta de otra persona, dime a nombre de quién está. ${link}`
  }
  return `Hola ${name}, para la colecta «${title}» todavía no veo tu transferencia de ${formatMoney(amount)} del ${shortDay(day)}. ¿Puedes fijarte si salió? Si la hiciste desde la cuenta de otra persona, dime a nombre de quién está. ${link}`
}

interface RemindedGroup {
  title: string
  seen: number
  missing: number
  from: Day
  to: Day
  link: string
}

export function groupReminder({ title, seen, missing, from, to, link }: RemindedGroup): string {
  return `De la colecta «${title}» ya veo ${countOf(seen, 'aporte')} en la cuenta. Todavía no encuentro ${missing}: si transferiste entre el ${shortDay(from)} y el ${shortDay(to)}, avísame desde qué cuenta. ${link}`
}
