import { type Centavos, formatMoney } from '../../shared/money.ts'
import { countOf } from '../../shared/text.ts'
import type { Email } from './layout.ts'

export interface ChangeSums {
  count: number // of new contributions
  amount: Centavos
  correctedCount: number // by those who reported them
  correctedFrom: Centavos
  correctedTo: Centavos
  withdrawnCount: number
  withdrawnAmount: Centavos // of the last notification
}

interface Changes extends ChangeSums {
  title: string
  unverified: number // of the whole collection
}

export function contributionChanges(changes: Changes): Email {
  const { title, count, amount, correctedCount, withdrawnCount, unverified } = changes
  const arrived =
    count === 0
      ? ''
      : `${count === 1 ? 'Llegó' : 'Llegaron'} ${countOfContributions(count, 'nuevo')} a tu colecta «${title}», por ${formatMoney(amount)}.`
  const corrected = correctedCount === 0 ? '' : correctedText(changes)
  const withdrawn = withdrawnCount === 0 ? '' : withdrawnText(changes)
  const words = summary(changes)
  return {
    subject: `${words} en «${title}»`,
    title: words.replace(/^./, (first) => first.toUpperCase()),
    preview:
      count > 0
        ? `Por ${formatMoney(amount)}. ${waiting(unverified)}`
        : [corrected, withdrawn].filter(Boolean).join(' '),
    paragraphs: [
      ...[arrived, corrected, withdrawn].filter(Boolean),
      count > 0 ? waiting(unverified) : `La colecta es «${title}». ${waiting(unverified)}`,
    ],
    button: count + correctedCount > 0 ? 'Revisar los aportes' : 'Ver la colecta',
    smallPrint: 'Te escribimos porque pediste avisos de esta colecta. Los cambias en sus detalles.',
  }
}

/** With new contributions, subject and title name only these; the text names the others. */
function summary({ count, correctedCount, withdrawnCount }: Changes): string {
  if (count > 0) return countOfContributions(count, 'nuevo')
  if (withdrawnCount === 0) return countOfContributions(correctedCount, 'corregido')
  if (correctedCount === 0) return countOfContributions(withdrawnCount, 'retirado')
  return `${countOfContributions(correctedCount, 'corregido')} y ${countOf(withdrawnCount, 'retirado')}`
}

/** `what` is singular and masculine: '1 aporte nuevo', '1.200 aportes nuevos'. */
export function countOfContributions(count: number, what: string): string {
  return countOf(count, `aporte ${what}`, `aportes ${what}s`)
}

function correctedText({ correctedCount, correctedFrom, correctedTo }: Changes): string {
  return correctedCount === 1
    ? `Una persona corrigió el monto de su aporte: era de ${formatMoney(correctedFrom)} y ahora es de ${formatMoney(correctedTo)}.`
    : `Se corrigió el monto de ${countOf(correctedCount, 'aporte')}: sumaban ${formatMoney(correctedFrom)} y ahora suman ${formatMoney(correctedTo)}.`
}

function withdrawnText({ withdrawnCount, withdrawnAmount }: Changes): string {
  return withdrawnCount === 1
    ? `Una persona retiró su aporte de ${formatMoney(withdrawnAmount)}: ya no cuenta.`
    : `Se retiraron ${countOf(withdrawnCount, 'aporte')}, por ${formatMoney(withdrawnAmount)}: ya no cuentan.`
}

function waiting(unverified: number): string {
  if (unverified === 0) return 'Ninguno queda por verificar.'
  return `En total, ${countOf(unverified, 'queda', 'quedan')} por verificar.`
}

interface Decided {
  title: string
  amount: Centavos
}

const ASKED = 'Te escribimos porque al aportar pediste que te avisemos.'

export const contributionVerified = ({ title, amount }: Decided): Email => ({
  subject: `Tu aporte a «${title}» fue acreditado`,
  title: 'Tu aporte fue acreditado',
  preview: `Quien organiza la colecta confirmó que recibió ${formatMoney(amount)}.`,
  paragraphs: [
    `Quien organiza «${title}» confirmó que recibió tu aporte de ${formatMoney(amount)}.`,
  ],
  button: 'Ver mi aporte',
  smallPrint: ASKED,
})

export const contributionRejected = ({ title, amount }: Decided): Email => ({
  subject: `Tu aporte a «${title}» fue rechazado`,
  title: 'Tu aporte fue rechazado',
  preview: 'Si crees que es un error, habla con quien organiza la colecta.',
  paragraphs: [
    `Quien organiza «${title}» rechazó tu aporte de ${formatMoney(amount)}. Pasa, por ejemplo, si la transferencia no llegó a su cuenta.`,
    'Si escribió un motivo, está en tu aporte. Si crees que es un error, habla con quien organiza la colecta.',
  ],
  button: 'Ver mi aporte',
  smallPrint: ASKED,
})
