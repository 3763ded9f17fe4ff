import { formatMoney } from '../../shared/money.ts'
import type { Email } from './layout.ts'

interface Arrived {
  title: string
  count: number
  amount: number // in centavos, of all `count`
  withdrawnCount: number // by those who reported them
  withdrawnAmount: number
  unverified: number // of the whole collection
}

/** To the organiser. */
export function newContributions(arrived: Arrived): Email {
  const { title, count, amount, withdrawnCount, unverified } = arrived
  if (count === 0) return withdrawnContributions(arrived)
  const words = count === 1 ? '1 aporte nuevo' : `${count.toLocaleString('es-AR')} aportes nuevos`
  return {
    subject: `${words} en «${title}»`,
    title: words.replace(/^./, (first) => first.toUpperCase()),
    preview: `Por ${formatMoney(amount)}. ${waiting(unverified)}`,
    paragraphs: [
      `${count === 1 ? 'Llegó' : 'Llegaron'} ${words} a tu colecta «${title}», por ${formatMoney(amount)}.`,
      ...(withdrawnCount > 0 ? [withdrawn(arrived)] : []),
      waiting(unverified),
    ],
    button: 'Revisar los aportes',
    smallPrint: SUBSCRIBED,
  }
}

function withdrawnContributions(arrived: Arrived): Email {
  const { title, withdrawnCount, unverified } = arrived
  const words =
    withdrawnCount === 1
      ? '1 aporte retirado'
      : `${withdrawnCount.toLocaleString('es-AR')} aportes retirados`
  return {
    subject: `${words} en «${title}»`,
    title: words.replace(/^./, (first) => first.toUpperCase()),
    preview: withdrawn(arrived),
    paragraphs: [`${withdrawn(arrived)} La colecta es «${title}».`, waiting(unverified)],
    button: 'Ver la colecta',
    smallPrint: SUBSCRIBED,
  }
}

const SUBSCRIBED =
  'Te escribimos porque pediste avisos de esta colecta. Los cambias en sus detalles.'

function withdrawn({ withdrawnCount, withdrawnAmount }: Arrived): string {
  return withdrawnCount === 1
    ? `Una persona retiró su aporte de ${formatMoney(withdrawnAmount)}: ya no cuenta.`
    : `Se retiraron ${withdrawnCount.toLocaleString('es-AR')} aportes, por ${formatMoney(withdrawnAmount)}: ya no cuentan.`
}

function waiting(unverified: number): string {
  if (unverified === 0) return 'Ninguno queda por verificar.'
  return unverified === 1
    ? 'En total, 1 queda por verificar.'
    : `En total, ${unverified.toLocaleString('es-AR')} quedan por verificar.`
}

interface Decided {
  title: string
  amount: number // in centavos
}

const ASKED = 'Te escribimos porque al aportar pediste que te avisemos.'

/** To a contributor. */
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

/** To a contributor. */
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
