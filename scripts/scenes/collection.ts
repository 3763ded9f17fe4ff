import type { Page } from '@playwright/test'
import { newId } from '../../shared/id.ts'
import { links } from '../../shared/links.ts'
import type { World } from './open-world.ts'
import { COPY, LISTS, openGift, openRoof, ROOF } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { fail, hold, inStep, open, press, settled } from './ways.ts'

const SNACK = 'Merienda del taller de los sábados'
const CONTRIBUTIONS = '**/api/query/collection-contributions**'

const collection = links.collection(':id')

/** One colecta and its contributions, as its organiser sees them. */
export const COLLECTION_SCENES: Scene[] = [
  {
    name: 'colecta',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await inStep(page)
      // On a phone the code is behind "Compartir".
      const card = page.getByRole('region', { name: 'Comparte tu colecta' })
      if (await card.isVisible()) await card.getByRole('img', { name: /^QR/ }).waitFor()
    },
  },
  {
    name: 'colecta-suspendida',
    route: collection,
    as: 'bruno',
    async play(page, { collections }) {
      await open(page, links.collection(collections.suspended), /^Zapatillas/)
      await page.getByText('Esta colecta está suspendida.').waitFor()
    },
  },
  { name: 'colecta-quien-falta', route: collection, as: 'lucia', play: openShirts },
  {
    name: 'colecta-elegir-varios',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openGift(page, world)
      await inStep(page)
      await page.getByRole('button', { name: 'Elegir varios aportes' }).click()
      await page.getByLabel('Toda la página').check()
      await page.getByRole('button', { name: /^Elegir los/ }).waitFor()
    },
  },
  {
    name: 'colecta-elegir-tres',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openGift(page, world)
      await inStep(page)
      await page.getByRole('button', { name: 'Elegir varios aportes' }).click()
      const rows = page.getByLabel(/^Elegir el aporte de/).filter({ visible: true })
      for (const row of [0, 1, 3]) await rows.nth(row).check()
      await page.getByText('3 elegidos').waitFor()
      // The bar at the bottom of a phone must not lie over part of a box.
      await page.evaluate(() => window.scrollTo(0, 0))
    },
  },
  {
    name: 'colecta-elegir-todos',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openGift(page, world)
      await inStep(page)
      await page.getByRole('button', { name: 'Elegir varios aportes' }).click()
      await page.getByLabel('Toda la página').check()
      await press(page, /^Elegir los/)
      await page.getByRole('button', { name: /^Elegir los/ }).waitFor({ state: 'detached' })
    },
  },
  {
    name: 'colecta-ocultos',
    route: collection,
    as: 'lucia',
    alone: true,
    async play(page, world) {
      await openGift(page, world)
      await inStep(page)
      // The other scenes have them still.
      await hold(page, '**/api/sync/mutations')
      await page.getByRole('button', { name: 'Elegir varios aportes' }).click()
      await page.getByLabel('Toda la página').check()
      await page.getByRole('button', { name: 'Ocultar' }).click()
      await page.getByText('10 aportes ocultos').waitFor()
      await page.getByRole('button', { name: 'Ocultos' }).click()
      await page.getByText('30 días después de ocultarlo').waitFor()
    },
  },
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
    name: 'colecta-por-metodo',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await page.getByLabel('Filtrar por método').selectOption('Manual')
      await page.waitForURL(/metodo=manual/)
      await settled(page)
    },
  },
  {
    name: 'colecta-sin-aportes-del-metodo',
    route: collection,
    as: 'lucia',
    async play(page, world) {
      await openRoof(page, world)
      await page.getByLabel('Filtrar por método').selectOption('Mercado Pago')
      await page.getByText('Todavía no hay aportes con Mercado Pago').waitFor()
    },
  },
]

async function openShirts(page: Page, { collections }: World): Promise<void> {
  await open(page, links.collection(collections.shirts), 'Camisetas de vóley femenino')
}
