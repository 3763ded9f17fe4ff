import type { Page } from '@playwright/test'
import { links } from '../../shared/links.ts'
import { COPY, LISTS } from './organiser-ways.ts'
import type { Scene } from './scene.ts'
import { at, fail, hold, inStep, open, press } from './ways.ts'

const dashboard = links.dashboard()

/** An organiser's colectas, in a list. */
export const DASHBOARD_SCENES: Scene[] = [
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
]

async function openDashboard(page: Page): Promise<void> {
  await open(page, dashboard, 'Hola, Lucía')
}
