import { formatMoney } from '../../shared/money.ts'
import type { Email } from './layout.ts'

interface Arrived {
  title: string
  count: number
  amount: number // in centavos, of all `count`
  unverified: number // of the whole collection
}

/** To the organiser. */
export function newContributions({ title, count, amount, unverified }: Arrived): Email {
  const words = count === 1 ? '1 aporte nuevo' : `${count.toLocaleString('es-AR')} aportes nuevos`
  return {
    subject: `${words} en «${title}»`,
    title: words.replace(/^./, (first) => first.toUpperCase()),
    preview: `Por ${formatMoney(amount)}. ${waiting(unverified)}`,
    paragraphs: [
      `${count === 1 ? 'Llegó' : 'Llegaron'} ${words} a tu colecta «${title}», por ${formatMoney(amount)}.`,
      waiting(unverified),
    ],
    button: 'Revisar los aportes',
    smallPrint: 'Te escribimos porque pediste avisos de esta colecta. Los cambias en sus detalles.',
  }
}

function waiting(unverified: number): string {
  if (unverified === 0) return 'Ninguno queda por verificar.'
  return unverified === 1
    ? 'En total, 1 queda por verificar.'
    : `En total, ${unverified.toLocaleString('es-AR')} quedan por verificar.`
}
