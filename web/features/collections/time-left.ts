import type { Collection } from '../../../shared/collection.ts'
import { daysUntil, today } from '../../../shared/dates.ts'

/** Where a collection stands in a word or two: "Completa", "Terminó", "Faltan 9 días". */
export function timeLeft(
  {
    deadline,
    amountCollected,
    totalAmount,
  }: Pick<Collection, 'deadline' | 'amountCollected' | 'totalAmount'>,
  now = new Date(),
): string {
  if (amountCollected >= totalAmount) return 'Completa'
  const day = today(now)
  if (deadline < day) return 'Terminó'
  const days = daysUntil(deadline, day)
  if (days === 0) return 'Termina hoy'
  return days === 1 ? 'Falta 1 día' : `Faltan ${days} días`
}
