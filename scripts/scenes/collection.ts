/* Scenes of one colecta: its list, actions, review, account for the group and poster. */
import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import { alone, by, type Step, scenes } from './scene.ts'
import {
  check,
  fail,
  GIFT,
  goOffline,
  goTo,
  hold,
  of,
  open,
  openGift,
  openRoof,
  pickInMenu,
  press,
  QUERIES,
  ROOF,
  respond,
  SYNC,
  settled,
  synced,
  until,
  untilDialog,
  untilText,
} from './steps.ts'

const collection = links.collection(':id')

const CONTRIBUTIONS = '**/api/query/collection-contributions**'
const selectSome: Step[] = [openGift, synced, press('Elegir varios aportes')]
const follow = (name: string): Step => {
  return (page) => page.getByRole('link', { name, exact: true }).click()
}
const openDetails: Step[] = [openRoof, showPart('Detalles')]
const selectPage: Step[] = [...selectSome, check('Toda la página')]

/** One colecta and its contributions, as its organiser sees them. */
export const COLLECTION_SCENES = scenes(
  { route: collection, as: 'lucia' },
  {
    colecta: [openRoof, synced],
    'colecta-detalles': [openRoof, synced, showPart('Detalles')],
    'colecta-avisos': alone(
      withPermission('default'),
      ...openDetails,
      until('button', 'Avisarme en este dispositivo'),
    ),
    'colecta-avisos-activados': alone(
      withPermission('granted'),
      respond('**/api/collections/*/push', { isOn: true, publicKey: 'x' }),
      ...openDetails,
      until('button', 'Dejar de avisarme aquí'),
    ),
    'colecta-avisos-bloqueados': alone(
      withPermission('denied'),
      ...openDetails,
      untilText('Este navegador los tiene bloqueados.'),
    ),
    'colecta-avisos-sin-soporte': alone(
      (page) => page.addInitScript(() => Reflect.deleteProperty(window, 'PushManager')),
      ...openDetails,
      untilText('Este navegador no los muestra.'),
    ),
    'colecta-avisos-sin-red': alone(
      withPermission('default'),
      fail('**/api/collections/*/push'),
      ...openDetails,
      untilText('Para verlos y cambiarlos hace falta conexión.'),
    ),
    'colecta-suspendida': by(
      'bruno',
      open(of('suspended'), /^Zapatillas/),
      untilText('Esta colecta está suspendida.'),
    ),
    'colecta-cuantos-faltan': [
      open(of('shirts'), 'Camisetas de vóley femenino'),
      showPart('Cuántos faltan'),
    ],
    'colecta-sin-paginas': [
      openGift,
      synced,
      press('Ver sin páginas'),
      untilText('Desde el 1 de'),
      toTop,
    ],
    'colecta-elegir-varios': [...selectPage, until('button', /^Elegir los/)],
    'colecta-elegir-tres': [...selectSome, selectThree],
    'colecta-elegir-todos': [
      ...selectPage,
      press(/^Elegir los/),
      (page) => page.getByRole('button', { name: /^Elegir los/ }).waitFor({ state: 'detached' }),
    ],
    'colecta-ocultos': alone(
      // Other scenes need these contributions.
      hold('**/api/sync/mutations'),
      ...selectPage,
      press(/^Ocultar/),
      untilText('10 aportes ocultos'),
      press(/^Ocultos/),
      untilText('30 días después de ocultarlo'),
    ),
    'colecta-completa': [openGift],
    'colecta-vacia': [open(of('snack'), 'Merienda del taller de los sábados')],
    'colecta-cerrada': [open(of('party'), 'Cumple de 40 de Fede')],
    'colecta-no-existe': [open(links.collection(newId()), 'No se encontró la colecta')],
    'colecta-cargando': alone(
      hold(...SYNC, CONTRIBUTIONS),
      goTo(of('roof')),
      until('status', 'Cargando aportes'),
    ),
    'colecta-sin-servidor': alone(
      fail(...SYNC, QUERIES),
      open(of('roof'), 'Error al cargar la colecta'),
    ),
    'colecta-todavia-no': alone(
      fail(...SYNC),
      goTo(links.dashboard()),
      follow(GIFT),
      until('heading', GIFT),
      (page) => page.goBack(),
      goOffline,
      follow('Cumple de 40 de Fede'),
      untilText('Esta colecta todavía no está en este dispositivo'),
    ),
    'colecta-aportes-sin-servidor': alone(
      fail(...SYNC, CONTRIBUTIONS),
      open(of('roof'), ROOF),
      untilText('Error al cargar los pagos'),
    ),
    'colecta-sin-resultados': [
      goTo(of('roof', (id) => `${links.collection(id)}?buscar=zzz`)),
      untilText('Nadie con ese nombre'),
    ],
    'colecta-por-verificar': [
      openRoof,
      press(/^Por verificar/),
      (page) => page.waitForURL(/estado=por-verificar/),
      settled,
    ],
    'colecta-por-metodo': [
      openRoof,
      filterByMethod('Manual'),
      (page) => page.waitForURL(/metodo=manual/),
      settled,
    ],
    'colecta-sin-aportes-del-metodo': [
      openRoof,
      filterByMethod('Mercado Pago'),
      untilText('Todavía no hay aportes con Mercado Pago'),
    ],
  },
)

/** Stands in for the browser's permission, and for its subscription: a browser under test has no push service. */
function withPermission(permission: NotificationPermission): Step {
  return (page) =>
    page.addInitScript((permission) => {
      Object.defineProperty(Notification, 'permission', { get: () => permission })
      const subscription = permission === 'granted' ? ({} as PushSubscription) : null
      const pushManager = { getSubscription: async () => subscription }
      ServiceWorkerContainer.prototype.getRegistration = async () =>
        ({ pushManager }) as unknown as ServiceWorkerRegistration
    }, permission)
}

function showPart(name: string): Step {
  return (page) => page.getByRole('tab', { name }).click()
}

async function selectThree(page: Page): Promise<void> {
  const rows = page.getByLabel(/^Elegir el aporte de/).filter({ visible: true })
  for (const row of [0, 1, 3]) await rows.nth(row).check()
  await page.getByText('3 elegidos').waitFor()
  await toTop(page)
}

/** Otherwise a bar at an edge may cover part of a checkbox or tab. */
async function toTop(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0))
}

function filterByMethod(method: string): Step {
  return (page) => page.getByLabel('Filtrar por método').selectOption(method)
}

/** The dialogs of an organiser's actions on a colecta. */
export const COLLECTION_ACTION_SCENES = scenes(
  { route: collection, as: 'lucia' },
  {
    'colecta-menu': [openRoof, press('Más acciones'), until('menuitem', 'Eliminar colecta')],
    'colecta-compartir': [
      openRoof,
      press('Compartir'),
      (page) =>
        page.getByRole('dialog', { name: 'Comparte tu colecta' }).getByRole('img').waitFor(),
    ],
    'colecta-eliminar': [openRoof, pickInMenu('Eliminar colecta'), until('alertdialog')],
    'colecta-eliminada': {
      route: links.home(),
      alone: true,
      steps: [
        // No other scene uses this colecta: the deletion may still be sent while the device closes.
        open(of('lift'), 'Arreglo del ascensor'),
        synced,
        goOffline,
        pickInMenu('Eliminar colecta'),
        press('Eliminar colecta'),
        // The message goes after six seconds unless the pointer is over it.
        (page) => page.getByText('Colecta eliminada').hover(),
      ],
    },
    'colecta-exportar': [
      openRoof,
      press(/^Por verificar/),
      press('Exportar'),
      untilDialog('Exportar aportes'),
    ],
    'colecta-comprobantes': [
      openGift,
      pickInMenu('Ver comprobantes'),
      (page) => page.getByRole('dialog').getByText('Julieta Romero').waitFor(),
    ],
    'colecta-sin-comprobantes': [
      openRoof,
      pickInMenu('Ver comprobantes'),
      untilText('Todavía no llegó ningún comprobante'),
    ],
  },
)

const review = links.review(':id')
const openReview = (collection: Parameters<typeof of>[0]) =>
  open(of(collection, links.review), 'Revisar aportes')

/** The contributions that wait, one after another. */
export const REVIEW_SCENES = scenes(
  { route: review, as: 'lucia' },
  {
    revisar: [
      openReview('gift'),
      synced,
      untilReviewing('Julieta Romero'),
      until('img', /^Comprobante/),
    ],
    'revisar-sin-comprobante': [openReview('roof'), until('button', /^Acreditar/)],
    'revisar-nada': [openReview('snack'), untilText('No queda nada por verificar')],
    'revisar-final': [openReview('gift'), synced, untilReviewing(null)],
    'revisar-cargando': alone(
      hold(...SYNC, '**/api/query/contribution-keys**'),
      goTo(of('gift', links.review)),
      untilText('Cargando aportes'),
    ),
    'revisar-sin-servidor': alone(
      fail(...SYNC, '**/api/query/contribution-keys**'),
      openReview('gift'),
      untilText('Error al cargar los aportes'),
    ),
    'revisar-sin-conexion': alone(
      fail('**/api/receipts/**'),
      openReview('gift'),
      synced,
      goOffline,
      untilText('Sin conexión. Ves'),
      untilReviewing('Julieta Romero'),
      untilText('No se pudo cargar el comprobante'),
    ),
  },
)

/** Moves to the contribution with this name; null: past the last one. */
function untilReviewing(name: string | null): Step {
  return async (page) => {
    for (;;) {
      const title = page.locator('h2').first()
      const shown = await title.innerText()
      if (shown === name) return
      if (name === null && shown.includes('por verificar')) return
      // Neighbours may share a name, but not a position.
      const place = await page.getByText(/^\d+ de \d+$/).innerText()
      await page.keyboard.press('ArrowRight')
      await page.getByText(place, { exact: true }).waitFor({ state: 'detached' })
    }
  }
}

const openPoster = (which: 'gift' | 'party'): Step[] => [
  open(of(which, links.poster), 'Cartel para imprimir'),
  until('img', 'QR para aportar'),
]

/** The accounting of a colecta, to print or share. */
export const ACCOUNTING_SCENES = scenes(
  { route: links.accounting(':id'), as: 'lucia' },
  {
    rendicion: [
      open(of('shirts', links.accounting), 'Rendición de cuentas'),
      until('article', 'Rendición'),
    ],
    'rendicion-sin-servidor': alone(
      hold(...SYNC),
      fail(CONTRIBUTIONS),
      open(of('shirts', links.accounting), 'Rendición de cuentas'),
      untilText('Error al cargar los aportes'),
    ),
  },
)

/** A colecta on a sheet to print. */
export const POSTER_SCENES = scenes(
  { route: links.poster(':id'), as: 'lucia' },
  {
    cartel: openPoster('gift'),
    'cartel-cerrada': openPoster('party'),
    'cartel-suspendida': by(
      'bruno',
      open(of('suspended', links.poster), 'Cartel para imprimir'),
      untilText('Esta colecta está suspendida.'),
    ),
    'cartel-no-existe': [open(links.poster(newId()), 'No se encontró la colecta')],
  },
)
