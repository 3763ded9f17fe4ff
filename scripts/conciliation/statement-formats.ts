/*
 * Writes invented movements (generate-world.ts) as statements, in the formats of six banks and in four of no known bank.
 * ground-truth.ts uses them in tests, and the benchmark reads the first.
 */
import { formatDay } from '../../shared/dates.ts'
import type { Movement } from './generate-world.ts'
import { bankStyleName, walletStyleName } from './invented-people.ts'

export interface StatementFormat {
  name: string
  file: string
  /** Which facts about a payment the format contains. */
  shows: { name: boolean; cuit: boolean; reference: boolean }
  /** Names are as their owners write them: "Ana Gómez". Otherwise as banks do: "GOMEZ ANA". */
  isWallet?: boolean
  /** Rows above the movements. */
  head: string[]
  row(movement: Movement, at: number): string
}

/** Returns one file and, for each movement, its line as readStatements names it: `file#row`. */
export function writeStatement(format: StatementFormat, movements: readonly Movement[]) {
  const rows = movements.map((movement, at) => format.row(movement, at))
  return {
    file: {
      name: format.file,
      bytes: new TextEncoder().encode([...format.head, ...rows, ''].join('\n')),
    },
    lineOf: new Map(
      movements.map((movement, at) => [movement, `${format.file}#${format.head.length + at + 1}`]),
    ),
  }
}

/** '1.234,56' */
function withThousands(centavos: number): string {
  const [whole = '', cents = ''] = (Math.abs(centavos) / 100).toFixed(2).split('.')
  return `${centavos < 0 ? '-' : ''}${whole.replace(/\B(?=(?:\d{3})+$)/g, '.')},${cents}`
}

/** '1234,56' */
const withComma = (centavos: number) => withThousands(centavos).replaceAll('.', '')
/** '1234.56' */
const withPoint = (centavos: number) => (centavos / 100).toFixed(2)
/** '12-03-2026' */
const dashedDay = (day: string) => formatDay(day).replaceAll('/', '-')
/** '12/03/26' */
const twoDigitYear = (day: string) => formatDay(day).replace(/20(\d\d)$/, '$1')

/** Galicia cuts a longer name off. */
export const GALICIA_NAME_LENGTH = 22

export const FORMATS: readonly StatementFormat[] = [
  {
    name: 'galicia',
    file: 'galicia.csv',
    shows: { name: true, cuit: true, reference: true },
    head: [
      'Fecha;Descripción;Origen;Débitos;Créditos;Grupo de Conceptos;Concepto;Número de Terminal;Observaciones Cliente;Número de Comprobante;Leyendas Adicionales1;Leyendas Adicionales2;Leyendas Adicionales3;Leyendas Adicionales4;Tipo de Movimiento;Saldo;',
    ],
    row: ({ day, amount, payer, reference, text }) =>
      `${formatDay(day)};"${payer ? 'Transferencia De Terceros' : text}";;${withComma(Math.max(0, -amount))};${withComma(Math.max(0, amount))};"Grupo";"Concepto";;;${reference};"${payer ? bankStyleName(payer).slice(0, GALICIA_NAME_LENGTH) : ''}";${payer?.cuit ?? ''};;;Imputado;1,00;`,
  },
  {
    name: 'mercado-pago-account',
    file: 'account_statement.csv',
    isWallet: true,
    shows: { name: true, cuit: false, reference: true },
    head: [
      'INITIAL_BALANCE;CREDITS;DEBITS;FINAL_BALANCE',
      '0,00;0,00;0,00;0,00',
      '',
      'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
    ],
    row: ({ day, amount, payer, reference, text }) =>
      `${dashedDay(day)};${payer ? `Transferencia recibida ${walletStyleName(payer)}` : text};${reference};${withThousands(amount)};1,00`,
  },
  {
    name: 'brubank',
    file: 'brubank.csv',
    isWallet: true,
    shows: { name: true, cuit: false, reference: false },
    head: ['Fecha,Tipo,Descripcion,Monto'],
    row: ({ day, amount, payer, text }) =>
      `${formatDay(day)},${amount < 0 ? 'Débito' : 'Crédito'},${payer ? `Transferencia de ${walletStyleName(payer)}` : text},"${withComma(Math.abs(amount))}"`,
  },
  {
    name: 'nacion',
    file: 'nacion.csv',
    shows: { name: false, cuit: false, reference: true },
    head: ['Fecha,Comprobante,Concepto,Importe,Saldo'],
    row: ({ day, amount, payer, reference, text }) =>
      `${formatDay(day)},${reference},"${payer ? 'CREDITO TRANSFERENCIA COELSA' : text.replace(/\d{11}/, '')}","$ ${withThousands(amount)}","$ 1,00"`,
  },
  {
    name: 'bbva',
    file: 'bbva.csv',
    shows: { name: false, cuit: true, reference: false },
    head: ['Fecha;Fecha Valor;Concepto;Codigo;Número Documento;Oficina;Crédito;Débito;Detalle'],
    row: ({ day, amount, payer, text }) =>
      `${dashedDay(day)};${dashedDay(day)};${payer ? `TRF  IN COEL ${payer.cuit}` : text};136;;733 - N/A;${amount > 0 ? withPoint(amount) : ''};${amount < 0 ? withPoint(amount) : ''};${payer ? `CTE ${payer.cuit}` : ''}`,
  },
  {
    name: 'roela',
    file: 'roela.csv',
    shows: { name: true, cuit: true, reference: true },
    head: ['Fecha;Descripción;Monto;N° de Comprobante'],
    row: ({ day, amount, payer, reference, text }) =>
      `${twoDigitYear(day)};${payer ? `${payer.cuit}-${bankStyleName(payer)}` : text};${withComma(amount)};${reference}`,
  },
  {
    name: 'unknown-columns',
    file: 'extracto.txt',
    shows: { name: true, cuit: true, reference: true },
    head: [
      'Banco de la Ribera\tCaja de ahorro en pesos',
      '',
      'Fecha de operación\tMovimiento\tOrdenante\tCUIT ordenante\tNro. de operación\tIngresos\tEgresos\tSaldo disponible',
    ],
    row: ({ day, amount, payer, reference, text }) =>
      `${day}\t${payer ? 'Transferencia inmediata' : text}\t${payer ? bankStyleName(payer) : ''}\t${payer?.cuit ?? ''}\t${reference}\t${amount > 0 ? withThousands(amount) : ''}\t${amount < 0 ? withThousands(-amount) : ''}\t1,00`,
  },
  {
    name: 'unknown-text',
    file: 'movimientos-de-cuenta.csv',
    shows: { name: true, cuit: true, reference: false },
    head: ['Movimientos', 'Fecha,Detalle del movimiento,Importe en pesos'],
    row: ({ day, amount, payer, text }) =>
      `${day}T10:30:00,"${payer ? `CR.TRANSF. ${bankStyleName(payer)} CUIT ${payer.cuit} VARIOS` : text}",${withPoint(amount)}`,
  },
  {
    name: 'unknown-sides',
    file: 'Resumen (1).txt',
    isWallet: true,
    shows: { name: true, cuit: false, reference: false },
    head: ['Extracto de cuenta', 'F. Valor|Descripción|Debe|Haber|Saldo'],
    row: ({ day, amount, payer, text }) =>
      `${formatDay(day).replaceAll('/', '.')}|${payer ? `Transf. de ${walletStyleName(payer)}` : text}|${withThousands(Math.max(0, -amount))}|${withThousands(Math.max(0, amount))}|1,00`,
  },
  {
    name: 'unknown-wallet',
    file: 'actividad.csv',
    isWallet: true,
    shows: { name: true, cuit: true, reference: false },
    head: ['Fecha,Tipo de operación,Contraparte,CUIT,Ingresó,Salió'],
    row: ({ day, amount, payer, text }) =>
      `"${formatDay(day)}","${payer ? 'Transferencia' : 'Otro'}","${payer ? walletStyleName(payer) : text}","${payer?.cuit ?? ''}","${amount > 0 ? `$${withThousands(amount)}` : '-'}","${amount < 0 ? `$${withThousands(-amount)}` : '-'}"`,
  },
]
