/* Texts for people whose money was not found. The link comes last, and nobody reads of others. */
import type { Day } from '../../../shared/dates.ts'
import { type Centavos, formatMoney } from '../../../shared/money.ts'

interface Reminded {
  name: string
  title: string
  amount: Centavos
  day: Day
  link: string
}

export function reminderFor({ name, title, amount, day, link }: Reminded): string {
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
  const contributions = seen === 1 ? '1 aporte' : `${seen} aportes`
  return `De la colecta «${title}» ya veo ${contributions} en la cuenta. Todavía no encuentro ${missing}: si transferiste entre el ${shortDay(from)} y el ${shortDay(to)}, avísame desde qué cuenta. ${link}`
}

/** 2026-03-02 -> 2/3 */
export function shortDay(day: Day): string {
  const [, month, date] = day.split('-').map(Number)
  return `${date}/${month}`
}

/** 2026-03-02 -> 2 de marzo */
export function spokenDay(day: Day): string {
  const [, month = 1, date] = day.split('-').map(Number)
  return `${date} de ${MONTHS[month - 1]}`
}

const MONTHS =
  'enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre'.split(
    ' ',
  )
