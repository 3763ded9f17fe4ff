import type { PublicCollection } from '../../../shared/collection.ts'
import { type Day, daysUntil, formatDay } from '../../../shared/dates.ts'

/**
 * 'Fecha límite: 28/11/2026', 'Faltan 7 días'. Only the status closes a collection, not its deadline, unless its
 * organiser asked for that.
 */
export function timeWords(
  { deadline, status, closesAlone }: Pick<PublicCollection, 'deadline' | 'status' | 'closesAlone'>,
  today: Day,
): { deadline: string; left: string | null } {
  const date = formatDay(deadline)
  if (deadline < today) return { deadline: `La fecha límite fue el ${date}`, left: null }
  const left = status === 'abierta' ? daysLeft(daysUntil(deadline, today)) : null
  const words = closesAlone && status === 'abierta' ? 'Cierra sola el' : 'Fecha límite:'
  return { deadline: `${words} ${date}`, left }
}

function daysLeft(days: number): string {
  if (days === 0) return 'Último día'
  return days === 1 ? 'Falta 1 día' : `Faltan ${days} días`
}
