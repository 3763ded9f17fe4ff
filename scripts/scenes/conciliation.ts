/* Scenes of the screen that matches a bank statement with contributions. */
import type { Page } from '@playwright/test'
import { addDays, formatDay, today } from '../../shared/dates.ts'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { formatAmount } from '../../shared/money.ts'
import { at, by, type Step, scenes } from './scene.ts'
import {
  fail,
  goTo,
  of,
  open,
  press,
  QUERIES,
  SYNC,
  settled,
  until,
  untilDialog,
  untilText,
} from './steps.ts'

const CAMP = {
  title: 'Campamento de 5.º',
  description: 'Micro, comida y carpas.',
  suggestedAmount: 15_000_00,
  totalAmount: 450_000_00,
  accountIdentifier: 'Bruno Sosa',
  cantidadPersonas: 30,
  closesAlone: false,
  uniqueCents: true,
}

const PEOPLE = [
  ['Ana Gómez', 15_000_00],
  ['Valentina Ferreyra Del Valle', 15_000_00],
  ['Nico Peralta', 15_000_00],
  ['Mamá de Thiago', 15_000_00],
  ['Sofía Leiva', 20_000_00],
  ['Tomás Quiroga', 15_000_00],
  ['Julieta Romero', 15_000_00],
  ['Rocío Ledesma', 10_000_00],
] as const

const day = (ago: number) => formatDay(addDays(today(new Date()), -ago)).replaceAll('/', '-')

/** The amounts that the server drew for the first three people, by page. */
const drawn = new WeakMap<Page, string[]>()

function statement(page: Page): string {
  const [ana = '', valentina = '', nico = ''] = drawn.get(page) ?? []
  const rows = [
    ['Transferencia recibida Ana Gómez', ana],
    ['Transferencia recibida Valentina Ferreyra Del Valle', valentina],
    ['Transferencia recibida Nicolas Peralta', nico],
    ['Transferencia recibida Sofia Leiva', '20.000,00'],
    ['Transferencia recibida Tomas Ezequiel Quiroga', '15.000,00'],
    ['Transferencia recibida Ximena Ponce', '15.000,00'],
    ['Transferencia recibida Luis Quinteros', '3.500,00'],
    ['Rendimientos', '412,50'],
    ['Compra en kiosco', '-2.300,00'],
  ]
  return [
    'RELEASE_DATE;TRANSACTION_TYPE;REFERENCE_ID;TRANSACTION_NET_AMOUNT;PARTIAL_BALANCE',
    ...rows.map(([text, amount], at) => `${day(at % 3)};${text};${90_000_000 + at};${amount};1,00`),
  ].join('\n')
}

/** Mercado Pago's report of sales, with amounts before and after fees. */
function settlement(): string {
  const date = today(new Date())
  const rows = [
    ['91000000001', '20000.00', '19400.00'],
    ['91000000002', '10000.00', '9700.00'],
    ['91000000003', '3500.00', '3395.00'],
  ]
  return [
    'SOURCE_ID,TRANSACTION_TYPE,TRANSACTION_AMOUNT,TRANSACTION_DATE,FEE_AMOUNT,SETTLEMENT_NET_AMOUNT',
    ...rows.map(
      ([id, gross, net]) =>
        `${id},SETTLEMENT,${gross},${date}T12:00:00.000-03:00,${Number(net) - Number(gross)},${net}`,
    ),
  ].join('\n')
}

const UNKNOWN = [
  'Quien;Fecha;Codigo valor;Detalle',
  '"Gómez Ana";03/04/2026;15.000,37;Transferencia',
  '"Peralta Nicolás";04/04/2026;15.000,81;Transferencia',
  '"Compra en kiosco";05/04/2026;-2.300,00;Débito',
].join('\n')

/** Opens a colecta of Bruno's own, so that no other scene sees what is reported and confirmed here. */
const openCamp: Step = async (page, server) => {
  const id = newId()
  const deadline = addDays(today(new Date()), 12)
  // A separate account, or contributions of other scenes would appear here.
  const bankAccount = `campo.${id.slice(-8)}`
  await server.mutate('bruno', 'create-collection', { id, ...CAMP, bankAccount, deadline })
  const send = async (path: string, data: object) => {
    const headers = { 'Sec-Fetch-Site': 'same-origin' }
    const response = await page.request.post(`/api/collections/${id}/${path}`, { headers, data })
    if (!response.ok()) throw new Error(await response.text())
    return response.json()
  }
  const amounts: string[] = []
  for (const [at, [contributorName, asked]] of PEOPLE.entries()) {
    const contributionId = newId()
    const hasOwn = at < 3
    const { amount } = hasOwn
      ? await send('amount', { contributionId, amount: asked })
      : { amount: asked }
    if (hasOwn) amounts.push(formatAmount(amount))
    await send('contributions', {
      id: contributionId,
      contributorName,
      amount,
      paymentMethod: 'Transferencia',
      contributorEmail: `${contributorName.split(' ')[0]?.length}@example.com`,
    })
  }
  drawn.set(page, amounts)
  await open(links.conciliate(id), 'Conciliar')(page, server)
}

const openCampsOfOneAccount: Step = async (page, server) => {
  const bankAccount = `campos.${newId().slice(-8)}`
  const deadline = addDays(today(new Date()), 12)
  for (const title of ['Campamento de 5.º', 'Campamento de 6.º']) {
    const args = { id: newId(), ...CAMP, title, bankAccount, deadline }
    await server.mutate('bruno', 'create-collection', args)
  }
  await open(links.conciliateAccount(bankAccount), 'Conciliar')(page, server)
}

function chooseStatement(name: string, text: (page: Page) => string): Step {
  return (page: Page) =>
    page
      .getByLabel('Resumen de cuenta')
      .setInputFiles([{ name, mimeType: 'text/csv', buffer: Buffer.from(text(page)) }])
}

const review: Step[] = [
  openCamp,
  chooseStatement('account_statement.csv', statement),
  untilText('ingresos: 3 coinciden'),
  settled,
]

const confirmed: Step[] = [
  ...review,
  press(/^Confirmar 3 aportes/),
  untilText('3 aportes acreditados.'),
]

export const CONCILIATION_SCENES = scenes(
  { route: links.conciliate(':id'), as: 'bruno', alone: true },
  {
    conciliar: [openCamp],
    'conciliar-ayuda': [openCamp, (page) => page.getByText('¿Cómo descargo mi resumen?').click()],
    'conciliar-columnas': [
      openCamp,
      chooseStatement('movimientos.csv', () => UNKNOWN),
      untilText('No conocemos este archivo'),
    ],
    'conciliar-archivo-malo': [
      openCamp,
      chooseStatement('resumen.pdf', () => '%PDF-1.7'),
      untilText('es un PDF'),
    ],
    'conciliar-revisar': review,
    'conciliar-comisiones': [
      openCamp,
      chooseStatement('settlement-report.csv', settlement),
      untilText('bruto $'),
      settled,
    ],
    'conciliar-otro': [...review, press('Otro…'), untilDialog('¿De quién es este ingreso?')],
    'conciliar-es-de': [
      ...review,
      press('Es de…'),
      untilDialog('¿De quién es este ingreso?'),
      (page) => page.getByLabel(/^Rocío Ledesma/).check(),
      (page) => page.getByLabel(/^Julieta Romero/).check(),
    ],
    'conciliar-crear': [...review, press('Crear aporte'), untilDialog('Crear aporte')],
    'conciliar-hecho': [...confirmed, untilText('Ningún ingreso coincide sin dudas.')],
    'conciliar-historial': [
      ...confirmed,
      press('Historial'),
      untilDialog('Historial'),
      until('button', 'Deshacer'),
    ],
    'conciliar-cuenta': at(links.conciliateAccount(), openCampsOfOneAccount),
    'conciliar-cuenta-no-existe': at(
      links.conciliateAccount(),
      open(links.conciliateAccount('nadie'), 'Ninguna cuenta recibe varias colectas'),
    ),
    'conciliar-sin-servidor': by(
      'lucia',
      fail(...SYNC, QUERIES),
      goTo(of('gift', links.conciliate)),
      untilText('Error al cargar la colecta'),
    ),
  },
)
