import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { World } from './open-world.ts'
import type { Scene } from './scene.ts'
import { at, fail, fill, hold, inStep, main, open, press, settled } from './ways.ts'

const ROOF = 'Techo nuevo para el gimnasio'
const GIFT = 'Regalo para la seño Caro'
const SNACK = 'Merienda del taller de los sábados'

/** Without these an organiser's device has no copy, and asks the server for each list. */
const COPY = ['**/api/sync', '**/api/sync/**']
const LISTS = '**/api/query/**'
const CONTRIBUTIONS = '**/api/query/collection-contributions**'

const dashboard = links.dashboard()
const collection = links.collection(':id')

/** The dashboard, and what a person gave. */
const DASHBOARD_SCENES: Scene[] = [
  { name: 'dashboard', route: dashboard, as: 'lucia', play: openDashboard },
  { name: 'dashboard-nuevo', route: dashboard, as: 'ana', play: at(dashboard, 'Hola, Ana') },
  {
    name: 'dashboard-sin-resultados',
    route: dashboard,
    as: 'lucia',
    async play(page) {
      await open(page, `${dashboard}?buscar=piscina`, 'Hola, Lucía')
      await page.getByText('Ninguna colecta así').first().waitFor()
    },
  },
  {
    name: 'dashboard-orden',
    route: dashboard,
    as: 'lucia',
    only: 'phone',
    async play(page) {
      await openDashboard(page)
      await press(page, 'Ordenar colectas')
      await page.getByRole('menu', { name: 'Ordenar colectas' }).waitFor()
    },
  },
  {
    name: 'dashboard-cargando',
    route: dashboard,
    as: 'lucia',
    alone: true,
    async play(page) {
      await hold(page, ...COPY, LISTS)
      await page.goto(dashboard)
      await page.getByRole('status', { name: 'Cargando colectas' }).waitFor()
    },
  },
  {
    name: 'dashboard-sin-servidor',
    route: dashboard,
    as: 'lucia',
    alone: true,
    async play(page) {
      await fail(page, ...COPY, LISTS)
      await page.goto(dashboard)
      await page.getByText('Error al cargar las colectas').waitFor()
    },
  },
  {
    name: 'dashboard-sin-conexion',
    route: dashboard,
    as: 'lucia',
    alone: true,
    async play(page) {
      await openDashboard(page)
      await inStep(page)
      await page.context().setOffline(true)
      await page.getByText('Sin conexión. Ves lo último que recibimos').waitFor()
    },
  },
  {
    name: 'mis-pagos',
    route: links.payments(),
    as: 'lucia',
    play: at(links.payments(), 'Mis Pagos'),
  },
  {
    name: 'mis-pagos-vacio',
    route: links.payments(),
    as: 'ana',
    play: at(links.payments(), 'Mis Pagos'),
  },
  {
    name: 'mis-pagos-cargando',
    route: links.payments(),
    as: 'lucia',
    alone: true,
    async play(page) {
      await hold(page, ...COPY, LISTS)
      await page.goto(links.payments())
      await page.getByRole('status', { name: 'Cargando pagos' }).waitFor()
    },
  },
  {
    name: 'mis-pagos-sin-servidor',
    route: links.payments(),
    as: 'lucia',
    alone: true,
    async play(page) {
      await fail(page, ...COPY, LISTS)
      await page.goto(links.payments())
      await page.getByText('Error al cargar los pagos').waitFor()
    },
  },
]

/** One colecta, as its organiser sees it. */
const COLLECTION_SCENES: Scene[] = [
  { name: 'colecta', route: collection, as: 'lucia', play: openRoof },
  { name: 'colecta-quien-falta', route: collection, as: 'lucia', play: openShirts },
  {
    name: 'colecta-completa',
    route: collection,
    as: 'lucia',
    play: openGift,
  },
  {
    name: 'colecta-vacia',
    route: collection,
    as: 'lucia',
    play: (page, { collections }) => open(page, links.collection(collections.snack), SNACK),
  },
  {
    name: 'colecta-cerrada',
    route: collection,
    as: 'lucia',
    play: (page, { collections }) =>
      open(page, links.collection(collections.party), 'Cumple de 40 de Fede'),
  },
  {
    name: 'colecta-no-existe',
    route: collection,
    as: 'lucia',
    play: (page) => open(page, links.collection(newId()), 'No se encontró la colecta'),
  },
  {
    name: 'colecta-cargando',
    route: collection,
    as: 'lucia',
    alone: true,
    async play(page, { collections }) {
      await hold(page, ...COPY, CONTRIBUTIONS)
      await page.goto(links.collection(collections.roof))
      await page.getByRole('status', { name: 'Cargando aportes' }).waitFor()
    },
  },
  {
    name: 'colecta-sin-servidor',
    route: collection,
    as: 'lucia',
    alone: true,
    async play(page, { collections }) {
      await fail(page, ...COPY, LISTS)
      await open(page, links.collection(collections.roof), 'Error al cargar la colecta')
    },
  },
  {
    name: 'colecta-aportes-sin-servidor',
    route: collection,
    as: 'lucia',
    alone: true,
    async play(page, { collections }) {
      await fail(page, ...COPY, CONTRIBUTIONS)
      await open(page, links.collection(collections.roof), ROOF)
      await page.getByText('Error al cargar los pagos').waitFor()
    },
  },
  {
    name: 'colecta-sin-resultados',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await page.goto(`${links.collection(world.collections.roof)}?buscar=zzz`)
      await page.getByText('Nadie con ese nombre').waitFor()
    },
  },
  {
    name: 'colecta-por-verificar',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await press(page, 'Revisar ahora')
      await page.waitForURL(/estado=por-verificar/)
      await settled(page)
    },
  },
  {
    name: 'colecta-menu',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await press(page, 'Más acciones')
      await page.getByRole('menuitem', { name: 'Eliminar colecta' }).waitFor()
    },
  },
  {
    name: 'colecta-compartir',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await press(page, 'Compartir')
      const dialog = page.getByRole('dialog', { name: 'Comparte tu colecta' })
      await dialog.getByRole('img').waitFor()
    },
  },
  {
    name: 'colecta-eliminar',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await pickInMenu(page, 'Eliminar colecta')
      await page.getByRole('alertdialog').waitFor()
    },
  },
  {
    name: 'colecta-eliminada',
    route: links.home(),
    as: 'lucia',
    alone: true,
    async play(page, world) {
      await open(page, links.collection(world.collections.party), 'Cumple de 40 de Fede')
      await inStep(page)
      await page.context().setOffline(true)
      await pickInMenu(page, 'Eliminar colecta')
      await page.getByRole('alertdialog').getByRole('button', { name: 'Eliminar colecta' }).click()
      await page.getByText('Colecta eliminada').waitFor()
      await page.getByText('Colecta eliminada').hover()
    },
  },
  {
    name: 'colecta-exportar',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await press(page, 'Revisar ahora')
      await press(page, 'Exportar')
      await page.getByRole('dialog', { name: 'Exportar aportes' }).waitFor()
    },
  },
  {
    name: 'colecta-comprobantes',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openGift(page, world)
      await pickInMenu(page, 'Ver comprobantes')
      await page.getByRole('dialog').getByText('Julieta Romero').waitFor()
    },
  },
  {
    name: 'colecta-sin-comprobantes',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await pickInMenu(page, 'Ver comprobantes')
      await page.getByText('Todavía no llegó ningún comprobante').waitFor()
    },
  },
  { name: 'aporte-detalle', route: collection, as: 'lucia', play: openDetail },
  {
    name: 'aporte-menu',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openDetail(page, world)
      await press(page, /^Más acciones para/)
      await page.getByRole('menuitem').first().waitFor()
    },
  },
  {
    name: 'aporte-comprobante',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openReceipt(page, world)
      await untilDrawn(page)
    },
  },
  {
    name: 'aporte-comprobante-sin-servidor',
    route: collection,
    as: 'lucia',
    alone: true,
    async play(page, world) {
      await fail(page, '**/api/receipts/**')
      await openReceipt(page, world)
      await page.getByRole('dialog').last().getByRole('button', { name: 'Reintentar' }).waitFor()
    },
  },
  {
    name: 'cartel',
    route: links.poster(':id'),
    as: 'lucia',
    async play(page, { collections }) {
      await open(page, links.poster(collections.gift), 'Cartel para imprimir')
      await page.getByRole('img', { name: 'QR para aportar' }).waitFor()
    },
  },
  {
    name: 'cartel-cerrada',
    route: links.poster(':id'),
    as: 'lucia',
    async play(page, { collections }) {
      await open(page, links.poster(collections.party), 'Cartel para imprimir')
      await page.getByRole('img', { name: 'QR para aportar' }).waitFor()
    },
  },
  {
    name: 'cartel-no-existe',
    route: links.poster(':id'),
    as: 'lucia',
    play: (page) => open(page, links.poster(newId()), 'No se encontró la colecta'),
  },
]

/** What is written down: a colecta, its changes, a contribution by hand. */
const FORM_SCENES: Scene[] = [
  {
    name: 'colecta-nueva',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    play: at(links.newCollection(), 'Nueva colecta'),
  },
  {
    name: 'colecta-nueva-lo-propuesto',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await fillNew(page)
      await page.locator('summary').click()
      await page.getByLabel('Fecha límite').waitFor()
    },
  },
  {
    name: 'colecta-nueva-con-errores',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await press(page, 'Crear colecta')
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'colecta-nueva-recuperada',
    route: links.newCollection(),
    as: 'ana',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await fillNew(page)
      await page.reload()
      await page.getByText('Recuperamos lo que habías escrito.').waitFor()
    },
  },
  {
    name: 'colecta-lista',
    route: links.newCollection(),
    as: 'bruno',
    alone: true,
    async play(page) {
      await open(page, links.newCollection(), 'Nueva colecta')
      await fillNew(page)
      await press(page, 'Crear colecta')
      await page.getByRole('dialog', { name: 'Tu colecta está lista' }).waitFor()
    },
  },
  {
    name: 'colecta-editar',
    route: links.editCollection(':id'),
    as: 'lucia',
    play: (page, { collections }) =>
      open(page, links.editCollection(collections.gift), 'Editar colecta'),
  },
  {
    name: 'colecta-guardada',
    route: links.editCollection(':id'),
    as: 'lucia',
    alone: true,
    async play(page, { collections }) {
      await open(page, links.editCollection(collections.shirts), 'Editar colecta')
      await fill(page, { Motivo: 'Camisetas de vóley femenino' })
      await press(page, 'Guardar cambios')
      await page.getByRole('dialog', { name: 'Guardamos los cambios' }).waitFor()
    },
  },
  {
    name: 'colecta-editar-no-existe',
    route: links.editCollection(':id'),
    as: 'lucia',
    play: (page) =>
      open(page, links.editCollection(newId()), 'La colecta no existe o ha sido eliminada.'),
  },
  {
    name: 'aporte-manual',
    route: links.registerContribution(':id'),
    as: 'lucia',
    play: (page, { collections }) =>
      open(page, links.registerContribution(collections.gift), 'Registrar aporte manual'),
  },
  {
    name: 'aporte-manual-con-errores',
    route: links.registerContribution(':id'),
    as: 'lucia',
    async play(page, { collections }) {
      await open(page, links.registerContribution(collections.gift), 'Registrar aporte manual')
      await press(page, 'Registrar aporte')
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'aporte-manual-cerrada',
    route: links.registerContribution(':id'),
    as: 'lucia',
    async play(page, { collections }) {
      await page.goto(links.registerContribution(collections.party))
      await page.getByText('Esta colecta no está aceptando contribuciones').waitFor()
    },
  },
  {
    name: 'aporte-manual-no-existe',
    route: links.registerContribution(':id'),
    as: 'lucia',
    play: (page) => open(page, links.registerContribution(newId()), 'No se encontró la colecta'),
  },
]

const profile = links.profile()

/** The person's own account, and how their device stands. */
const PROFILE_SCENES: Scene[] = [
  { name: 'perfil', route: profile, as: 'lucia', play: openProfile },
  {
    name: 'perfil-con-errores',
    route: profile,
    as: 'lucia',
    alone: true,
    async play(page) {
      await openProfile(page)
      await fill(page, { Nombre: '' })
      await page.getByLabel(/^CBU, CVU o alias/).fill('00709990')
      await main(page)
        .getByRole('button', { name: /^Guardar/ })
        .click()
      await page.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'perfil-sesiones-sin-servidor',
    route: profile,
    as: 'lucia',
    alone: true,
    async play(page) {
      await fail(page, '**/api/account**')
      await page.goto(profile)
      await page.getByText('No pudimos cargar tus sesiones').waitFor()
    },
  },
  {
    name: 'perfil-contrasena',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Cambiar contraseña')
      await page.getByRole('dialog', { name: 'Cambiar contraseña' }).waitFor()
    },
  },
  {
    name: 'perfil-contrasena-con-errores',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Cambiar contraseña')
      const dialog = page.getByRole('dialog', { name: 'Cambiar contraseña' })
      await dialog.getByRole('button', { name: 'Cambiar contraseña' }).click()
      await dialog.getByRole('alert').first().waitFor()
    },
  },
  {
    name: 'perfil-eliminar-cuenta',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await press(page, 'Eliminar mi cuenta')
      await page.getByRole('dialog', { name: '¿Eliminar tu cuenta?' }).waitFor()
    },
  },
  {
    name: 'sincronizacion',
    route: profile,
    as: 'lucia',
    async play(page) {
      await openProfile(page)
      await inStep(page)
      await press(page, /^Sincronización/)
      await page.getByRole('dialog', { name: 'Sincronización' }).waitFor()
    },
  },
  {
    name: 'sincronizacion-por-enviar',
    route: links.registerContribution(':id'),
    as: 'bruno',
    alone: true,
    async play(page, { collections }) {
      await registerOffline(page, collections.farewell)
      await press(page, /^Sincronización/)
      await page.getByRole('dialog', { name: 'Sincronización' }).waitFor()
    },
  },
  {
    name: 'sincronizacion-rechazado',
    route: collection,
    as: 'bruno',
    alone: true,
    async play(page, world) {
      const id = world.collections.raffle
      await registerOffline(page, id)
      await world.mutate('bruno', 'set-collection-status', { id, status: 'cerrada' })
      await page.context().setOffline(false)
      await page.getByRole('button', { name: 'Sincronización: 1 con problemas' }).waitFor()
      await press(page, /^Sincronización/)
      await page.getByRole('dialog', { name: 'Sincronización' }).waitFor()
    },
  },
  {
    name: 'cerrar-sesion-sin-enviar',
    route: collection,
    as: 'bruno',
    alone: true,
    async play(page, { collections }) {
      await registerOffline(page, collections.trip)
      const menu = page.getByRole('button', { name: 'Menú' })
      if (await menu.isVisible()) await menu.click()
      await press(page, 'Cerrar sesión')
      await page.getByRole('alertdialog', { name: '¿Cerrar sesión sin enviar?' }).waitFor()
    },
  },
]

const admin = links.admin()

const ADMINISTRATOR_SCENES: Scene[] = [
  {
    name: 'administracion',
    route: admin,
    as: 'sofia',
    async play(page) {
      await open(page, admin, 'Panel de Administración')
      await page.locator('canvas').waitFor()
    },
  },
  {
    name: 'administracion-cargando',
    route: admin,
    as: 'sofia',
    alone: true,
    async play(page) {
      await hold(page, '**/api/admin/**')
      await page.goto(admin)
      await page.getByRole('status', { name: 'Cargando estadísticas' }).waitFor()
    },
  },
  {
    name: 'administracion-sin-servidor',
    route: admin,
    as: 'sofia',
    alone: true,
    async play(page) {
      await fail(page, '**/api/admin/**')
      await page.goto(admin)
      await page.getByText('Error al cargar las estadísticas').waitFor()
    },
  },
]

export const ORGANISER_SCENES: Scene[] = [
  ...DASHBOARD_SCENES,
  ...COLLECTION_SCENES,
  ...FORM_SCENES,
  ...PROFILE_SCENES,
  ...ADMINISTRATOR_SCENES,
]

async function openDashboard(page: Page): Promise<void> {
  await open(page, dashboard, 'Hola, Lucía')
}

async function openRoof(page: Page, { collections }: World): Promise<void> {
  await open(page, links.collection(collections.roof), ROOF)
}

async function openGift(page: Page, { collections }: World): Promise<void> {
  await open(page, links.collection(collections.gift), GIFT)
}

async function openShirts(page: Page, { collections }: World): Promise<void> {
  await open(page, links.collection(collections.shirts), 'Camisetas de vóley femenino')
}

async function openProfile(page: Page): Promise<void> {
  await open(page, profile, 'Perfil')
  await page.getByText('Sesiones abiertas').waitFor()
}

async function openDetail(page: Page, world: World): Promise<void> {
  await openGift(page, world)
  await press(page, 'Julieta Romero')
  await page.getByRole('dialog', { name: 'Detalles del Aporte' }).waitFor()
}

async function openReceipt(page: Page, world: World): Promise<void> {
  await openDetail(page, world)
  await press(page, 'Ver comprobante')
  await page.getByRole('dialog', { name: 'Comprobante de Transferencia' }).waitFor()
}

/** Every picture of a dialog has come. */
async function untilDrawn(page: Page): Promise<void> {
  await page.waitForFunction(() => {
    const pictures = [...document.querySelectorAll<HTMLImageElement>('dialog img')]
    return pictures.length > 0 && pictures.every(({ naturalWidth }) => naturalWidth > 0)
  })
}

async function pickInMenu(page: Page, item: string): Promise<void> {
  await press(page, 'Más acciones')
  await page.getByRole('menuitem', { name: item }).click()
}

/** A contribution written down without a network, which waits here. */
async function registerOffline(page: Page, collectionId: string): Promise<void> {
  await open(page, links.registerContribution(collectionId), 'Registrar aporte manual')
  await inStep(page)
  await page.context().setOffline(true)
  await fill(page, { 'Nombre de quien aportó': 'Carlos Benítez' })
  await press(page, 'Registrar y agregar otro')
  await page.getByRole('button', { name: /^Sincronización: .*1 (cambio )?por enviar/ }).waitFor()
}

async function fillNew(page: Page): Promise<void> {
  await fill(page, {
    Motivo: 'Torta y regalo para Mica',
    'Total a colectar': '160.000',
    'Alias, CBU o CVU': 'mica.cumple.30',
  })
}
