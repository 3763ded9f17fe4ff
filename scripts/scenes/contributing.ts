import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { World } from './open-world.ts'
import type { Scene } from './scene.ts'
import { fail, fill, hold, open, press } from './ways.ts'

const ROUTE = links.contribute(':id')
const GIFT = 'Regalo para la seño Caro'
const JULIETA = { Nombre: 'Julieta Romero', Email: 'julieta@example.com' }
/** Whose reports arrive: who reports a second time is asked. */
const TOMAS = { Nombre: 'Tomás Correa', Email: 'tomas@example.com' }
const OLGA = { Nombre: 'Olga Méndez', Email: 'olga@example.com' }
const IRENE = { Nombre: 'Irene Vidal', Email: 'irene@example.com' }

/** What who has the link meets, from the page to the thanks (specification 4). */
export const CONTRIBUTION_SCENES: Scene[] = [
  { name: 'contribuir', route: ROUTE, play: openGift },
  {
    name: 'contribuir-con-sesion',
    route: ROUTE,
    as: 'bruno',
    play: openGift,
  },
  {
    name: 'contribuir-direccion-antigua',
    route: '/colecta/:id/contribute',
    play: (page, { collections }) =>
      open(page, `/colecta/${collections.roof}/contribute`, 'Techo nuevo para el gimnasio'),
  },
  {
    name: 'contribuir-cargando',
    route: ROUTE,
    as: 'lucia',
    alone: true,
    async play(page) {
      await open(page, links.payments(), 'Mis Pagos')
      await hold(page, '**/api/collections/*')
      await page.getByRole('link', { name: 'Despedida de Nico' }).filter({ visible: true }).click()
      await page.getByRole('status', { name: /^Cargando/ }).waitFor()
    },
  },
  {
    name: 'contribuir-sin-servidor',
    route: ROUTE,
    as: 'lucia',
    alone: true,
    async play(page) {
      await open(page, links.payments(), 'Mis Pagos')
      await fail(page, '**/api/collections/*')
      await page.getByRole('link', { name: 'Despedida de Nico' }).filter({ visible: true }).click()
      await page.getByText('No fue posible cargar los datos de la colecta.').waitFor()
    },
  },
  {
    name: 'contribuir-no-existe',
    route: ROUTE,
    play: (page) =>
      open(page, links.contribute(newId()), 'No se pudo encontrar la colecta solicitada.'),
  },
  {
    name: 'contribuir-cerrada',
    route: ROUTE,
    play: (page, { collections }) =>
      open(page, links.contribute(collections.party), 'Cumple de 40 de Fede'),
  },
  {
    name: 'contribuir-monto-menor',
    route: ROUTE,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { ...JULIETA, Monto: '5.000' })
      await page.getByText('El monto es menor al sugerido').waitFor()
    },
  },
  {
    name: 'contribuir-con-errores',
    route: ROUTE,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { Monto: '' })
      await press(page, 'Continuar')
      await page.getByText('Revisa estos datos').waitFor()
    },
  },
  {
    name: 'contribuir-pago-existente',
    route: ROUTE,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { Nombre: 'Julieta Romero', Email: 'juli.romero@example.com' })
      await press(page, /^Continuar con/)
      await page.getByRole('alertdialog', { name: 'Pago existente' }).waitFor()
    },
  },
  {
    name: 'contribuir-ya-tienes-cuenta',
    route: ROUTE,
    async play(page, world) {
      await openGift(page, world)
      await fill(page, { Nombre: 'Bruno Sosa', Email: 'bruno@example.com' })
      await press(page, /^Continuar con/)
      await page.getByRole('dialog', { name: 'Ya tienes una cuenta' }).waitFor()
    },
  },
  {
    name: 'transferir',
    route: ROUTE,
    play: reachTransfer,
  },
  {
    name: 'transferir-copiado',
    route: ROUTE,
    async play(page, world) {
      await reachTransfer(page, world)
      await press(page, 'Copiar alias')
      await page.getByRole('button', { name: '¡Alias copiado!' }).waitFor()
    },
  },
  {
    name: 'transferir-a-cbu',
    route: ROUTE,
    async play(page, { collections }) {
      await open(page, links.contribute(collections.roof), 'Techo nuevo para el gimnasio')
      await fill(page, JULIETA)
      await press(page, /^Continuar con/)
      await page.getByRole('img', { name: 'QR para transferir' }).waitFor()
    },
  },
  {
    name: 'transferir-salir',
    route: ROUTE,
    async play(page, world) {
      await reachReceipt(page, world)
      await press(page, 'Cerrar')
      await page.getByRole('dialog', { name: '¿Salir sin registrar tu aporte?' }).waitFor()
    },
  },
  { name: 'comprobante', route: ROUTE, play: reachReceipt },
  {
    name: 'comprobante-rechazado',
    route: ROUTE,
    async play(page, world) {
      await reachReceipt(page, world)
      await choose(page, {
        name: 'notas.svg',
        mimeType: 'image/svg+xml',
        buffer: Buffer.from('<svg/>'),
      })
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'comprobante-elegido',
    route: ROUTE,
    play: reachChosen,
  },
  {
    name: 'confirmar-aporte',
    route: ROUTE,
    play: reachConfirmation,
  },
  {
    name: 'confirmar-sin-comprobante',
    route: ROUTE,
    async play(page, world) {
      await reachReceipt(page, world)
      await press(page, 'Seguir sin comprobante')
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('alertdialog', { name: '¿Confirmar sin comprobante?' }).waitFor()
    },
  },
  {
    name: 'confirmar-rechazado',
    route: ROUTE,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world)
      await page.route('**/api/collections/*/contributions', (route) =>
        route.fulfill({
          status: 409,
          json: { error: 'Solo se pueden aportar a colectas abiertas.', code: 'collection-closed' },
        }),
      )
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('dialog').getByRole('alert').waitFor()
    },
  },
  {
    name: 'gracias',
    route: ROUTE,
    async play(page, world) {
      await reachConfirmation(page, world, TOMAS)
      await press(page, 'Confirmar mi aporte')
      await page.getByText('Comprobante recibido').waitFor()
    },
  },
  {
    name: 'gracias-comprobante-espera',
    route: ROUTE,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, IRENE)
      await fail(page, '**/api/uploads', '**/api/uploads/**')
      await press(page, 'Confirmar mi aporte')
      await page.getByText('Esperando la red').first().waitFor()
    },
  },
  {
    name: 'aporte-guardado-sin-red',
    route: ROUTE,
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world)
      await page.context().setOffline(true)
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('dialog', { name: 'Guardado en este dispositivo' }).waitFor()
    },
  },
  {
    name: 'aporte-en-camino',
    route: links.home(),
    alone: true,
    async play(page, world) {
      await reachConfirmation(page, world, OLGA)
      await page.context().setOffline(true)
      await press(page, 'Confirmar mi aporte')
      await page.getByRole('dialog', { name: 'Guardado en este dispositivo' }).waitFor()
      await press(page, 'Cerrar')
      await page.getByText('Tu aporte espera la red.').waitFor()
    },
  },
]

async function openGift(page: Page, { collections }: World): Promise<void> {
  await open(page, links.contribute(collections.gift), GIFT)
}

async function reachTransfer(page: Page, world: World, who = JULIETA): Promise<void> {
  await openGift(page, world)
  await fill(page, who)
  await page.getByLabel(/^Mensaje/).fill('¡Gracias por organizar!')
  await press(page, /^Continuar con/)
  await page.getByRole('img', { name: 'QR de esta página' }).waitFor()
}

async function reachReceipt(page: Page, world: World, who = JULIETA): Promise<void> {
  await reachTransfer(page, world, who)
  await press(page, 'Ya transferí')
  await page.getByRole('heading', { name: 'Agrega el comprobante' }).waitFor()
}

async function choose(
  page: Page,
  file: { name: string; mimeType: string; buffer: Buffer },
): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await press(page, 'Elegir archivo')
  await (await choosing).setFiles(file)
}

async function reachChosen(page: Page, world: World, who = JULIETA): Promise<void> {
  await reachReceipt(page, world, who)
  const file = { name: 'comprobante.png', mimeType: 'image/png', buffer: world.receipt }
  await choose(page, file)
  await page.getByText('listo para enviar').waitFor()
}

async function reachConfirmation(page: Page, world: World, who = JULIETA): Promise<void> {
  await reachChosen(page, world, who)
  await press(page, 'Continuar')
  await page.getByRole('heading', { name: 'Revisa y confirma' }).waitFor()
}
