/* Scenes of the contribution page: its form, the transfer and the thanks. */
import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { RECEIPT_UNREADABLE } from '../../shared/receipt.ts'
import { alone, at, by, type Step, scenes } from './scene.ts'
import {
  COPIED,
  check,
  choose,
  choosePicture,
  fail,
  fill,
  fillOne,
  GIFT,
  goOffline,
  hold,
  of,
  open,
  press,
  ROOF,
  respond,
  settled,
  stopTimers,
  until,
  untilDialog,
  untilInDialog,
  untilText,
  withPayments,
} from './steps.ts'

const contribute = links.contribute(':id')

const JULIETA = { Nombre: 'Julieta Romero', Email: 'julieta@example.com' }
// Each reports in one scene only: the page asks before it sends a second report of the same e-mail.
const TOMAS = { Nombre: 'Tomás Correa', Email: 'tomas@example.com' }
const OLGA = { Nombre: 'Olga Méndez', Email: 'olga@example.com' }
const ELISA = { Nombre: 'Elisa Prado', Email: 'elisa@example.com' }
// Confirms without a network. The report may still be sent while the device closes.
const MARCOS = { Nombre: 'Marcos Ferro', Email: 'marcos@example.com' }
const DANTE = { Nombre: 'Dante Ríos', Email: 'dante@example.com' }
const BRUNO = { Nombre: 'Bruno Sosa', Email: 'bruno.sosa@example.com' }
const SARA = { Nombre: 'Sara Luna', Email: 'sara@example.com' }
const JUANA = { Nombre: 'Juana Paredes', Email: 'juana.paredes@example.com' }
const MORA = { Nombre: 'Mora Ledesma', Email: 'mora@example.com' }
const LIDIA = { Nombre: 'Lidia Prat', Email: 'lidia@example.com' }
const IRENE = { Nombre: 'Irene Vidal', Email: 'irene@example.com' }

const openForm = open(of('gift', links.contribute), GIFT)
const openFormWithPayments = open(withPayments(of('gift', links.contribute)), GIFT)
const openComplaint = [openForm, press('Denunciar esta colecta')]
const proceed = press(/^Continuar con/)
const confirm = press('Confirmar mi aporte')

// The steps of a guest. Each function goes on from the one before.
const toTransfer = (who = JULIETA, start = openForm): Step[] => [
  start,
  fill(who),
  fillOne(/^Mensaje/, '¡Gracias por organizar!'),
  proceed,
  until('img', 'QR de esta página'),
]
const toReceipt = (who = JULIETA, start = openForm): Step[] => [
  ...toTransfer(who, start),
  press('Ya transferí'),
  until('heading', 'Agrega el comprobante y confirma'),
]
const toChosen = (who = JULIETA, start = openForm): Step[] => [
  ...toReceipt(who, start),
  choose('Elegir archivo', 'comprobante.png', 'image/png', ({ receipt }) => receipt),
  untilText('listo para enviar'),
]

/** The contribution page up to the amount. */
export const CONTRIBUTION_FORM_SCENES = scenes(
  { route: contribute },
  {
    contribuir: [openForm],
    'contribuir-con-imagen': {
      as: 'lucia',
      alone: true,
      steps: [
        ...choosePicture,
        open(of('shirts', links.ownContribution), 'Camisetas de vóley femenino'),
        (page) =>
          page.waitForFunction(
            () => document.querySelector<HTMLImageElement>('main img')?.complete,
          ),
      ],
    },
    'contribuir-con-sesion': by('bruno', openForm),
    'contribuir-direccion-antigua': {
      route: links.ownContribution(':id'),
      as: 'bruno',
      steps: [open(of('roof', links.ownContribution), ROOF)],
    },
    'contribuir-cargando': {
      as: 'lucia',
      alone: true,
      steps: [
        open(links.payments(), 'Mis Pagos'),
        hold('**/api/collections/*'),
        followFarewell,
        until('status', /^Cargando/),
      ],
    },
    'contribuir-sin-servidor': {
      as: 'lucia',
      alone: true,
      steps: [
        open(links.payments(), 'Mis Pagos'),
        fail('**/api/collections/*'),
        followFarewell,
        untilText('No fue posible cargar los datos de la colecta.'),
      ],
    },
    'contribuir-no-existe': [
      open(links.contribute(newId()), 'No se pudo encontrar la colecta solicitada.'),
    ],
    'contribuir-cerrada': [open(of('party', links.contribute), 'Cumple de 40 de Fede')],
    'contribuir-suspendida': [
      open(of('suspended', links.contribute), /^Zapatillas/),
      until('heading', 'Esta colecta está suspendida'),
    ],
    'contribuir-borrador-ajeno': alone(
      openForm,
      fill(JULIETA),
      (page) => page.reload(),
      until('button', 'No soy yo, borrar'),
      settled,
    ),
    'transferir-borrador-ajeno': alone(
      ...toTransfer(),
      (page) => page.reload(),
      untilInDialog('button', 'No soy yo, borrar'),
      untilInDialog('img', 'QR de esta página'),
      settled,
    ),
    'contribuir-monto-menor': [
      openForm,
      fill({ ...JULIETA, Monto: '5.000' }),
      untilText('El monto es menor al sugerido'),
    ],
    'contribuir-monto-dudoso': [
      openForm,
      fill({ ...JULIETA, Monto: '999.999.999' }),
      proceed,
      until('alertdialog', /^¿Son/),
    ],
    'contribuir-denunciar': [...openComplaint, untilDialog('Denunciar esta colecta')],
    'contribuir-denunciar-sin-motivo': [
      ...openComplaint,
      press('Enviar denuncia'),
      (page) => page.getByRole('dialog').getByText('Elige un motivo.').first().waitFor(),
    ],
    'contribuir-denunciada': [
      open(of('raffle', links.contribute), 'Rifa de la cooperadora'),
      press('Denunciar esta colecta'),
      check('Tiene contenido ofensivo'),
      press('Enviar denuncia'),
      untilDialog('Gracias por avisarnos'),
    ],
    'contribuir-con-errores': [
      openForm,
      fill({ Monto: '' }),
      press('Continuar'),
      untilText('Revisa estos datos'),
    ],
    'contribuir-pago-existente': [
      openForm,
      fill({ Nombre: 'Julieta Romero', Email: 'juli.romero@example.com' }),
      proceed,
      until('alertdialog', 'Pago existente'),
    ],
    'contribuir-ya-tienes-cuenta': [
      openForm,
      fill({ Nombre: 'Bruno Sosa', Email: 'bruno@example.com' }),
      proceed,
      untilDialog('Ya tienes una cuenta'),
    ],
    'contribuir-otros-medios': [openFormWithPayments],
    'contribuir-mercado-pago': [
      openFormWithPayments,
      check(/^Mercado Pago/),
      untilText('Pagas en la página de Mercado Pago.'),
    ],
    'contribuir-mercado-pago-no-responde': [
      openFormWithPayments,
      fill(JULIETA),
      check(/^Mercado Pago/),
      proceed,
      untilText('Mercado Pago no responde.'),
    ],
  },
)

async function followFarewell(page: Page): Promise<void> {
  await page
    .getByRole('link', { name: 'Despedida de Nico', exact: true })
    .filter({ visible: true })
    .click()
}

/** A guest transfers, chooses the receipt and confirms. */
export const TRANSFER_SCENES = scenes(
  { route: contribute },
  {
    transferir: toTransfer(),
    'transferir-copiado': [
      stopTimers(COPIED),
      ...toTransfer(),
      press('Copiar alias'),
      until('button', '¡Alias copiado!'),
    ],
    'transferir-a-cbu': [
      open(of('roof', links.contribute), ROOF),
      fill(JULIETA),
      proceed,
      until('img', 'QR para transferir'),
    ],
    'transferir-salir': [
      ...toReceipt(),
      press('Cerrar'),
      untilDialog('¿Salir sin registrar tu aporte?'),
    ],
    'transferir-salir-enviando': alone(
      ...toChosen(),
      hold('**/api/collections/*/contributions'),
      confirm,
      until('button', 'Registrando…'),
      press('Cerrar'),
      untilDialog('¿Salir mientras se registra tu aporte?'),
    ),
    comprobante: toReceipt(),
    'comprobante-rechazado': [
      ...toReceipt(),
      choose('Elegir archivo', 'notas.svg', 'image/svg+xml', () => Buffer.from('<svg/>')),
      untilInDialog('alert'),
    ],
    'comprobante-elegido': toChosen(),
    'confirmar-sin-comprobante': [
      ...toReceipt(),
      confirm,
      until('alertdialog', '¿Confirmar sin comprobante?'),
    ],
    'confirmar-rechazado': alone(
      ...toChosen(),
      respond(
        '**/api/collections/*/contributions',
        { error: 'Solo se pueden aportar a colectas abiertas.', code: 'collection-closed' },
        409,
      ),
      confirm,
      untilInDialog('alert'),
    ),
  },
)

const refuseReceipts = respond(
  '**/api/uploads',
  { error: RECEIPT_UNREADABLE, code: 'invalid-input' },
  400,
)
/** The report is withdrawn before its receipt arrives. */
const loseReport = respond(
  '**/api/uploads',
  { error: 'Ese aporte ya no existe.', code: 'not-found' },
  404,
)
const UNLISTED = 'ya no está en la lista'
const untilUnlisted: Step = (page) => page.getByRole('dialog').getByText(UNLISTED).waitFor()
const untilRefused = until('button', 'Elegir otro archivo')
const untilStored = untilDialog('Guardado en este dispositivo')
const closeToHome = [press('Cerrar'), until('heading', /^Juntar plata/)]

/** A guest has confirmed: the report has arrived or is still being sent. */
export const THANKS_SCENES = scenes(
  { route: contribute, alone: true },
  {
    gracias: {
      alone: false,
      steps: [...toChosen(TOMAS), confirm, untilText('Comprobante recibido')],
    },
    'contribuir-ya-aporto': [
      ...toReceipt(LIDIA),
      confirm,
      press('Confirmar sin comprobante'),
      press('Volver a la colecta'),
      untilText('Informado'),
    ],
    'gracias-comprobante-en-camino': [
      ...toChosen(ELISA),
      slowDown,
      confirm,
      untilText('Enviando comprobante'),
    ],
    'gracias-comprobante-espera': [
      ...toChosen(IRENE),
      fail('**/api/uploads', '**/api/uploads/**'),
      confirm,
      untilText('Esperando la red'),
    ],
    'gracias-comprobante-espera-lugar': [
      ...toChosen(SARA, openFormWithPayments),
      confirm,
      untilText('Esperando lugar'),
    ],
    'gracias-comprobante-rechazado': [...toChosen(DANTE), refuseReceipts, confirm, untilRefused],
    'aporte-con-comprobante-rechazado': at(
      links.home(),
      ...toChosen(BRUNO),
      refuseReceipts,
      confirm,
      untilRefused,
      ...closeToHome,
      untilRefused,
    ),
    'gracias-aporte-retirado': [...toChosen(MORA), loseReport, confirm, untilUnlisted],
    'aporte-retirado-con-comprobante': at(
      links.home(),
      ...toChosen(JUANA),
      loseReport,
      confirm,
      untilUnlisted,
      ...closeToHome,
      untilText(UNLISTED),
    ),
    'aporte-guardado-sin-red': [...toChosen(MARCOS), goOffline, confirm, untilStored],
    'aporte-en-camino': at(
      links.home(),
      ...toChosen(OLGA),
      untilHomeIsCached,
      goOffline,
      confirm,
      untilStored,
      ...closeToHome,
      untilText('Tu aporte espera la red.'),
    ),
  },
)

/** Waits until the page has fetched the files of the home page in advance. */
async function untilHomeIsCached(page: Page): Promise<void> {
  await page.waitForFunction(
    () =>
      performance
        .getEntriesByType('resource')
        .filter(({ name }) => /\/assets\/(home|page-footer)-/.test(name)).length >= 2,
  )
}

async function slowDown(page: Page): Promise<void> {
  const network = await page.context().newCDPSession(page)
  await network.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 0,
    downloadThroughput: -1,
    uploadThroughput: 1_000, // bytes per second
  })
}
